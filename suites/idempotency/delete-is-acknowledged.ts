import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { monitorWriteStatus } from '../_shared/recorded-sequences.js';

export default defineRule({
  clause: 'DEL-01',
  title: 'DELETE of an existing item returns 200 or 204',
  otherwise: 'DELETE of an existing item returned neither 200 nor 204',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.removable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const item = await items.create(body);
    await http.readBack(item);
    return { made: item.createdBy, removed: await item.delete() };
  },
  then: ({ made, removed }) => {
    const status = removed.answer?.status;
    if (http.hasStatus(removed, 200, 204)) return held;
    if (http.hasStatus(removed, 401, 403)) return inconclusive('refused', `DELETE returned ${status}`);
    if (http.hasStatus(removed, 5)) return inconclusive('no-answer', `DELETE returned ${status}`);
    if (status === 202 || !http.hasStatus(removed, 2)) return inconclusive('setup', `DELETE returned ${status}`);
    return violated({
      expected: 'DELETE returns 200 or 204',
      actual: `DELETE returned ${status}`,
      shows: [made, removed],
    });
  },
  monitor: monitorWriteStatus('DELETE'),
  silentIn: ['soft-delete-410', 'second-delete-204', 'etags', 'ids-integer'],
});
