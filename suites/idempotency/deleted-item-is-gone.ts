import {
  compare,
  defineMonitor,
  defineRule,
  type Exchange,
  held,
  heldWithNote,
  http,
  inconclusive,
  needs,
  values,
  violated,
} from '#rule';
import { createAndRemove, tombstoneHint, visibleDeletion } from './_shared/remove-item.js';

export default defineRule({
  clause: 'DEL-02',
  title: 'A deleted item is gone',
  otherwise: 'A deleted item is still there',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.removable, visibleDeletion],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const { item, read, removed } = await createAndRemove(items, body);
    const isGone = (look: Exchange) =>
      http.hasStatus(look, 404, 410) || compare.isTombstone(collection, look.answer?.json);
    return { item, read, removed, after: await item.getUntil(isGone) };
  },
  then: ({ item, read, removed, after }, { dialect, collection }) => {
    const status = after.answer?.status;
    if (http.hasStatus(after, 404, 410)) return held;
    if (compare.isTombstone(collection, after.answer?.json))
      return heldWithNote('the deleted item is shown as deleted');
    if (http.hasStatus(after, 401, 403)) return inconclusive('refused', `GET returned ${status}`);
    if (!http.hasStatus(after, 2))
      return inconclusive('setup', `GET returned ${status}, which does not show whether the item exists`);
    if (dialect.deletedItem === 'tombstone')
      return inconclusive('setup', 'the profile declares that tombstones stay readable');
    if (compare.isNewlyDeleted(read.answer?.json, after.answer?.json)) return inconclusive('setup', tombstoneHint);
    if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    if (compare.isIdReused(item.sent, read.answer?.json, after.answer?.json))
      return inconclusive('noise', 'the URL shows another item, because the service reused the id');
    return violated({
      expected: `GET after DELETE returns ${dialect.deletedItem === 'gone' ? '410' : '404'}`,
      actual: `GET returned ${status}`,
      shows: [item.createdBy, removed, after],
    });
  },
  monitor: defineMonitor({
    expected: 'GET after DELETE returns 404 or 410',
    on: (exchange, traffic) => {
      const { write, before } = traffic.getTrack(exchange.path);
      const isDeleted = write?.method === 'DELETE' && http.hasStatus(write, 200, 204);
      if (exchange.method !== 'GET' || !isDeleted || !traffic.isSettled(write, exchange, exchange.path))
        return undefined;
      if (!http.hasStatus(exchange, 200)) return http.hasStatus(exchange, 404, 410) ? 'kept' : undefined;
      const isOpen = http.isCached(exchange) || !exchange.hasText || exchange.answer?.json === undefined;
      if (isOpen || compare.isNewlyDeleted(before?.answer?.json, exchange.answer?.json)) return undefined;
      return { flaw: 'GET returned 200', shows: [write, exchange] };
    },
  }),
  silentIn: ['soft-delete-410', 'second-delete-204', 'second-delete-410', 'ids-integer', 'time-in-the-body'],
});
