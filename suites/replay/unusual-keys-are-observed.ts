import { defineRule, heldWithNote, needs, values } from '#rule';
import { createWithUnusualKey, type UnusualKey } from './_shared/unusual-keys.js';

/** The service decides which keys are valid and when a key is used up: the rule reports it. */
export default defineRule({
  clause: 'KEY-09',
  per: 'collection',
  title: 'Missing keys, long keys and keys of refused attempts (observed)',
  otherwise: 'Missing keys, long keys and keys of refused attempts were not observed',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [needs.postable, needs.idempotencyKeyed],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      broken: bodies.nearMiss(),
      oddity: values.oneOf<UnusualKey>('no key', 'a key of 300 characters', 'the key of a refused attempt'),
    }),
  when: async ({ body, broken, oddity }, tools) => ({
    oddity,
    exchange: await createWithUnusualKey(oddity, body, broken, tools),
  }),
  then: ({ oddity, exchange }) => heldWithNote(`a creation with ${oddity} returned ${exchange.answer?.status}`),
  proof: { silentIn: ['keys-required', 'key-sf-string', 'key-in-body', 'key-mismatch-409', 'unique-reference'] },
});
