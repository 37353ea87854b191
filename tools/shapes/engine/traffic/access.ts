import { createHash } from 'node:crypto';
import type { CallerFacts } from '../../facts/facts.js';
import { isObject } from '../resources/read-body.js';
import { type Item, Refusal, type Reply, type ServiceRequest, type World } from '../state/world.js';

const challenges = {
  bearer: 'Bearer realm="service"',
  basic: 'Basic realm="service"',
  'key-header': 'ApiKey in="header"',
  'key-query': 'ApiKey in="query"',
  session: 'Session realm="service"',
} as const;

/** The value of the session cookie of a caller. */
const makeSession = ({ secret }: CallerFacts) => createHash('sha256').update(secret).digest('hex').slice(0, 24);

/** What a request must carry to come from a caller. */
function carries({ headers, query }: ServiceRequest, caller: CallerFacts, access: keyof typeof challenges): boolean {
  switch (access) {
    case 'bearer':
      return headers.authorization === `Bearer ${caller.secret}`;
    case 'basic':
      return headers.authorization === `Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`;
    case 'key-header':
      return headers['x-api-key'] === caller.secret;
    case 'key-query':
      return query.get('api_key') === caller.secret;
    case 'session':
      return (headers.cookie ?? '').split('; ').includes(`session=${makeSession(caller)}`);
  }
}

/** Whether a request has credentials, right or wrong. */
export const hasCredentials = ({ headers, query }: ServiceRequest): boolean =>
  headers.authorization !== undefined ||
  headers['x-api-key'] !== undefined ||
  query.has('api_key') ||
  (headers.cookie ?? '').includes('session=');

/** The caller of a request; undefined if the request needs none. */
export function findCaller({ facts }: World, request: ServiceRequest): string | undefined {
  const { access, reading } = facts.design.service;
  if (access === 'none') return undefined;
  const caller = facts.callers.find((one) => carries(request, one, access));
  if (caller) return caller.name;
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (reading === 'open' && isReading && !hasCredentials(request)) return undefined;
  throw new Refusal('unauthorized', [], { 'www-authenticate': challenges[access] });
}

/** Whether a caller sees an item: its own, if there is more than one caller. */
export const canSee = ({ facts }: World, caller: string | undefined, item: Item): boolean =>
  facts.design.service.callers === 'one' || item.owner === caller;

/** Begins a session. */
export function logIn({ facts }: World, request: ServiceRequest): Reply {
  const { user, password } = readLogin(request.body);
  const caller = facts.callers.find((one) => one.name === user && one.password === password);
  if (!caller) throw new Refusal('unauthorized', [], { 'www-authenticate': challenges.session });
  return {
    status: 200,
    headers: { 'set-cookie': `session=${makeSession(caller)}; Path=/; HttpOnly` },
    json: { user },
  };
}

function readLogin(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body)) return body;
  } catch {}
  throw new Refusal('malformed');
}
