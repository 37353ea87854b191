import { assume, compare, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { createAndPerform } from './_shared/perform-action.js';

const removableRecord = needs.defineNeed('action', {
  role: 'remove record',
  name: 'removable record',
  reason: 'no DELETE on the action, or no GET',
  enable: 'resources[].actions[].removable',
  isMet: ({ action: { get, remove } }) => Boolean(get && remove),
});

/** The control is GET before DELETE. A record that is shown changed may be shown as removed. */
export default defineRule({
  clause: 'DEL-02',
  per: 'action',
  title: 'A removed record of an action is gone',
  otherwise: 'A removed record of an action is still there',
  doubt: 'A record may stay readable as history, which no document needs to say.',
  touches: 'deletes',
  needs: [needs.creatable, needs.performable, removableRecord],
  assumes: ['creation/created-item-is-readable', 'actions/record-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), content: bodies.action() }),
  when: async ({ body, content }, tools) => {
    const { item, performed } = await createAndPerform(tools, body, content);
    const path = tools.actions.buildPath(tools.subject.action(), item);
    const read = () => tools.client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    const before = await read();
    assume(http.hasStatus(before, 200), 'setup', `GET of the record returned ${before.answer?.status}`);
    const removed = await tools.client.send({ method: 'DELETE', path });
    const after = await read();
    const isStill = http.hasStatus(removed, 200, 204) && http.hasStatus(after, 200);
    // Waits for the end of the window in which reads may lag behind.
    if (isStill) await item.getUntil(() => false);
    return { performed, before, removed, after: isStill ? await read() : after };
  },
  then: ({ performed, before, removed, after }, { withoutNoise }) => {
    const status = removed.answer?.status;
    if (!http.hasStatus(removed, 200, 204)) return inconclusive('setup', `DELETE of the record returned ${status}`);
    if (http.hasStatus(after, 404, 410)) return held;
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
    if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    const [was, is] = [before, after].map(({ answer }) => withoutNoise(answer?.json));
    if (!compare.isEquivalent(was, is)) return heldWithNote('GET shows another representation after DELETE');
    const actual = `DELETE returned ${status}, and GET shows the same record`;
    return violated({ expected: 'GET after DELETE returns 404 or 410', actual, shows: [performed, removed, after] });
  },
  silentIn: ['removable-payments', 'etags', 'put-204', 'ids-integer', 'soft-delete-410'],
});
