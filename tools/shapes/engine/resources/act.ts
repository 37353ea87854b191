import type { ActionFacts, CollectionFacts } from '../../facts/facts.js';
import { readNewest, writeVersion } from '../state/items.js';
import { type Item, Refusal, type Reply, type Visit } from '../state/world.js';
import { findPresent } from './find-item.js';
import { isObject } from './read-body.js';
import { addressPath, replyWithItem } from './represent.js';

/** Performs the action of an item, which it allows once. */
export function performAction(visit: Visit, facts: CollectionFacts, action: ActionFacts): Reply {
  const { world, request, caller } = visit;
  const item = findPresent(visit, facts);
  const isDone = readNewest(world, item)?.state !== action.states[0];
  if (isDone && facts.design.choices.repeatedAction === 'conflict') throw new Refusal('conflict');
  if (!isDone) {
    item.record = { reason: readReason(request.body), author: caller ?? 'anonymous', at: world.clock.now() };
    writeVersion(world, item, { state: action.states[1] });
    item.writtenBy.push(`${request.method} ${request.path}`);
  }
  if (!action.hasRecord) return replyWithItem(visit, facts, item);
  const headers: Record<string, string> = isDone ? {} : { location: addressPath(world, facts, action.path, item) };
  return { status: isDone ? 200 : 201, headers, json: representRecord(item) };
}

/** Reads the record of the action. */
export function readRecord(visit: Visit, facts: CollectionFacts): Reply {
  const item = findPresent(visit, facts);
  if (!item.record) throw new Refusal('missing');
  return { status: 200, headers: {}, json: representRecord(item) };
}

const representRecord = ({ id, record }: Item) => ({
  id: `${id}-1`,
  reason: record?.reason,
  author: record?.author,
  date: new Date(record?.at ?? 0).toISOString(),
});

function readReason(text: string): string {
  if (text === '') return '';
  try {
    const body: unknown = JSON.parse(text);
    const reason = isObject(body) ? body.reason : undefined;
    return typeof reason === 'string' ? reason : '';
  } catch {
    throw new Refusal('malformed');
  }
}
