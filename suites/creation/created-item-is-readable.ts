import {
  assume,
  creatable,
  defineRule,
  hasStatus,
  held,
  inconclusive,
  isPending,
  readable,
  record,
  violated,
} from '#rule';

export default defineRule({
  clause: 'RES-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'What was made is readable at its URL',
  otherwise: 'What was made is not readable at its URL',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable],
  cases: 4,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const item = await items.create(body);
    assume(!isPending(item.createdBy), 'setup', 'creation was answered 202, so nothing need be there yet');
    const read = await item.getUntil((exchange) => hasStatus(exchange, 200));
    return { item, read };
  },
  then: ({ item, read }) => {
    const status = read.answer?.status;
    if (hasStatus(read, 2)) return held;
    if (hasStatus(read, 401, 403)) return inconclusive('refused', `GET was answered ${status}`);
    if (!hasStatus(read, 404, 410)) return inconclusive('setup', `GET was answered ${status}, which does not tell`);
    return violated({
      expected: 'GET of what was made answers 200',
      actual: `GET answers ${status}`,
      shows: [item.createdBy, read],
    });
  },
  proof: {
    violatedBy: ['created-order-is-lost', 'order-at-the-maximum-is-lost'],
    silentIn: ['created-location-only', 'ids-integer', 'ids-prefixed', 'time-in-the-body', 'etags', 'nullable-30'],
  },
});
