import { assume, defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';
import { nextLinks } from './_shared/walk.js';

/** The next link of a page is used unchanged, and must lead to a page of the same size. */
export default defineRule({
  clause: 'PAG-08',
  title: 'The next link of a page works unchanged',
  otherwise: 'The next link of a page does not work unchanged',
  stage: 'stable',
  touches: 'reads',
  needs: [needs.listable, needs.pageSizeParameter, nextLinks],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), size: values.integer(1, 2), most: values.integer(2, 4) }),
  when: async ({ body, size: wished, most }, { items, collection }) => {
    const size = chooseSizeNear(wished, collection);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    await ensureEntries(items, body, size * (most - 1) + 1);
    const { pages } = await items.walk({ size, maxPages: most });
    return { size, pages };
  },
  then: ({ size, pages }) => {
    const told = pages.filter((_, i) => pages[i - 1]?.isReported);
    const [first] = pages;
    if (first?.entries === undefined || first.entries.length > size)
      return inconclusive('assumption:pagination/page-size-is-honoured', `no page of ${size} could be requested`);
    if (told.length === 0) return inconclusive('no-usable-case', 'no page has a next link');
    const wrong = told.find(({ entries }) => entries === undefined || entries.length > size);
    if (wrong === undefined) return held;
    const { exchange, entries } = wrong;
    const { status } = exchange.answer ?? {};
    if (status === 401 || status === 403) return inconclusive('refused', `the next page returned ${status}`);
    const before = pages[pages.indexOf(wrong) - 1]?.exchange;
    return violated({
      expected: `a page of size ${size} or less`,
      actual: entries === undefined ? `status ${status}` : `a page of size ${entries.length}`,
      shows: [...(before ? [before] : []), exchange],
    });
  },
  silentIn: ['pagination-link', 'pagination-token', 'pagination-drf', 'pagination-hal', 'pagination-jsonapi'],
});
