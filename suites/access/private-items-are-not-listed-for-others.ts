import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { getAsOtherTenant, privateItems } from './_shared/attempts.js';

/** The item is found by its marker: first on the page that shows it to its owner, then on the first page of the other tenant. */
export default defineRule({
  clause: 'AUTH-06',
  title: 'Private items of one caller are not listed for another',
  otherwise: 'A private item of one caller was listed for another',
  touches: 'writes',
  needs: [needs.creatable, needs.markable, needs.listable, privateItems, needs.credentialsFor('otherTenant')],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const { items } = tools;
    const { exchange: made, mark } = await items.post(body, { marked: true });
    assume(http.hasStatus(made, 2), 'setup', `POST returned ${made.answer?.status}`);
    const own = compare.findMarkedPages(await items.listUntil((seen) => compare.isListed(seen, mark)), mark)[0];
    assume(own !== undefined, 'no-usable-case', 'the list of the owner does not show the marker of the created item');
    const asked = [];
    for (const path of new Set([own.path, items.firstPage(), items.firstPage(null)])) {
      asked.push(await getAsOtherTenant(path, tools));
    }
    return { made, own, asked, mark };
  },
  then: ({ made, own, asked, mark }) => {
    const leak = asked.find((page) => http.hasStatus(page, 2) && compare.isListed({ pages: [page] }, mark));
    if (leak !== undefined) {
      const entries = Array.isArray(leak.answer?.json) ? leak.answer.json : [leak.answer?.json ?? null];
      const [actual = null] = compare.findMarkedEntries({ pages: [leak], entries }, mark);
      return violated({ expected: 'a page without the item', actual, shows: [made, own, leak] });
    }
    const isAnswered = asked.some((page) => http.hasStatus(page, 200, 206, 401, 403, 404));
    return isAnswered ? held : inconclusive('setup', `the other tenant got ${asked[0]?.answer?.status}`);
  },
  silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'pagination-offset', 'pagination-page'],
});
