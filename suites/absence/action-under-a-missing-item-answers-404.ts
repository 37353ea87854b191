import { defineRule, performable, readable, record } from '#rule';
import { judgeMissing, judgeOpenStatus } from './_missing.js';

export default defineRule({
  clause: 'ERR-10',
  level: 'SHOULD',
  family: 'convention',
  per: 'action',
  title: 'An action on a missing item returns 404',
  otherwise: 'An action on a missing item did not return 404',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [performable, readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items, http, action, buildActionPath }) => {
    const nothing = await items.getUnknown(body);
    const { post, body: known } = action();
    const json = known ?? post?.request?.example ?? {};
    const headers = { 'content-type': post?.request?.mediaType ?? 'application/json' };
    return { asked: await http.send({ method: 'POST', path: buildActionPath(action(), nothing), json, headers }) };
  },
  then: ({ asked }) => judgeOpenStatus(asked) ?? judgeMissing(asked, [asked], false),
  proof: {
    violatedBy: ['cancellation-of-a-missing-order-answers-201'],
    silentIn: ['ids-integer', 'ids-prefixed', 'soft-delete-410', 'put-creates'],
  },
});
