import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { monitorNextLinks } from '../_shared/recorded-pages.js';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';
import { judgeStuck, nextLinks, walkOnce } from './_shared/walk.js';

/**
 * The next links of all pages are used unchanged, and must lead to a page of the same size. Where no size can be requested, nothing is
 * created. A link to another origin may be the public one of a gateway: then its path is requested at the base URL. A page may link to
 * itself where it shows other entries each time, or where all are shown, for those that come later.
 */
export default defineRule({
  clause: 'PAG-08',
  title: 'The next link of a page works unchanged',
  otherwise: 'The next link of a page does not work unchanged',
  touches: 'reads',
  needs: [needs.listable, nextLinks],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), size: values.integer(1, 2), most: values.integer(3, 4) }),
  when: async ({ body, size: wished, most }, { items, collection }) => {
    if (collection.pagination.params.size === undefined)
      return { size: undefined, known: undefined, pages: await walkOnce(items) };
    const least = chooseSizeNear(wished, collection);
    assume(least !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    const known = least * (most - 1) + 1;
    await ensureEntries(items, body, known);
    const size = chooseSizeNear(least, collection, (await items.list()).entries.length) ?? least;
    return { size, known, pages: await walkOnce(items, size) };
  },
  then: ({ size = Number.POSITIVE_INFINITY, known, pages }) => {
    const [first] = pages;
    if (first?.entries === undefined || first.entries.length > size)
      return inconclusive('assumption:pagination/page-size-is-honoured', `no page of ${size} could be requested`);
    const broken = pages.find(({ brokenLinks }) => brokenLinks?.next !== undefined);
    if (broken)
      return violated({
        expected: 'a URL of the next page',
        actual: broken.brokenLinks?.next ?? null,
        shows: [broken.exchange],
      });
    const linked = pages.flatMap((page, i) => {
      const before = pages[i - 1];
      return before?.isReported ? [{ before, page }] : [];
    });
    if (linked.length === 0) return inconclusive('no-usable-case', 'no page has a next link');
    const wrong = linked.find(({ page: { entries } }) => entries === undefined || entries.length > size);
    if (wrong === undefined) return judgeStuck(pages, known ?? first.total ?? 0) ?? held;
    const { before, page } = wrong;
    const { exchange, entries } = page;
    const status = exchange.answer?.status;
    if (http.hasStatus(exchange, 401, 403, 410, 429))
      return inconclusive('refused', `the next page returned ${status}`);
    if (before.isPromised)
      return inconclusive('no-usable-case', 'the service did not give the address of the next page');
    if (before.isNextElsewhere && isBelowPrefix(before.exchange.path, exchange.path))
      return inconclusive(
        'no-usable-case',
        `the next page returned ${status}; it is at another path of another origin`,
      );
    return violated({
      expected: size === Number.POSITIVE_INFINITY ? 'a page' : `a page of size ${size} or less`,
      actual: entries === undefined ? `status ${status}` : `a page of size ${entries.length}`,
      shows: [before.exchange, exchange],
    });
  },
  monitor: monitorNextLinks,
  silentIn: ['pagination-link', 'pagination-token', 'pagination-drf', 'pagination-hal', 'pagination-jsonapi'],
});

/** Whether one of two paths is the other one below a prefix, as a gateway adds it. */
function isBelowPrefix(...paths: readonly [string, string]): boolean {
  const [one = '', other = ''] = paths.map((path) => path.split('?')[0]?.replace(/\/$/, ''));
  return one !== other && (one.endsWith(other) || other.endsWith(one));
}
