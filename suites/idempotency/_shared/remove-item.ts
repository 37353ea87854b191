import { assume, type Collection, type Exchange, http, type Item, type Items, type Json, needs } from '#rule';

/** The removal of an item is visible: GET returns 404 or 410, or a member says that the item is deleted. */
export const visibleDeletion = needs.defineNeed('collection', {
  name: 'visible deletion',
  reason: 'DELETE is declared as soft without a member that marks deleted items, or as unsupported',
  enable: 'resources[].delete.tombstone',
  isMet: ({ deletion }) => deletion.mode === 'hard' || deletion.mode === 'async' || deletion.tombstone !== undefined,
});

/** DELETE that takes effect at once, or the end of the case: 202 promises nothing yet, and 4xx may be a business rule. */
export async function removeItem(item: Item): Promise<Exchange> {
  const removed = await item.delete();
  const { status } = removed.answer ?? {};
  assume(!http.hasStatus(removed, 401, 403), 'refused', `DELETE returned ${status}`);
  assume(http.hasStatus(removed, 2) && !http.isPending(removed), 'setup', `DELETE returned ${status}`);
  return removed;
}

/** Creates an item with a marker, so that another item with its id is recognised; reads it, and removes it. */
export async function createAndRemove(items: Items, body: Json) {
  const item = await items.create(body, { marked: true });
  const read = await http.readBack(item);
  return { item, read, removed: await removeItem(item) };
}

/** Why an item that is still there may be legal. */
export const tombstoneHint =
  'the item still exists and is shown as deleted; where that is intended, declare dialect.deletedItem: tombstone and resources[].delete.tombstone';

type Listing = http.Listing;

const maxSmallPages = 4;

/** Walks in pages of one entry; again where these show the item. Undefined where they do not, or their size cannot be chosen. */
export async function walkTwice(items: Items, { pagination }: Collection, item: Item): Promise<Listing | undefined> {
  if (pagination.params.size === undefined) return undefined;
  const read = async (): Promise<Listing> => {
    const { pages } = await items.walk({ size: 1, maxPages: maxSmallPages });
    const entries = pages.flatMap((page) => page.entries ?? []);
    return { entries, pages: pages.map(({ exchange }) => exchange), isWhole: true, trouble: undefined };
  };
  const isShown = async () => items.findEntry(await read(), item) !== undefined;
  if (!(await isShown())) return undefined;
  // Waits for the end of the window in which reads may lag behind.
  await items.listUntil(() => false);
  return read();
}
