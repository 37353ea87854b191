import { assume, defineRule, held, type http, inconclusive, needs, values, violated } from '#rule';
import { monitorPage, readAskedSize } from '../_shared/recorded-pages.js';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';

/** Only pages whose size is in the request are checked; a next link that omits the size is another rule. */
export default defineRule({
  clause: 'PAG-01',
  title: 'A page has no more entries than requested',
  otherwise: 'A page was refused, or has more entries than requested',
  touches: 'reads',
  needs: [needs.listable, needs.pageSizeParameter],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), size: values.integer(1, 3), pages: values.integer(1, 2) }),
  when: async ({ body, size: wished, pages: most }, { items, collection }) => {
    const size = chooseSizeNear(wished, collection);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    await ensureEntries(items, body, size * most + 2);
    const { pages } = await items.walk({ size, maxPages: most });
    const given = pages[0]?.entries?.length ?? 0;
    const larger = given > size ? await items.page(items.firstPage(given + 1)) : undefined;
    return { size, pages, larger };
  },
  then: ({ size, pages, larger }, { collection }) => {
    const asks = ({ exchange }: http.Page) =>
      new URLSearchParams(exchange.path.split('?')[1]).get(collection.pagination.params.size ?? '') === String(size);
    const [first] = pages;
    const status = first?.exchange.answer?.status;
    if (status === 500)
      return violated({ expected: 'status 200', actual: 'status 500', shows: pages.map(({ exchange }) => exchange) });
    if (first?.entries === undefined)
      return inconclusive(
        status === 401 || status === 403 ? 'refused' : 'no-usable-case',
        `a page of ${size} returned ${status}; if that size is too small, declare minimum in the document`,
      );
    const wrong = pages.find((page) => asks(page) && (page.entries?.length ?? 0) > size);
    if (wrong === undefined) return held;
    const least = first.entries.length;
    if (wrong === first && larger?.entries?.length === least + 1)
      return inconclusive(
        'no-usable-case',
        `a size below ${least} seems to be raised; declare minimum in the document`,
      );
    return violated({
      expected: `a page of size ${size} or less`,
      actual: `a page of size ${wrong.entries?.length}`,
      shows: [wrong.exchange],
    });
  },
  monitor: monitorPage('no more entries than requested', (page) => {
    const asked = readAskedSize(page);
    if (asked === undefined) return undefined;
    return page.entries.length > asked ? `${page.entries.length} entries on a page of ${asked}` : null;
  }),
  silentIn: ['pagination-offset', 'pagination-page', 'pagination-keyset', 'pagination-range', 'small-pages'],
});
