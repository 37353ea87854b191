import {
  answered,
  assume,
  breachOf,
  breakable,
  byChance,
  canBeDressed,
  dressedAt,
  entriesCarrying,
  held,
  inconclusive,
  isListed,
  isStillBroken,
  listable,
  makeable,
  markable,
  pagesCarrying,
  record,
  rule,
  several,
  violated,
} from '#rule';

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
  given: (bodies) =>
    record({
      miss: bodies.nearMiss(),
      spare: several(byChance(bodies.nearMiss()), 8, 8),
      body: bodies.body(),
    }),
  when: async ({ miss: first, spare, body }, { items, collection }) => {
    // What is broken at the marker can be refused, but never be found; what is put in place of what is broken mends it.
    const miss = [first, ...spare].find((one) => canBeDressed(one, dressedAt(collection))) ?? first;
    const { exchange: refused, sent, mark } = await items.post(miss.body, { marked: true });
    const isBroken = isStillBroken(miss, sent);
    const why = `a body with ${breachOf(miss)}${isBroken ? '' : ', mended by what had to be put in,'} was answered ${refused.answer?.status}`;
    assume(!answered(refused, 401, 403), 'refused', why);
    assume(answered(refused, 4), isBroken ? 'setup' : 'no-usable-case', why);
    const isTraceable = isBroken && JSON.stringify(sent).includes(mark);
    assume(isTraceable, 'no-usable-case', `${why}, but cannot carry the mark by which it would be found`);
    const control = await items.post(body, { marked: true, role: 'control' });
    assume(answered(control.exchange, 2), 'setup', `a valid POST was answered ${control.exchange.answer?.status}`);
    const listing = await items.listUntil((seen) => isListed(seen, control.mark));
    return { refused, listing, mark, isCurrent: isListed(listing, control.mark) };
  },
  then: ({ refused, listing, mark, isCurrent }) => {
    const [made] = entriesCarrying(listing, mark);
    if (made !== undefined) {
      const pages = pagesCarrying(listing, mark).slice(0, 1);
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
