import { defineRule, needs, values } from '#rule';
import { monitorKeys } from '../_shared/recorded-keys.js';
import { countItems, judgeItemCount } from './_shared/count-items.js';
import { omitUniqueMembers, prepareContent, runConcurrently } from './_shared/creations.js';

/** Each response may have any status, 409 and 425 too: the items that exist after all have ended count. */
export default defineRule({
  clause: 'KEY-02',
  title: 'Concurrent POSTs with one key create one item',
  otherwise: 'Concurrent POSTs with one key created several items',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['creation/identity-is-stable', 'replay/repeated-key-creates-one-item'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), count: values.integer(2, 8) }),
  when: async ({ body, count }, tools) => {
    const { items, fresh } = tools;
    const key = fresh.key();
    const like = await prepareContent(await omitUniqueMembers(body, tools), items);
    const atOnce = await runConcurrently(count, () => items.post(body, { key, like }));
    const isNamedByAll = atOnce.every(({ item }) => item !== undefined);
    const after = isNamedByAll ? [] : [await items.post(body, { key, like, role: 'control' })];
    const sent = atOnce.map(({ exchange }) => exchange);
    return { sent, census: await countItems(tools, [...atOnce, ...after]) };
  },
  then: ({ sent, census }) => judgeItemCount(census, sent),
  monitor: monitorKeys(({ isSame, isConcurrent }) => isSame && isConcurrent),
  silentIn: ['key-in-flight-409', 'key-replays-200', 'key-replays-current', 'key-in-body', 'unique-reference'],
});
