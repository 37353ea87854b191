import {
  creatable,
  defineRule,
  type Exchange,
  hasStatus,
  held,
  heldWithNote,
  inconclusive,
  isCached,
  isIdReused,
  isNewlyDeleted,
  isTombstone,
  readable,
  record,
  removable,
  violated,
  visibleDeletion,
} from '#rule';
import { createAndRemove, tombstoneHint } from './_remove-item.js';

export default defineRule({
  clause: 'DEL-02',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A deleted item is gone',
  otherwise: 'A deleted item is still there',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, removable, visibleDeletion],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const { item, read, removed } = await createAndRemove(items, body);
    const isGone = (look: Exchange) => hasStatus(look, 404, 410) || isTombstone(collection, look.answer?.json);
    return { item, read, removed, after: await item.getUntil(isGone) };
  },
  then: ({ item, read, removed, after }, { dialect, collection }) => {
    const status = after.answer?.status;
    if (hasStatus(after, 404, 410)) return held;
    if (isTombstone(collection, after.answer?.json)) return heldWithNote('the deleted item is shown as deleted');
    if (hasStatus(after, 401, 403)) return inconclusive('refused', `GET returned ${status}`);
    if (!hasStatus(after, 2))
      return inconclusive('setup', `GET returned ${status}, which does not show whether the item exists`);
    if (dialect.deletedItem === 'tombstone')
      return inconclusive('setup', 'the profile declares that tombstones stay readable');
    if (isNewlyDeleted(read.answer?.json, after.answer?.json)) return inconclusive('setup', tombstoneHint);
    if (isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    if (isIdReused(item.sent, read.answer?.json, after.answer?.json))
      return inconclusive('noise', 'the URL shows another item, because the service reused the id');
    return violated({
      expected: `GET after DELETE returns ${dialect.deletedItem === 'gone' ? '410' : '404'}`,
      actual: `GET returned ${status}`,
      shows: [item.createdBy, removed, after],
    });
  },
  proof: {
    violatedBy: [
      'delete-keeps-the-order',
      'delete-only-removes-from-the-list',
      'missing-order-answers-200-with-an-error',
    ],
    silentIn: ['soft-delete-410', 'second-delete-204', 'second-delete-410', 'ids-integer', 'time-in-the-body'],
  },
});
