import { defineRule, needs, values } from '#rule';
import { judgeReads, readAround } from './_shared/stable-item.js';

export default defineRule({
  clause: 'SAFE-05',
  level: 'MUST',
  family: 'convention',
  per: 'action',
  title: 'GET of the URL of an action does not perform it',
  otherwise: 'GET of the URL of an action changed the item',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, needs.performable],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'safety/head-does-not-change-the-item',
  ],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), method: values.oneOf<'GET' | 'HEAD'>('GET', 'HEAD') }),
  when: async ({ body, method }, { items, client, action, buildActionPath }) => {
    const item = await items.create(body);
    return readAround(item, async () => [await client.send({ method, path: buildActionPath(action(), item) })]);
  },
  then: judgeReads,
  proof: { silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics'] },
});
