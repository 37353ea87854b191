import { defineRule, type Items, needs, values } from '#rule';
import { countItems, judgeAborted, readOutcome } from './_shared/count-items.js';
import { omitUniqueMembers, repeatCreation } from './_shared/creations.js';

type AbortPoint = Parameters<Items['abort']>[1]['abortAt'];

/** The connection is closed after the whole request or half of it was sent; the client then does not know whether it arrived. */
export default defineRule({
  clause: 'KEY-03',
  title: 'An aborted POST, retried with its key, creates one item',
  otherwise: 'An aborted POST, retried with its key, did not create one item',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.listable, needs.markable, needs.idempotencyKeyed],
  assumes: [
    'creation/created-item-is-readable',
    'creation/identity-is-stable',
    'replay/repeated-key-creates-one-item',
    'replay/concurrent-requests-with-one-key-create-one-item',
  ],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      abortAt: values.oneOf<AbortPoint>('whole', 'half'),
      looks: values.oneOf(1, 1, 0),
    }),
  when: async ({ body, abortAt, looks }, tools) => {
    const { items, fresh } = tools;
    const key = fresh.key();
    const aborted = await items.abort(await omitUniqueMembers(body, tools), { key, abortAt, marked: true });
    // The read gives the service time to notice that the connection was closed.
    if (looks > 0) await items.page(items.firstPage(1));
    const asked = await repeatCreation(items, body, { key, like: aborted });
    const found = await readOutcome(asked.at(-1) ?? aborted, await countItems(tools, asked), tools);
    return { sent: [aborted, ...asked].map(({ exchange }) => exchange), ...found };
  },
  then: judgeAborted,
  silentIn: ['key-in-flight-409', 'key-replays-current', 'key-in-body', 'keys-required', 'unique-reference'],
});
