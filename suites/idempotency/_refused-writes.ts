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
import { createAndRead } from './_create-item.js';

/** Writes that were sent to an item of this run, and the item as it was before. */
export interface RefusedWrites {
  readonly item: Item;
  readonly before: Exchange;
  readonly writes: readonly { readonly miss: NearMiss; readonly sent: Json; readonly write: Exchange }[];
}

/** How invalid content is written to an item. */
export interface WriteKind {
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
export async function sendRefusedWrites(
  items: Items,
  body: Json,
  misses: readonly NearMiss[],
  way: WriteKind,
): Promise<RefusedWrites> {
  const first = await sendWrites(items, body, misses, way);
  assume(first.writes.length > 0, 'no-usable-case', 'the marker or a unique value made the invalid content valid');
  const refused = first.writes.filter(isRefused);
  assume(refused.length > 0, 'setup', explainAccepted(first, way) ?? '');
  if (refused.length === first.writes.length) return first;
  const left = refused.map(({ miss }) => miss);
  const again = await sendWrites(items, body, left, way);
  assume(again.writes.length > 0 && again.writes.every(isRefused), 'setup', explainAccepted(again, way) ?? '');
  return again;
}

async function sendWrites(
  items: Items,
  body: Json,
  misses: readonly NearMiss[],
  way: WriteKind,
): Promise<RefusedWrites> {
  const { item, read: before } = await createAndRead(items, body);
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

const isRefused = ({ write }: Pick<RefusedWrites['writes'][number], 'write'>): boolean =>
  hasStatus(write, 4) && !hasStatus(write, 404, 405, 415);

function explainAccepted({ writes }: RefusedWrites, way: WriteKind): string | undefined {
  const taken = writes.find((one) => !isRefused(one));
  return taken && told(way, taken.miss, taken.write);
}

const told = ({ name }: WriteKind, miss: NearMiss, { answer }: Exchange): string =>
  `${name} with ${describeNearMiss(miss)} returned ${answer?.status}`;
