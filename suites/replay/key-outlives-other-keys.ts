import { defineRule, needs, values } from '#rule';
import { countItems, judgeItemCount } from './_shared/count-items.js';
import { createWithKey, omitUniqueMembers } from './_shared/creations.js';

/** Number of other keys between a creation and its repetition. */
const otherKeys = 10;

/** A store of keys may be small, or keep the last key of a caller only. */
export default defineRule({
  clause: 'KEY-01',
  title: 'A key is still known after other keys were used',
  otherwise: 'A key that was used before other keys created another item',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['creation/created-item-is-readable', 'replay/repeated-key-creates-one-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const { items, fresh } = tools;
    const key = fresh.key();
    const first = await createWithKey(key, await omitUniqueMembers(body, tools), items);
    for (let i = 0; i < otherKeys; i += 1) await items.post(body, { key: fresh.key(), role: 'control' });
    const again = await items.post(body, { key, like: first });
    return { sent: [first.exchange, again.exchange], census: await countItems(tools, [first, again]) };
  },
  then: ({ sent, census }) => judgeItemCount(census, sent),
  silentIn: ['key-replays-200', 'key-replays-current', 'key-in-flight-409', 'key-in-body', 'unique-reference'],
});
