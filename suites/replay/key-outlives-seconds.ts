import { defineRule, http, needs, values } from '#rule';
import { countItems, judgeItemCount } from './_shared/count-items.js';
import { createWithKey, declaredLifetime, omitUniqueMembers } from './_shared/creations.js';

/** A store of keys with a lifetime of seconds shows here, and nowhere else. */
const waitMs = 3_000;

/** The repetition comes some seconds later, long before the declared lifetime of the key ends. */
export default defineRule({
  clause: 'KEY-01',
  title: 'A key is still known after some seconds',
  otherwise: 'A key that was used some seconds before created another item',
  doubt: 'A service may keep its keys for a shorter time than the check waits, and say so nowhere.',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed, declaredLifetime],
  assumes: ['creation/created-item-is-readable', 'replay/repeated-key-creates-one-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const key = tools.fresh.key();
    const first = await createWithKey(key, await omitUniqueMembers(body, tools), tools.items);
    await http.pause(waitMs);
    const again = await tools.items.post(body, { key, like: first });
    return { sent: [first.exchange, again.exchange], census: await countItems(tools, [first, again]) };
  },
  then: ({ sent, census }) => judgeItemCount(census, sent),
  silentIn: ['key-replays-200', 'key-replays-current', 'key-in-flight-409', 'keys-for-a-day'],
});
