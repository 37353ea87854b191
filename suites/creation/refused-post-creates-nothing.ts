import {
  assume,
  batch,
  canBePrepared,
  constrainedBodies,
  creatable,
  defineRule,
  describeNearMiss,
  findMarkedEntries,
  findMarkedPages,
  hasStatus,
  held,
  type Items,
  inconclusive,
  isListed,
  isStillBroken,
  listable,
  listPreparedMembers,
  markable,
  type NearMiss,
  record,
  violated,
} from '#rule';

/** A valid sibling, made after the refusal, shows that the list has caught up and shows marks. */
export default defineRule({
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
  needs: [creatable, constrainedBodies, markable, listable],
  cases: 3,
  given: (bodies) => record({ misses: batch(bodies.nearMiss(), 6), body: bodies.body() }),
  when: async ({ misses, body }, { items, collection }) => {
    // What is broken at the marker can be refused, but never be found; what is put in place of what is broken mends it.
    const places = listPreparedMembers(collection);
    const dressable = misses.filter((miss) => canBePrepared(miss, places));
    const tried = [];
    for (const miss of dressable.length > 0 ? dressable : misses) tried.push(await refusal(items, miss));
    const traceable = tried.filter(({ isTraceable }) => isTraceable);
    const taken = tried.find(({ isTaken }) => isTaken);
    assume(traceable.length > 0 || taken === undefined, 'setup', taken?.why ?? '');
    assume(traceable.length > 0, 'no-usable-case', `${tried[0]?.why}, and cannot be found by a mark`);
    const control = await items.post(body, { marked: true, role: 'control' });
    assume(hasStatus(control.exchange, 2), 'setup', `a valid POST was answered ${control.exchange.answer?.status}`);
    const listing = await items.listUntil((seen) => isListed(seen, control.mark));
    return { traceable, listing, isCurrent: isListed(listing, control.mark) };
  },
  then: ({ traceable, listing, isCurrent }) => {
    for (const { refused, mark } of traceable) {
      const [made] = findMarkedEntries(listing, mark);
      if (made === undefined) continue;
      const pages = findMarkedPages(listing, mark).slice(0, 1);
      const expected = `nothing made by a POST that was answered ${refused.answer?.status}`;
      return violated({ expected, actual: made, shows: [refused, ...pages] });
    }
    if (!isCurrent) return inconclusive('no-usable-case', 'the list does not show the mark of what was made');
    return listing.isWhole ? held : inconclusive('setup', listing.trouble ?? 'the list is too long to be seen whole');
  },
  proof: {
    violatedBy: ['refused-post-still-creates', 'refused-post-over-the-maximum-still-creates'],
    silentIn: ['normalising', 'pagination-offset', 'pagination-page', 'error-member', 'created-location-only'],
  },
});

/** POSTs what should be refused; it can be traced when it is, is still broken and carries its mark. Who takes one may refuse another. */
async function refusal(items: Items, miss: NearMiss) {
  const { exchange: refused, sent, mark } = await items.post(miss.body, { marked: true });
  const isBroken = isStillBroken(miss, sent);
  const why = `a body with ${describeNearMiss(miss)}${isBroken ? '' : ', mended by what had to be put in,'} was answered ${refused.answer?.status}`;
  assume(!hasStatus(refused, 401, 403), 'refused', why);
  const isTraceable = hasStatus(refused, 4) && isBroken && JSON.stringify(sent).includes(mark);
  return { refused, mark, why, isTraceable, isTaken: isBroken && !hasStatus(refused, 4) };
}
