import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { countedPages, filterable, hasRightTotals, readFilteredList } from './_shared/filtered-lists.js';

/** Own items with another value are in the list without the filter, and would be counted too. The control is the same walk again. */
export default defineRule({
  clause: 'PAG-10',
  title: 'The total of a filtered list is the number of its items',
  otherwise: 'The total of a filtered list is not the number of its items',
  doubt: 'A total may be an estimate, or count what the list had before the filter.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, filterable, countedPages],
  assumes: [
    'filters/filtered-list-has-only-matching-items',
    'filters/filtered-list-has-every-matching-item',
    'pagination/total-counts-the-items',
  ],
  cases: 1,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 6), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ bodies, turn }, tools) => {
    const { name, value, walk, others } = await readFilteredList(
      tools,
      bodies,
      turn,
      (list) => !hasRightTotals(list.walk),
    );
    const from = walk.pages[0]?.exchange.path ?? tools.items.firstPage();
    const again = hasRightTotals(walk) ? undefined : await tools.items.walk({ from, maxPages: 30 });
    return { name, value, walk, again, hasOthers: others.length > 0 };
  },
  then: ({ name, value, walk, again, hasOthers }) => {
    if (walk.ended !== 'end') return inconclusive('no-usable-case', 'the filtered list could not be read to its end');
    if (walk.pages.every(({ total }) => total === undefined))
      return inconclusive('no-usable-case', 'no page has a total');
    if (hasRightTotals(walk))
      return hasOthers ? held : inconclusive('no-usable-case', `all items have one value of ${name}`);
    const [page] = walk.pages;
    const isSame = again?.entries.length === walk.entries.length && again.pages[0]?.total === page?.total;
    if (!isSame || !page || walk.pages.some(({ exchange }) => http.isCached(exchange)))
      return inconclusive('noise', 'the filtered list changed while it was read');
    return violated({
      expected: { [`total of ${name}=${value}`]: walk.entries.length },
      actual: page.total ?? null,
      shows: walk.pages.slice(0, 4).map(({ exchange }) => exchange),
    });
  },
  silentIn: ['filtered-lists', 'pagination-offset', 'pagination-page', 'pagination-spring', 'pagination-hal'],
});
