import {
  assume,
  compare,
  defineRule,
  held,
  heldWithNote,
  http,
  inconclusive,
  type Json,
  needs,
  values,
  violated,
} from '#rule';
import { monitorRemovedEntries } from '../_shared/recorded-lists.js';
import { removeItem, tombstoneHint, visibleDeletion, walkTwice } from './_shared/remove-item.js';

/**
 * The item is the oldest of three, so that small pages show it on a later page; the whole list and small pages are read. DELETE is
 * repeated: a service that then creates the item anew gives it another id, and the list shows its marker.
 */
export default defineRule({
  clause: 'DEL-04',
  title: 'A deleted item is not listed in its collection',
  otherwise: 'The collection still lists a deleted item',
  touches: 'deletes',
  needs: [needs.creatable, needs.removable, needs.listable, visibleDeletion],
  assumes: ['creation/identity-is-stable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const item = await items.create(body, { marked: true });
    const controls = [await items.create(body, { role: 'control' }), await items.create(body, { role: 'control' })];
    const before = await items.listUntil((listing) => items.findEntry(listing, item) !== undefined);
    const listed = items.findEntry(before, item);
    assume(listed !== undefined, 'setup', before.trouble ?? 'the collection never listed the created item');
    const removed = [await removeItem(item)];
    if (needs.hardDeletion.isMet(collection)) removed.push(await item.delete());
    const isGone = (entry: Json | undefined) => entry === undefined || compare.isTombstone(collection, entry);
    const after = await items.listUntil((listing) => isGone(items.findEntry(listing, item)));
    const getWord = ({ sent }: typeof item) => compare.getAtPointer(sent, collection.marker ?? '');
    const word = getWord(item);
    // Where the schema has no room for a marker, items of the same body have the same text.
    const isOwn = controls.every((control) => getWord(control) !== word);
    const listMarked = (listing: http.Listing) =>
      isOwn && typeof word === 'string' ? compare.findMarkedEntries(listing, word) : [];
    // One creation may store several entries, such as versions or languages.
    const usual = listMarked(before).map((entry) => items.readId(entry));
    const copy = listMarked(after).find((entry) => !usual.includes(items.readId(entry)));
    const entry = items.findEntry(after, item);
    const still = entry ?? copy;
    const walk = still === undefined && after.isWhole ? await walkTwice(items, collection, item) : undefined;
    const shown = still ?? (walk && items.findEntry(walk, item));
    return {
      item,
      listed,
      removed,
      after: walk ?? after,
      still: shown,
      isCopy: entry === undefined && copy !== undefined,
    };
  },
  then: ({ item, listed, removed, after, still, isCopy }, { dialect, collection }) => {
    const whole = () => inconclusive('setup', after.trouble ?? 'the list is too long to be read completely');
    if (still === undefined) return after.isWhole ? held : whole();
    if (compare.isTombstone(collection, still)) return heldWithNote('the deleted item is listed as deleted');
    if (dialect.deletedItem === 'tombstone')
      return inconclusive('setup', 'the profile declares that tombstones stay readable');
    if (compare.isNewlyDeleted(listed, still)) return inconclusive('setup', tombstoneHint);
    if (after.pages.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!isCopy && compare.isIdReused(item.sent, listed, still))
      return inconclusive('noise', 'the service reused the id');
    const page = after.pages.find((exchange) => exchange.answer?.text.includes(item.id)) ?? after.pages.at(-1);
    const shows = [item.createdBy, ...removed, ...(page ? [page] : [])];
    return violated({ expected: 'no entry of the deleted item', actual: still, shows });
  },
  monitor: monitorRemovedEntries,
  silentIn: ['soft-delete-410', 'pagination-offset', 'pagination-page', 'ids-integer', 'time-in-the-body'],
});
