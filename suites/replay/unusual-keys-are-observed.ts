import { assume, defineRule, heldWithNote, http, type Json, needs, type Tools, values } from '#rule';

/** The service decides which keys are valid and when a key is used up: the rule reports it. */
export default defineRule({
  clause: 'KEY-09',
  title: 'Missing keys, long keys and keys of refused attempts (observed)',
  otherwise: 'Missing keys, long keys and keys of refused attempts were not observed',
  touches: 'writes',
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
  silentIn: ['keys-required', 'key-sf-string', 'key-in-body', 'key-mismatch-409', 'unique-reference'],
});

/** A use of keys that no clause regulates. */
type UnusualKey = 'no key' | 'a key of 300 characters' | 'the key of a refused attempt';

async function createWithUnusualKey(oddity: UnusualKey, body: Json, broken: values.NearMiss, tools: Tools) {
  const { items, fresh } = tools;
  if (oddity === 'no key') return (await items.post(body, { key: null })).exchange;
  if (oddity === 'a key of 300 characters') return (await items.post(body, { key: fresh.word().repeat(25) })).exchange;
  const key = fresh.key();
  const refused = await items.post(broken.body, { key });
  const isRefused = http.hasStatus(refused.exchange, 400, 422) && values.isStillBroken(broken, refused.sent);
  assume(isRefused, 'no-usable-case', `no refused creation is known: it returned ${refused.exchange.answer?.status}`);
  return (await items.post(body, { key })).exchange;
}
