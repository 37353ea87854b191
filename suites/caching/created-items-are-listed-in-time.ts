import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { assumeNamed } from '../_shared/operations.js';

const declaredListLag = needs.defineNeed('collection', {
  name: 'declared list lag',
  reason: 'the profile does not say when lists show a write',
  enable: 'consistency.listMs',
  isMet: ({ consistency }) => consistency.isListDeclared === true,
});

/** The list is read before, so that what may keep it has it; then until the declared time is over. The control is GET of the item. */
export default defineRule({
  clause: 'CACHE-11',
  title: 'A list shows each created item when the declared time is over',
  otherwise: 'A list lacks a created item after the declared time',
  touches: 'writes',
  isPrompt: true,
  needs: [needs.creatable, needs.readable, needs.listable, declaredListLag],
  assumes: ['creation/created-item-is-readable', 'pagination/created-items-are-listed'],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    await items.list();
    const item = await items.create(body);
    const listing = await items.listUntil((seen) => items.findEntry(seen, item) !== undefined);
    const isListed = items.findEntry(listing, item) !== undefined;
    const areNamed = isListed || listing.entries.length === 0 || listing.entries.some((one) => items.readId(one));
    assume(areNamed, 'no-usable-case', 'entries of the list show no id');
    if (!isListed) assumeNamed(items, listing);
    return { item, listing, isListed, read: await item.get() };
  },
  then: ({ item, listing, isListed, read }, { collection: { consistency } }) => {
    if (isListed) return held;
    if (!listing.isWhole) return inconclusive('no-usable-case', listing.trouble ?? 'the list has too many pages');
    if (!http.hasStatus(read, 200)) return inconclusive('setup', `GET of the item returned ${read.answer?.status}`);
    return violated({
      expected: `the item ${item.id} in the list, ${consistency.listMs} ms after its creation`,
      actual: `${listing.entries.length} other entries`,
      shows: [item.createdBy, ...listing.pages.slice(-2), read],
    });
  },
  silentIn: ['lists-are-current', 'pagination-offset', 'small-pages', 'normalising'],
});
