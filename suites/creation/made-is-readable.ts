import { answered, assume, held, inconclusive, isPending, makeable, readable, record, rule, violated } from '#rule';

export default rule({
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
  needs: [makeable, readable],
  cases: 4,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const item = await items.make(body);
    assume(!isPending(item.made), 'setup', 'creation was answered 202, so nothing need be there yet');
    const read = await item.getUntil((exchange) => answered(exchange, 200));
    return { item, read };
  },
  then: ({ item, read }) => {
    const status = read.answer?.status;
    if (answered(read, 2)) return held;
    if (answered(read, 401, 403)) return inconclusive('refused', `GET was answered ${status}`);
    if (!answered(read, 404, 410)) return inconclusive('setup', `GET was answered ${status}, which does not tell`);
    return violated({
      expected: 'GET of what was made answers 200',
      actual: `GET answers ${status}`,
      shows: [item.made, read],
    });
  },
  proof: {
    violatedBy: ['made-is-lost', 'made-at-the-maximum-is-lost'],
    silentIn: ['created-location-only', 'ids-integer', 'ids-prefixed', 'clock-in-the-body', 'etags', 'nullable-30'],
  },
});
