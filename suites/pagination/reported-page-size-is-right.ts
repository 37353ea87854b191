import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';
import { readReportedSizes } from './_shared/reported-size.js';

/** The member has the name of the parameter. Two pages are requested that have as many entries as their sizes. */
export default defineRule({
  clause: 'PAG-13',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A page reports the size with which it was requested',
  otherwise: 'A page reports another size than the one with which it was requested',
  since: '0.2',
  stage: 'provisional',
  touches: 'reads',
  watches: 'item',
  needs: [needs.listable, needs.pageSizeParameter],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), size: values.integer(2, 4) }),
  when: async ({ body, size: wished }, { items, collection }) => {
    const sizes = [1, wished].map((one) => chooseSizeNear(one, collection)).filter((one) => one !== undefined);
    assume(sizes.length > 0, 'no-usable-case', 'no page size is known to be allowed');
    await ensureEntries(items, body, Math.max(...sizes) + 1);
    return readReportedSizes(items, collection, [...new Set(sizes)]);
  },
  then: (pages) => {
    if (pages.some(({ page, asked }) => page.entries?.length !== asked))
      return inconclusive('no-usable-case', 'a page has fewer entries than requested');
    const reporting = pages.filter(({ reported }) => reported !== undefined);
    if (reporting.length < pages.length)
      return inconclusive('no-usable-case', 'no page has a member with the name of the parameter for its size');
    if (pages.some(({ page }) => http.isCached(page.exchange)))
      return inconclusive('noise', 'a cache answered instead of the service');
    const wrong = pages.find(({ asked, reported }) => reported !== asked);
    return wrong === undefined
      ? held
      : violated({
          expected: wrong.asked,
          actual: wrong.reported ?? null,
          shows: pages.map(({ page }) => page.exchange),
        });
  },
  proof: { silentIn: ['pagination-spring', 'pagination-hal', 'small-pages'] },
});
