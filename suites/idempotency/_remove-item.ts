import { assume, type Exchange, hasStatus, type Item, type Items, isPending, type Json } from '#rule';
import { createAndRead } from './_create-item.js';

/** An item that was created, read, and removed with success. */
export interface RemovedItem {
  readonly item: Item;
  readonly read: Exchange;
  readonly removed: Exchange;
}

/** DELETE that takes effect at once, or the end of the case: 202 promises nothing yet, and 4xx may be a business rule. */
export async function removeItem(item: Item): Promise<Exchange> {
  const removed = await item.delete();
  const { status } = removed.answer ?? {};
  assume(!hasStatus(removed, 401, 403), 'refused', `DELETE returned ${status}`);
  assume(hasStatus(removed, 2) && !isPending(removed), 'setup', `DELETE returned ${status}`);
  return removed;
}

/** Creates an item with a marker, so that another item with its id is recognised; reads it, and removes it. */
export async function createAndRemove(items: Items, body: Json): Promise<RemovedItem> {
  const { item, read } = await createAndRead(items, body, { marked: true });
  return { item, read, removed: await removeItem(item) };
}

/** Why an item that is still there may be legal. */
export const tombstoneHint =
  'the item still exists and is shown as deleted; where that is intended, declare dialect.deletedItem: tombstone and resources[].delete.tombstone';
