import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';

/** The marker member carries a fresh text: every entry that shows the text comes from these PUTs. */
export default defineRule({
  clause: 'PUT-02',
  title: 'Repeating a PUT creates nothing further',
  otherwise: 'Repeating a PUT created another item',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.replaceable, needs.listable, needs.markable],
  assumes: ['creation/identity-is-stable'],
  cases: 2,
  given: (bodies) =>
    values.record({ body: bodies.body(), replacement: bodies.replacement(), times: values.integer(2, 4) }),
  when: async ({ body, replacement, times }, { items, fresh, collection }) => {
    const item = await items.create(body, { role: 'control' });
    const word = fresh.word();
    const sent = compare.setAtPointer(item.prepare(replacement), collection.marker ?? '', word);
    const puts = [await item.put(sent)];
    const why = `PUT returned ${puts[0]?.answer?.status}`;
    assume(http.hasStatus(puts[0] ?? item.createdBy, 200, 201, 204), 'setup', why);
    while (puts.length < times) puts.push(await item.put(sent));
    // Where lists lag, the item may be shown before its copies.
    const isComplete = (seen: http.Listing) =>
      collection.consistency.listMs === 0 || items.findCopies(seen, item).length >= puts.length;
    const listing = await items.listUntil((seen) => compare.isListed(seen, word) && isComplete(seen));
    const copies = items.findCopies(listing, item);
    if (copies.length < puts.length) return { puts, listing, word, copies };
    // The creation may have made as many: then one more PUT adds none.
    puts.push(await item.put(sent));
    const isAdded = (seen: http.Listing) => items.findCopies(seen, item).length > copies.length;
    const later = await items.listUntil(isAdded);
    return { puts, listing: later, word, copies: isAdded(later) ? items.findCopies(later, item) : [] };
  },
  then: ({ puts, listing, word, copies }, { collection }) => {
    const ids = [
      ...new Set(
        compare
          .findMarkedEntries(listing, word)
          .map((entry) => String(compare.getAtPointer(entry, collection.id.pointer))),
      ),
    ];
    const shows = [...puts.slice(0, 2), ...compare.findMarkedPages(listing, word).slice(0, 2)];
    // Each may have what the item had before: there is one for each PUT.
    if (copies.length >= puts.length)
      return violated({ expected: 'no entry for each PUT', actual: copies.slice(0, 3), shows });
    if (ids.length > 1) return violated({ expected: 'one item', actual: { items: ids.length, ids }, shows });
    if (ids.length === 0)
      return inconclusive('no-usable-case', 'the list does not show the text that was put into the marker member');
    return listing.isWhole
      ? held
      : inconclusive('setup', listing.trouble ?? 'the list is too long to be read completely');
  },
  silentIn: ['put-creates', 'put-204', 'pagination-offset', 'pagination-page', 'normalising', 'ids-integer'],
});
