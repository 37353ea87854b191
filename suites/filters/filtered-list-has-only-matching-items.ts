import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { filterable, has, readFilteredList } from './_shared/filtered-lists.js';
import { readByPartOfId } from './_shared/parts-of-ids.js';

/** Items of the run with another value must not appear on any page. Entries of others are not judged. */
export default defineRule({
  clause: 'DOC-09',
  per: 'collection',
  title: 'A filtered list has only items with the value',
  otherwise: 'A filtered list has an item with another value',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
  watches: 'item',
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
  proof: { silentIn: ['filtered-lists', 'pagination-offset', 'small-pages', 'normalising'] },
});
