import { assume, creatable, defineRule, hasStatus, held, readable, record, violated } from '#rule';

/** Copy this file to `suites/<suite>/<claim>.ts`; its path becomes the rule's id. Nothing is registered. */
export default defineRule({
  clause: 'RES-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'The promise, as a sentence about the service',
  otherwise: 'The same sentence, when it is broken',
  since: '0.1',
  stage: 'provisional',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable],
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const item = await items.create(body);
    const read = await item.getUntil((exchange) => hasStatus(exchange, 200));
    assume(!hasStatus(read, 5), 'no-answer', 'the service failed while it was looked at');
    return { item, read };
  },
  then: ({ read }) =>
    hasStatus(read, 200) ? held : violated({ expected: 'GET answers 200', actual: read.answer?.status ?? null }),
  proof: { violatedBy: ['created-order-is-lost'], silentIn: ['time-in-the-body'] },
});
