import { creatable, defineRule, heldWithNote, idempotencyKeyed, oneOf, record } from '#rule';
import { askOddly, type Oddity } from './_odd.js';

/** What a key may look like, and what uses it up, is for the service to say: what it does is written down. */
export default defineRule({
  clause: 'KEY-09',
  level: 'MAY',
  family: 'http',
  per: 'collection',
  title: 'No key, a long key and the key of a refused attempt may differ',
  otherwise: 'No key, a long key and the key of a refused attempt were not observed',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, idempotencyKeyed],
  cases: 3,
  given: (bodies) =>
    record({
      body: bodies.body(),
      broken: bodies.nearMiss(),
      oddity: oneOf<Oddity>('no key', 'a key of 300 characters', 'the key of a refused attempt'),
    }),
  when: async ({ body, broken, oddity }, tools) => ({
    oddity,
    exchange: await askOddly(oddity, body, broken, tools),
  }),
  then: ({ oddity, exchange }) => heldWithNote(`a creation with ${oddity} is answered ${exchange.answer?.status}`),
  proof: {
    violatedBy: [],
    silentIn: ['keys-required', 'key-sf-string', 'key-in-body', 'key-mismatch-409', 'unique-reference'],
  },
});
