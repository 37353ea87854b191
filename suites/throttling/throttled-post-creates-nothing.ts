import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { burstUntil429, declaredRateLimit, postMarked } from './_shared/burst.js';
import { waitForReset } from './_shared/wait.js';

const needed = [needs.postable, needs.markable, needs.listable];

/** The item that is created after the limit has ended shows that the list is up to date and shows markers. */
export default defineRule({
  clause: 'RATE-04',
  per: 'service',
  title: 'A POST that returned 429 creates nothing',
  otherwise: 'A POST that returned 429 created an item',
  touches: 'floods',
  watches: 'service',
  needs: [...needed, declaredRateLimit],
  assumes: ['throttling/requests-over-the-limit-answer-429'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), posts: values.integer(1, 3) }),
  when: async ({ body, posts }, tools) => {
    const collection = tools.subject.service().collections.find((one) => needed.every((need) => need.isMet(one)));
    assume(collection !== undefined, 'setup', 'no collection can be both created in and listed');
    const items = tools.related.getItems(collection);
    const model = await items.post(body, { marked: true, role: 'control' });
    assume(http.hasStatus(model.exchange, 2), 'setup', `POST returned ${model.exchange.answer?.status}`);
    const sent = await burstUntil429(tools);
    const posted = [];
    while (posted.length < posts) posted.push(await postMarked(model, collection, tools));
    await waitForReset(sent);
    const control = await items.post(body, { marked: true, role: 'control' });
    const listing = await items.listUntil((seen) => compare.isListed(seen, control.mark));
    for (const { mark } of posted) for (const entry of compare.findMarkedEntries(listing, mark)) items.claim(entry);
    const refused = posted.filter(({ exchange }) => http.hasStatus(exchange, 429));
    return { refused, listing, isCurrent: compare.isListed(listing, control.mark) };
  },
  then: ({ refused, listing, isCurrent }) => {
    if (refused.length === 0) return inconclusive('no-usable-case', 'no POST returned 429');
    const made = refused.find(({ mark }) => compare.isListed(listing, mark));
    if (made !== undefined) {
      const [actual = null] = compare.findMarkedEntries(listing, made.mark);
      const shows = [made.exchange, ...compare.findMarkedPages(listing, made.mark).slice(0, 1)];
      return violated({ expected: 'no item created by a POST that returned 429', actual, shows });
    }
    if (!isCurrent) return inconclusive('no-usable-case', 'the list does not show the marker of the created item');
    return listing.isWhole
      ? held
      : inconclusive('setup', listing.trouble ?? 'the list is too long to be read completely');
  },
  silentIn: ['rate-limited', 'rate-limited-date'],
});
