import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { changeable, conditionalWrites, drawChange } from './_shared/change.js';
import { monitorStaleMatch, type OutdatedKind, outdateTag } from './_shared/reads.js';

/** A change with the current entity tag comes first, as a control. */
export default defineRule({
  clause: 'CACHE-03',
  title: 'DELETE with an outdated If-Match removes nothing',
  otherwise: 'DELETE with an outdated If-Match removed the item',
  isReportedOnce: true,
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, changeable, needs.removable, conditionalWrites],
  assumes: ['creation/created-item-is-readable', 'caching/changed-representation-does-not-answer-304'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      change: drawChange(bodies),
      outdating: values.oneOf<OutdatedKind>('was current', 'was never used', 'is one of several'),
    }),
  when: async ({ body, change, outdating }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const { written, match } = await outdateTag(item, change, outdating, tools);
    const removed = await tools.client.send({ method: 'DELETE', path: item.path, headers: { 'if-match': match } });
    return { written, removed, after: await item.get() };
  },
  then: ({ written, removed, after }) => {
    const status = after.answer?.status;
    if (http.hasStatus(after, 200)) return held;
    if (!http.hasStatus(after, 404, 410)) return inconclusive('setup', `GET after DELETE returned ${status}`);
    const shows = [written, removed, after];
    return violated({ expected: 'the item still exists', actual: `GET returned ${status}`, shows });
  },
  monitor: monitorStaleMatch(({ method }) => method === 'DELETE'),
  silentIn: ['etags', 'weak-etags', 'second-delete-204', 'soft-delete-410', 'access-bearer'],
});
