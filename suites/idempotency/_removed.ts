import { assume, type Exchange, hasStatus, type Item, type Items, isPending, type Json } from '#rule';
import { makeAndRead } from './_made.js';

/** What was made, read, and removed with success. */
export interface Removed {
  readonly item: Item;
  readonly read: Exchange;
  readonly removed: Exchange;
}

/** DELETE that takes effect at once, or the end of the case: 202 promises nothing yet, 4xx is a matter of business. */
export async function remove(item: Item): Promise<Exchange> {
  const removed = await item.delete();
  const { status } = removed.answer ?? {};
  assume(!hasStatus(removed, 401, 403), 'refused', `DELETE was answered ${status}`);
  assume(hasStatus(removed, 2) && !isPending(removed), 'setup', `DELETE was answered ${status}`);
  return removed;
}

/** Makes an item with a mark, so that another one under its id is recognised; reads it, and removes it. */
export async function makeAndRemove(items: Items, body: Json): Promise<Removed> {
  const { item, read } = await makeAndRead(items, body, { marked: true });
  return { item, read, removed: await remove(item) };
}

/** Why what is still there need not be wrong. */
export const tombstones =
  'it is still there and reads as deleted: where that is meant, dialect.deletedItem: tombstone and resources[].delete.tombstone say so';
