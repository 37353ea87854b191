import { defineRule, heldWithNote, http, needs, values } from '#rule';
import { assumeCreated } from './_shared/creations.js';

const keyless = needs.defineNeed('collection', {
  name: 'keyless',
  reason: 'a creation without an idempotency key is not accepted',
  enable: 'idempotency.required',
  isMet: ({ idempotency }) => idempotency?.required !== true,
});

/** POST promises nothing about repetition, so nothing can be violated: the rule reports what a retry without a key does. */
export default defineRule({
  clause: 'CRE-05',
  title: 'A POST repeated without a key may create a second item (observed)',
  otherwise: 'A POST repeated without a key was not observed',
  touches: 'writes',
  needs: [needs.postable, keyless],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const first = assumeCreated(await items.post(body));
    const { exchange, item } = await items.post(body, { like: first });
    return { exchange, isOther: item !== undefined && item.id !== first.item.id };
  },
  then: ({ exchange, isOther }) => {
    if (isOther) return heldWithNote('POST repeated without a key creates a second item');
    const what = http.hasStatus(exchange, 2) ? ', without naming a second item' : '';
    return heldWithNote(`POST repeated without a key returned ${exchange.answer?.status}${what}`);
  },
  silentIn: ['unique-reference', 'created-location-only', 'ids-integer', 'etags'],
});
