import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createAndPerform } from './_shared/perform-action.js';
import { readableRecord } from './_shared/record.js';

/** The controls are GET of the record before the removal, and GET of the item after it. */
export default defineRule({
  clause: 'ACT-06',
  per: 'action',
  title: 'The record of an action is not shown below a removed item',
  otherwise: 'The record of an action is shown below a removed item',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.removable, needs.performable, readableRecord],
  assumes: ['creation/created-item-is-readable', 'idempotency/deleted-item-is-gone', 'actions/record-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), content: bodies.action() }),
  when: async ({ body, content }, tools) => {
    const { item, performed } = await createAndPerform(tools, body, content);
    const path = tools.actions.buildPath(tools.subject.action(), item);
    const read = () => tools.client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    const record = await read();
    assume(http.hasStatus(record, 200), 'setup', `GET of the record returned ${record.answer?.status}`);
    const removed = await item.delete();
    const isGone = (look: typeof removed) => http.hasStatus(look, 404, 410);
    const gone = await item.getUntil(isGone);
    const after = await read();
    // Waits for the end of the window in which reads may lag behind.
    if (isGone(gone) && http.hasStatus(after, 200)) await item.getUntil(() => false);
    return { performed, record, removed, item: gone, after: http.hasStatus(after, 200) ? await read() : after };
  },
  then: ({ performed, record, removed, item, after }) => {
    if (!http.hasStatus(removed, 200, 204) || !http.hasStatus(item, 404, 410))
      return inconclusive('setup', `DELETE returned ${removed.answer?.status}, and GET ${item.answer?.status}`);
    if (http.hasStatus(after, 404, 410)) return held;
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET of the record returned ${after.answer?.status}`);
    if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!compare.isEquivalent(record.answer?.json, after.answer?.json))
      return inconclusive('no-usable-case', 'the record is shown changed, which may say that it was removed');
    return violated({ expected: 'status 404', actual: 'status 200', shows: [performed, record, removed, item, after] });
  },
  silentIn: ['removable-payments', 'second-delete-204', 'put-204', 'ids-integer', 'soft-delete-410'],
});
