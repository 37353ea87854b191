import { defineRule, heldWithNote, needs, values } from '#rule';
import { readMaxAge, readWithoutCacheControl } from './_shared/reads.js';

/** The profile declares how long a GET of an item may be cached. */
const declaredFreshness = needs.defineNeed('collection', {
  name: 'declared cache lifetime',
  reason: 'no cache lifetime is declared',
  enable: 'cache',
  isMet: ({ maxAge }) => maxAge !== undefined,
});

/** Caching is optional: the rule reports whether the response has the max-age that the profile declares. */
export default defineRule({
  clause: 'CACHE-01',
  title: 'GET sends its declared cache lifetime (observed)',
  otherwise: 'The cache lifetime of GET was not observed',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, declaredFreshness],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => ({
    told: readMaxAge(await readWithoutCacheControl(await tools.items.create(body), tools)),
  }),
  then: ({ told }, { collection: { maxAge } }) => {
    if (told === undefined) return heldWithNote(`the profile declares ${maxAge} seconds, but GET has no max-age`);
    const isMeant = told === maxAge;
    return heldWithNote(
      `GET has a max-age of ${told} seconds${isMeant ? ', as declared' : `; the profile declares ${maxAge}`}`,
    );
  },
  silentIn: ['fresh-for-30-seconds', 'etags'],
});
