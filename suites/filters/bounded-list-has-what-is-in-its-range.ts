import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { bounded, readBoundedList } from './_shared/bounded-lists.js';

/** One of the own items has the bound itself. Entries of others are not judged. */
export default defineRule({
  clause: 'DOC-10',
  title: 'A bounded list has exactly the items in its range',
  otherwise: 'A bounded list has an item outside its range, or lacks one in it',
  doubt: 'Bounds may be compared in the time zone or the precision of the service.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, bounded],
  assumes: ['creation/created-item-is-readable', 'pagination/paging-shows-every-item-once'],
  cases: 3,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 10), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: ({ bodies, turn }, tools) => readBoundedList(tools, bodies, turn),
  then: ({ name, bound, walk, stray, missing, isListed }) => {
    const shows = walk.pages.slice(0, 3).map(({ exchange }) => exchange);
    const last = walk.pages.at(-1)?.exchange;
    if (walk.ended === 'trouble') return inconclusive('setup', `the bounded list returned ${last?.answer?.status}`);
    if (walk.pages.some(({ exchange }) => http.isCached(exchange)))
      return inconclusive('noise', 'a cache answered instead of the service');
    if (stray)
      return violated({
        expected: `no item with ${JSON.stringify(stray.value)} in the list with ${name}=${bound}`,
        actual: 'the list has it',
        shows: [stray.item.createdBy, ...shows],
      });
    if (missing === undefined) return held;
    if (walk.ended !== 'end') return inconclusive('no-usable-case', 'the bounded list could not be read to its end');
    if (!isListed) return inconclusive('setup', 'the list without the bound does not show the item either');
    return violated({
      expected: `the item with ${JSON.stringify(missing.value)} in the list with ${name}=${bound}`,
      actual: `${walk.entries.length} other entries`,
      shows: [missing.item.createdBy, ...shows],
    });
  },
  silentIn: ['filtered-lists', 'filters-by-part', 'pagination-offset', 'small-pages', 'normalising'],
});
