import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { filterable, has, readFilteredList } from './_shared/filtered-lists.js';

/** The control is the list without the filter, which must show the item. The filtered list is read in small pages. */
export default defineRule({
  clause: 'DOC-09',
  title: 'A filtered list has every item with the value',
  otherwise: 'A filtered list lacks an item with the value',
  doubt: 'A parameter with the name of a member may select by something else.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, filterable],
  assumes: ['creation/created-item-is-readable', 'pagination/paging-shows-every-item-once'],
  cases: 3,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 10), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ bodies, turn }, tools) => {
    const seen = await readFilteredList(tools, bodies, turn);
    const { items } = tools;
    const missing = seen.matching.find(
      ({ item }) => !has(items, seen.walk, item) && seen.again && !has(items, seen.again, item),
    );
    const control = missing && seen.whole && items.findEntry(seen.whole, missing.item);
    return { ...seen, missing, isListed: control !== undefined };
  },
  then: ({ name, value, walk, again, whole, missing, isListed }) => {
    const seen = again ?? walk;
    const last = seen.pages.at(-1)?.exchange;
    if (seen.ended === 'trouble') return inconclusive('setup', `the filtered list returned ${last?.answer?.status}`);
    if (missing === undefined) return held;
    if (seen.pages.some(({ exchange }) => http.isCached(exchange)))
      return inconclusive('noise', 'a cache answered instead of the service');
    if (seen.ended !== 'end') return inconclusive('no-usable-case', 'the filtered list could not be read to its end');
    if (!isListed) return inconclusive('setup', 'the list without the filter does not show the item either');
    const control = whole?.pages.find(({ answer }) => answer?.text.includes(missing.item.id));
    return violated({
      expected: `the item in the list with ${name}=${value}`,
      actual: `${seen.entries.length} other entries`,
      shows: [
        missing.item.createdBy,
        ...(control ? [control] : []),
        ...seen.pages.slice(0, 3).map((one) => one.exchange),
      ],
    });
  },
  silentIn: ['filtered-lists', 'pagination-offset', 'small-pages', 'normalising'],
});
