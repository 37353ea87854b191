import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { findRemoval, findStatus, monitorAfter } from '../_shared/recorded-sequences.js';
import { readIfNoneMatch, readTag } from './_shared/reads.js';

/** A GET without a condition shows that the item is gone before its last entity tag is sent. */
export default defineRule({
  clause: 'CACHE-05',
  title: 'If-None-Match for a removed item does not return 304',
  otherwise: 'GET with the last entity tag of a removed item returned 304',
  touches: 'deletes',
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, needs.removable],
  assumes: ['creation/created-item-is-readable', 'idempotency/deleted-item-is-gone'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const item = await tools.items.create(body, { marked: true });
    const { read, tag } = await readTag(item, tools);
    const removed = await item.delete();
    const gone = await item.getUntil((exchange) => http.hasStatus(exchange, 404, 410));
    return { read, removed, gone, asked: await readIfNoneMatch(item, tag, tools) };
  },
  then: ({ read, removed, gone, asked }) => {
    if (!http.hasStatus(removed, 2)) return inconclusive('setup', `DELETE returned ${removed.answer?.status}`);
    if (!http.hasStatus(gone, 404, 410)) return inconclusive('setup', `GET returned ${gone.answer?.status}`);
    if (!http.hasStatus(asked, 304)) return held;
    if (http.isCached(asked)) return inconclusive('noise', 'a cache answered instead of the service');
    return violated({ expected: gone.answer?.status ?? 404, actual: 304, shows: [read, removed, gone, asked] });
  },
  monitor: monitorAfter(
    '404 or 410, because the item was removed',
    (exchange, traffic) =>
      exchange.method === 'GET' && exchange.fields['if-none-match'] !== undefined && !http.isCached(exchange)
        ? findRemoval(exchange, traffic)
        : undefined,
    findStatus(304),
  ),
  silentIn: ['etags', 'weak-etags', 'soft-delete-410', 'fresh-for-30-seconds'],
});
