import { hash } from '../../facts/ids.js';
import { type KeptAnswer, Refusal, type Reply, type Visit } from '../state/world.js';

/** Performs a creation once for each idempotency key. */
export function performOnce(visit: Visit, perform: () => Reply): Reply {
  const { world, request, caller } = visit;
  const { idempotency } = world.facts.design.service;
  const key = idempotency === 'none' ? undefined : readKey(visit);
  if (key === undefined) {
    if (idempotency === 'required') throw new Refusal('key-required');
    return perform();
  }
  const name = `${caller} ${key}`;
  const fingerprint = hash(request.method, request.path, request.body);
  const kept = world.keys.get(name);
  if (kept) return world.behaviour.recall(visit, kept, fingerprint, perform);
  const reply = perform();
  world.keys.set(name, { fingerprint, reply });
  return reply;
}

/** Answers as before; refuses another request with the same key. */
export function recall(_visit: Visit, kept: KeptAnswer, fingerprint: string): Reply {
  if (kept.fingerprint !== fingerprint) throw new Refusal('key-mismatch');
  return kept.reply;
}

function readKey({ world, request }: Visit): string | undefined {
  const { keyName } = world.facts.design.service;
  if (keyName !== 'member') return request.headers[keyName.toLowerCase()];
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return new URLSearchParams(request.body).get('idempotency_key') ?? undefined;
  return /"idempotency_key"\s*:\s*"([^"]+)"/.exec(request.body)?.[1];
}

/** Whether a request has an idempotency key. */
export const hasKey = (visit: Visit): boolean => readKey(visit) !== undefined;
