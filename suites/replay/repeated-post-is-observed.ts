import { creatable, defineCollectionNeed, defineRule, hasStatus, heldWithNote, record } from '#rule';
import { tookPlace } from './_first.js';

const keyless = defineCollectionNeed(
  'keyless',
  'a creation without an idempotency key is not accepted',
  'idempotency.required',
  ({ idempotency }) => idempotency?.required !== true,
);

/** POST promises nothing about repetition, so there is nothing to break: what a blind retry does is written down. */
export default defineRule({
  clause: 'CRE-05',
  level: 'MAY',
  family: 'convention',
  per: 'collection',
  title: 'POST repeated without a key may make a second thing',
  otherwise: 'POST repeated without a key was not observed',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, keyless],
  cases: 2,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const first = tookPlace(await items.post(body));
    const { exchange, item } = await items.post(body, { like: first });
    return { exchange, isOther: item !== undefined && item.id !== first.item.id };
  },
  then: ({ exchange, isOther }) => {
    if (isOther) return heldWithNote('POST repeated without a key makes a second thing');
    const what = hasStatus(exchange, 2) ? ', and names no second thing' : '';
    return heldWithNote(`POST repeated without a key is answered ${exchange.answer?.status}${what}`);
  },
  proof: { violatedBy: [], silentIn: ['unique-reference', 'created-location-only', 'ids-integer', 'etags'] },
});
