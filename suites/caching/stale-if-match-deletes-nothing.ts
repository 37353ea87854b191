import {
  creatable,
  defineRule,
  hasStatus,
  held,
  inconclusive,
  oneOf,
  readable,
  record,
  removable,
  violated,
} from '#rule';
import { changeable, drawChange } from './_change.js';
import { type OutdatedKind, outdateTag } from './_outdated-tag.js';

/** A change with the current entity tag comes first, as a control. */
export default defineRule({
  clause: 'CACHE-03',
  level: 'MUST',
  family: 'http',
  per: 'collection',
  title: 'DELETE with an outdated If-Match removes nothing',
  otherwise: 'DELETE with an outdated If-Match removed the item',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, changeable, removable],
  assumes: ['creation/created-item-is-readable', 'caching/changed-representation-does-not-answer-304'],
  cases: 2,
  given: (bodies) =>
    record({
      body: bodies.body(),
      change: drawChange(bodies),
      outdating: oneOf<OutdatedKind>('was current', 'was never used', 'is one of several'),
    }),
  when: async ({ body, change, outdating }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const { written, match } = await outdateTag(item, change, outdating, tools);
    const removed = await tools.http.send({ method: 'DELETE', path: item.path, headers: { 'if-match': match } });
    return { written, removed, after: await item.get() };
  },
  then: ({ written, removed, after }) => {
    const status = after.answer?.status;
    if (hasStatus(after, 200)) return held;
    if (!hasStatus(after, 404, 410)) return inconclusive('setup', `GET after DELETE returned ${status}`);
    const shows = [written, removed, after];
    return violated({ expected: 'the item still exists', actual: `GET returned ${status}`, shows });
  },
  proof: {
    violatedBy: ['if-match-is-ignored', 'delete-ignores-if-match'],
    silentIn: ['etags', 'weak-etags', 'second-delete-204', 'soft-delete-410', 'access-bearer'],
  },
});
