import {
  assume,
  describeNearMiss,
  type Exchange,
  hasStatus,
  type Item,
  type Items,
  type Json,
  type NearMiss,
} from '#rule';
import { makeAndRead } from './_made.js';

/** Writes that were sent to an item of this run, and the item as it was before. */
export interface Attempt {
  readonly item: Item;
  readonly before: Exchange;
  readonly writes: readonly { readonly miss: NearMiss; readonly sent: Json; readonly write: Exchange }[];
}

/** How invalid content is written to an item. */
export interface Way {
  /** What is sent, for the report. */
  readonly name: 'a body' | 'a patch';
  /** The content for this item; undefined where it is no longer invalid. */
  readonly worded: (item: Item, miss: NearMiss) => Json | undefined;
  readonly write: (item: Item, sent: Json) => Promise<Exchange>;
}

/**
 * Writes that were all refused. A service that accepts one of them has changed the item, and may be lenient in that
 * one only; then the refused ones are sent to another item. Ends the case where none was refused.
 */
export async function refusedWrites(items: Items, body: Json, misses: readonly NearMiss[], way: Way): Promise<Attempt> {
  const first = await attempt(items, body, misses, way);
  assume(first.writes.length > 0, 'no-usable-case', 'the marker or a unique value made the invalid content valid');
  const refused = first.writes.filter(isRefused);
  assume(refused.length > 0, 'setup', whyOf(first, way) ?? '');
  if (refused.length === first.writes.length) return first;
  const left = refused.map(({ miss }) => miss);
  const again = await attempt(items, body, left, way);
  assume(again.writes.length > 0 && again.writes.every(isRefused), 'setup', whyOf(again, way) ?? '');
  return again;
}

async function attempt(items: Items, body: Json, misses: readonly NearMiss[], way: Way): Promise<Attempt> {
  const { item, read: before } = await makeAndRead(items, body);
  const writes = [];
  for (const miss of misses) {
    const sent = way.worded(item, miss);
    if (sent === undefined) continue;
    const write = await way.write(item, sent);
    assume(!hasStatus(write, 401, 403), 'refused', told(way, miss, write));
    writes.push({ miss, sent, write });
  }
  return { item, before, writes };
}

const isRefused = ({ write }: Pick<Attempt['writes'][number], 'write'>): boolean =>
  hasStatus(write, 4) && !hasStatus(write, 404, 405, 415);

function whyOf({ writes }: Attempt, way: Way): string | undefined {
  const taken = writes.find((one) => !isRefused(one));
  return taken && told(way, taken.miss, taken.write);
}

const told = ({ name }: Way, miss: NearMiss, { answer }: Exchange): string =>
  `${name} with ${describeNearMiss(miss)} returned ${answer?.status}`;
