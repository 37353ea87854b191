import { type Collection, defineMonitor, defineRule, held, heldWithNote, needs, values } from '#rule';
import { readSizeText } from '../_shared/recorded-pages.js';
import { ensureEntries } from './_shared/create-items.js';
import { findPageLimit, judgeForged, type RequestedPage } from './_shared/forged-cursor.js';

/** Maximum number of items that are created to see whether an invalid value removes the page limit. */
const worth = 10;

/** Each value is sent once as the size, and once as the position where pages are counted. */
export default defineRule({
  clause: 'PAG-07',
  title: 'Invalid paging values are refused or ignored',
  otherwise: 'An invalid paging value caused a server error, or removed the page limit',
  touches: 'reads',
  needs: [needs.listable, needs.pageSizeParameter],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      values: values.oneOf(['-1', 'abc', ''], ['0', '1.5', '99999999999999999999'], ['-99', '1e3', ' ', '%']),
    }),
  when: async ({ body, values }, { items, collection }) => {
    const { maxSize } = collection.pagination;
    if (maxSize !== undefined && maxSize <= worth) await ensureEntries(items, body, maxSize + 1);
    // A service that clamps to an unknown maximum returns more than the usual page.
    const limit = maxSize === undefined ? Number.POSITIVE_INFINITY : await findPageLimit(items, 0, maxSize);
    const asked: RequestedPage[] = [];
    for (const path of values.flatMap((value) => pathsWith(collection, items.firstPage(value), value)))
      asked.push({ page: await items.page(path), limit });
    return { limit, asked, isSeen: maxSize !== undefined && maxSize <= worth };
  },
  then: ({ limit, asked, isSeen }) => {
    const wrong = asked.map(judgeForged).find((finding) => finding !== undefined);
    if (wrong) return wrong;
    const which = Number.isFinite(limit) ? `the limit of ${limit}` : 'a limit, which is not known';
    return isSeen
      ? held
      : heldWithNote(`the collection has too few items to see whether an invalid value removes ${which}`);
  },
  monitor: defineMonitor({
    expected: 'a refusal, or a page',
    on: (exchange, traffic) => {
      const text = readSizeText(exchange, traffic);
      if (exchange.answer === undefined || text === undefined || /^\d{1,6}$/.test(text)) return undefined;
      return exchange.answer.status === 500 ? { flaw: `500 for the page size ${text}` } : 'kept';
    },
  }),
  silentIn: ['pagination-offset', 'pagination-page', 'pagination-spring', 'past-end-404', 'over-max-rejects'],
});

/** Requests with the value as the size, and as the page number or offset. */
function pathsWith({ pagination }: Collection, sizedPath: string, value: string): string[] {
  const { page, offset } = pagination.params;
  const start = pagination.style === 'page' ? page : pagination.style === 'offset' ? offset : undefined;
  if (start === undefined) return [sizedPath];
  const [path, query] = sizedPath.split('?');
  const begun = new URLSearchParams(query);
  begun.delete(pagination.params.size ?? '');
  begun.set(start, value);
  return [sizedPath, `${path}?${begun}`];
}
