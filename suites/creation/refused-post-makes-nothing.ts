import {
  answered,
  assume,
  breakable,
  held,
  inconclusive,
  listable,
  makeable,
  markable,
  record,
  rule,
  violated,
} from '#rule';
import { isTraceable } from './_broken.js';
import { carrying } from './_carrying.js';

/** A valid sibling, made after the refusal, shows that the list has caught up and shows marks. */
export default rule({
  clause: 'CRE-04',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A refused POST makes nothing',
  otherwise: 'A refused POST made something',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, breakable, markable, listable],
  cases: 24,
  given: (bodies) => record({ miss: bodies.nearMiss(), body: bodies.body() }),
  when: async ({ miss, body }, { items, collection }) => {
    const attempt = await items.post(miss.body, { marked: true });
    const refused = attempt.exchange;
    const why = `a body with ${miss.keyword} broken at ${miss.pointer || '/'} was answered ${refused.answer?.status}`;
    assume(isTraceable(miss, attempt, collection.marker), 'no-usable-case', 'the broken body cannot carry the mark');
    assume(!answered(refused, 401, 403), 'refused', why);
    assume(answered(refused, 4), 'setup', why);
    const control = await items.post(body, { marked: true, role: 'control' });
    assume(answered(control.exchange, 2), 'setup', `a valid POST was answered ${control.exchange.answer?.status}`);
    const listing = await items.listUntil(({ entries }) => entries.some(carrying(control.mark)));
    return { refused, listing, mark: attempt.mark, isCurrent: listing.entries.some(carrying(control.mark)) };
  },
  then: ({ refused, listing, mark, isCurrent }) => {
    const made = listing.entries.find(carrying(mark));
    if (made !== undefined) {
      const pages = listing.pages.filter((exchange) => exchange.answer?.text.includes(mark)).slice(0, 1);
      const expected = `nothing made by a POST that was answered ${refused.answer?.status}`;
      return violated({ expected, actual: made, shows: [refused, ...pages] });
    }
    if (!isCurrent) return inconclusive('no-usable-case', 'the list does not show the mark of what was made');
    return listing.isWhole ? held : inconclusive('setup', listing.trouble ?? 'the list is too long to be seen whole');
  },
  proof: {
    violatedBy: ['refused-post-still-makes', 'refused-post-over-the-maximum-still-makes'],
    silentIn: ['normalising', 'pagination-offset', 'pagination-page', 'error-member', 'created-location-only'],
  },
});
