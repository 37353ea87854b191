import { creatable, defineRule, hasStatus, held, inconclusive, readable, record, removable, violated } from '#rule';
import { createAndRead } from './_create-item.js';

export default defineRule({
  clause: 'DEL-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'DELETE of an existing item returns 200 or 204',
  otherwise: 'DELETE of an existing item returned neither 200 nor 204',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, removable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const { item } = await createAndRead(items, body);
    return { made: item.createdBy, removed: await item.delete() };
  },
  then: ({ made, removed }) => {
    const status = removed.answer?.status;
    if (hasStatus(removed, 200, 204)) return held;
    if (hasStatus(removed, 401, 403)) return inconclusive('refused', `DELETE returned ${status}`);
    if (hasStatus(removed, 5)) return inconclusive('no-answer', `DELETE returned ${status}`);
    if (status === 202 || !hasStatus(removed, 2)) return inconclusive('setup', `DELETE returned ${status}`);
    return violated({
      expected: 'DELETE returns 200 or 204',
      actual: `DELETE returned ${status}`,
      shows: [made, removed],
    });
  },
  proof: {
    violatedBy: ['delete-answers-201'],
    silentIn: ['soft-delete-410', 'second-delete-204', 'etags', 'ids-integer'],
  },
});
