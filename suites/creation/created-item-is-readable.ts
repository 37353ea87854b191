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
  title: 'A created resource is readable at its URL',
  otherwise: 'A created resource is not readable at its URL',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable],
  cases: 4,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const item = await items.create(body);
    assume(!isPending(item.createdBy), 'setup', 'the creation returned 202, so the item may not exist yet');
    const read = await item.getUntil((exchange) => hasStatus(exchange, 200));
    return { item, read };
  },
  then: ({ item, read }) => {
    const status = read.answer?.status;
    if (hasStatus(read, 2)) return held;
    if (hasStatus(read, 401, 403)) return inconclusive('refused', `GET returned ${status}`);
    if (!hasStatus(read, 404, 410))
      return inconclusive('setup', `GET returned ${status}, which does not show whether the item exists`);
    return violated({
      expected: 'GET of the created item returns 200',
      actual: `GET returned ${status}`,
      shows: [item.createdBy, read],
    });
  },
  proof: {
    violatedBy: ['created-order-is-lost', 'order-at-the-maximum-is-lost'],
    silentIn: ['created-location-only', 'ids-integer', 'ids-prefixed', 'time-in-the-body', 'etags', 'nullable-30'],
  },
});
