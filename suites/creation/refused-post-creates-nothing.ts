import { assume, compare, defineRule, held, http, type Items, inconclusive, needs, values, violated } from '#rule';

/** A valid item, created after the refusal, shows that the list is up to date and shows markers. */
export default defineRule({
  clause: 'CRE-04',
  title: 'A refused POST creates nothing',
  otherwise: 'A refused POST created an item',
  touches: 'writes',
  needs: [needs.postable, needs.constrainedBodies, needs.markable, needs.listable],
  cases: 3,
  given: (bodies) => values.record({ invalid: values.batch(bodies.nearMiss(), 6), body: bodies.body() }),
  when: async ({ invalid, body }, { items, collection }) => {
    // A body that is invalid at the marker can be refused, but not be found; and a replaced value could make the body valid.
    const dressable = invalid.filter((miss) => values.canBePrepared(miss, collection));
    const tried = [];
    for (const miss of dressable.length > 0 ? dressable : invalid) tried.push(await refusal(items, miss));
    const traceable = tried.filter(({ isTraceable }) => isTraceable);
    const taken = tried.find(({ isTaken }) => isTaken);
    assume(traceable.length > 0 || taken === undefined, 'setup', taken?.why ?? '');
    assume(traceable.length > 0, 'no-usable-case', `${tried[0]?.why}, and cannot be found by a marker`);
    // Where items cannot be removed, no more may be created, and what is listed needs no control.
    const early = collection.remove ? undefined : await items.list();
    if (early && traceable.some(({ mark }) => compare.isListed(early, mark)))
      return { traceable, listing: early, isCurrent: true };
    const control = await items.post(body, { marked: true, role: 'control' });
    assume(http.hasStatus(control.exchange, 2), 'setup', `a valid POST returned ${control.exchange.answer?.status}`);
    const listing = await items.listUntil((seen) => compare.isListed(seen, control.mark));
    return { traceable, listing, isCurrent: compare.isListed(listing, control.mark) };
  },
  then: ({ traceable, listing, isCurrent }) => {
    for (const { refused, mark } of traceable) {
      const [made] = compare.findMarkedEntries(listing, mark);
      if (made === undefined) continue;
      const pages = compare.findMarkedPages(listing, mark).slice(0, 1);
      const expected = `no item created by a POST that returned ${refused.answer?.status}`;
      return violated({ expected, actual: made, shows: [refused, ...pages] });
    }
    if (!isCurrent) return inconclusive('no-usable-case', 'the list does not show the marker of the created item');
    return listing.isWhole
      ? held
      : inconclusive('setup', listing.trouble ?? 'the list is too long to be read completely');
  },
  silentIn: ['normalising', 'pagination-offset', 'pagination-page', 'error-member', 'created-location-only'],
});

/** Sends an invalid body; it can be traced if it was refused, is still invalid and carries its marker. */
async function refusal(items: Items, miss: values.NearMiss) {
  const { exchange: refused, sent, mark } = await items.post(miss.body, { marked: true, isInvalid: true });
  const isBroken = values.isStillBroken(miss, sent);
  const why = `a body with ${values.describeNearMiss(miss)}${isBroken ? '' : ', made valid by required values,'} returned ${refused.answer?.status}`;
  assume(!http.hasStatus(refused, 401, 403), 'refused', why);
  const isTraceable = http.hasStatus(refused, 4) && isBroken && JSON.stringify(sent).includes(mark);
  return { refused, mark, why, isTraceable, isTaken: isBroken && !http.hasStatus(refused, 4) };
}
