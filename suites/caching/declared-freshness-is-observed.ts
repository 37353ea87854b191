import { creatable, declaredFreshness, defineRule, heldWithNote, readable, record } from '#rule';
import { maxAgeIn } from './_freshness.js';
import { readPlainly } from './_tagged.js';

/** Caching is an offer: whether the answer makes the one that the profile declares is written down. */
export default defineRule({
  clause: 'CACHE-01',
  level: 'MAY',
  family: 'convention',
  per: 'collection',
  title: 'GET may say for how long it can be kept',
  otherwise: 'GET was not observed for what it says of caching',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, declaredFreshness],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, tools) => ({ told: maxAgeIn(await readPlainly(await tools.items.create(body), tools)) }),
  then: ({ told }, { collection: { maxAge } }) => {
    if (told === undefined) return heldWithNote(`${maxAge} seconds are declared, and GET names no max-age`);
    const isMeant = told === maxAge;
    return heldWithNote(
      `GET names a max-age of ${told} seconds${isMeant ? ', as declared' : `; ${maxAge} are declared`}`,
    );
  },
  proof: { violatedBy: [], silentIn: ['fresh-for-30-seconds', 'etags'] },
});
