import { defineRule, held, http, inconclusive, needs, type Tools, values, violated } from '#rule';
import { type FilteredList, filterable, has, readFilteredList } from './_shared/filtered-lists.js';

/** Items of the run with another value must not appear on any page. Entries of others are not judged. */
export default defineRule({
  clause: 'DOC-09',
  title: 'A filtered list has only items with the value',
  otherwise: 'A filtered list has an item with another value',
  doubt: 'A parameter with the name of a member may select by something else.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, filterable],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 10), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ bodies, turn }, tools) => {
    const seen = await readByPartOfId(tools, await readFilteredList(tools, bodies, turn));
    const shown = (walk: typeof seen.walk) => seen.others.find(({ item }) => has(tools.items, walk, item));
    return { ...seen, stray: shown(seen.walk), strayAgain: seen.again && shown(seen.again) };
  },
  then: ({ name, pointer, value, others, walk, stray, strayAgain }) => {
    const last = walk.pages.at(-1)?.exchange;
    if (walk.ended === 'trouble') return inconclusive('setup', `the filtered list returned ${last?.answer?.status}`);
    if (walk.pages.some(({ exchange }) => http.isCached(exchange)))
      return inconclusive('noise', 'a cache answered instead of the service');
    if (others.length === 0) return inconclusive('no-usable-case', `all created items have one value of ${name}`);
    if (stray === undefined || strayAgain === undefined) return held;
    const page = walk.pages.find(({ exchange }) => exchange.answer?.text.includes(stray.item.id))?.exchange;
    return violated({
      expected: { [pointer]: value },
      actual: { [pointer]: stray.value },
      shows: [stray.item.createdBy, ...(page ? [page] : [])],
    });
  },
  silentIn: ['filtered-lists', 'pagination-offset', 'small-pages', 'normalising'],
});

/**
 * Where items refer to another item, reads the list filtered by the beginning of its id, which no own item has, and by an id that
 * nothing has. Returns the first such list that shows one of them, otherwise the given one.
 */
async function readByPartOfId({ items, collection, fresh }: Tools, list: FilteredList): Promise<FilteredList> {
  if (list.again !== undefined) return list;
  const owned = [...list.matching, ...list.others];
  for (const { name, pointer, value } of listReferenceFilters(collection)) {
    const isShown = (walk: FilteredList['walk']) => owned.some(({ item }) => has(items, walk, item));
    for (const wrong of [value.slice(0, -1), fresh.idLike(value)]) {
      const read = () => items.walk({ from: items.firstPage(undefined, { [name]: wrong }), maxPages: 30 });
      const walk = wrong === '' ? undefined : await read();
      if (walk === undefined || !isShown(walk)) continue;
      const others = owned.map((one) => ({ ...one, value }));
      return {
        ...list,
        name,
        pointer,
        value: wrong,
        matching: [],
        others,
        walk,
        again: await read(),
      };
    }
  }
  return list;
}

/** The filters by a member that refers to an item, with the id that all own items have there. */
function listReferenceFilters({ filters = {}, overrides, references = [] }: Tools['collection']) {
  return Object.entries(filters).flatMap(([name, pointer]) => {
    const isNamed = (one: string) => one === pointer || one.startsWith(`${pointer}/`);
    const places = references.some(isNamed) ? Object.keys(overrides).filter(isNamed) : [];
    // A list is filled after it was emptied.
    const value = places.flatMap((place) => [overrides[place] ?? []].flat()).at(-1);
    return typeof value === 'string' || typeof value === 'number' ? [{ name, pointer, value: String(value) }] : [];
  });
}
