import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';

const reportedSize = needs.defineNeed('collection', {
  name: 'reported page size',
  reason: 'no page has a number with the name of the parameter for its size',
  enable: 'resources[].pagination.params.size',
  isMet: ({ pagination }) => pagination.reportedSize !== undefined && pagination.reportedSize !== '',
});

/** The member has the name of the parameter. Two pages are requested that have as many entries as their sizes. */
export default defineRule({
  clause: 'PAG-13',
  title: 'A page reports the size with which it was requested',
  otherwise: 'A page reports another size than the one with which it was requested',
  doubt: 'The reported size may be that of the page that was returned.',
  touches: 'reads',
  needs: [needs.listable, needs.pageSizeParameter, reportedSize],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), size: values.integer(2, 4) }),
  when: async ({ body, size: wished }, { items, collection }) => {
    const sizes = [1, wished].map((one) => chooseSizeNear(one, collection)).filter((one) => one !== undefined);
    assume(sizes.length > 0, 'no-usable-case', 'no page size is known to be allowed');
    await ensureEntries(items, body, Math.max(...sizes) + 1);
    const read = async (asked: number) => {
      const page = await items.page(items.firstPage(asked));
      const reported = compare.getAtPointer(page.exchange.answer?.json, collection.pagination.reportedSize ?? '');
      return { asked, page, reported: reported ?? null };
    };
    return Promise.all([...new Set(sizes)].map(read));
  },
  then: (pages, { collection }) => {
    if (pages.some(({ page, asked }) => page.entries?.length !== asked))
      return inconclusive('no-usable-case', 'a page has fewer entries than requested');
    if (pages.some(({ reported }) => typeof reported !== 'number'))
      return inconclusive('no-usable-case', 'a page does not report its size');
    if (pages.some(({ page }) => http.isCached(page.exchange)))
      return inconclusive('noise', 'a cache answered instead of the service');
    const wrong = pages.find(({ asked, reported }) => reported !== asked);
    if (wrong === undefined) return held;
    // It may be the maximum or the total, which have nothing to do with the request.
    const isSame = new Set(pages.map(({ reported }) => reported)).size === 1 && pages.length > 1;
    const { maxSize = wrong.reported, total, reportedSize: place } = collection.pagination;
    const mayBeTotal = total === undefined || total === place;
    if (isSame && (wrong.reported === maxSize || mayBeTotal))
      return inconclusive(
        'no-usable-case',
        'all pages report one number, which may be the maximum page size or the total',
      );
    const shows = pages.map(({ page }) => page.exchange);
    return violated({ expected: wrong.asked, actual: wrong.reported, shows });
  },
  silentIn: ['pagination-spring', 'pagination-hal', 'small-pages'],
});
