import { defineRule, needs, values } from '#rule';
import { judgeMissing, judgeOpenStatus } from './_shared/missing-item.js';

export default defineRule({
  clause: 'ERR-10',
  per: 'action',
  title: 'An action on a missing item returns 404',
  otherwise: 'An action on a missing item did not return 404',
  touches: 'writes',
  needs: [needs.performable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, client, subject, actions }) => {
    const nothing = await items.getUnknown(body);
    const { post, body: known } = subject.action();
    const json = known ?? post?.request?.example ?? {};
    const headers = { 'content-type': post?.request?.mediaType ?? 'application/json' };
    return {
      asked: await client.send({ method: 'POST', path: actions.buildPath(subject.action(), nothing), json, headers }),
    };
  },
  then: ({ asked }, { dialect }) => judgeOpenStatus(asked, dialect) ?? judgeMissing(asked, [asked], false),
  silentIn: ['ids-integer', 'ids-prefixed', 'soft-delete-410', 'put-creates'],
});
