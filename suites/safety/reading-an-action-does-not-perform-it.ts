import { defineRule, needs, values } from '#rule';
import { judgeReads, readAround } from './_shared/stable-item.js';

export default defineRule({
  clause: 'SAFE-05',
  per: 'action',
  title: 'GET of the URL of an action does not perform it',
  otherwise: 'GET of the URL of an action changed the item',
  touches: 'writes',
  reusedItems: 1,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, needs.performable],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'safety/head-does-not-change-the-item',
  ],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, client, subject, actions }) => {
    const item = await items.create(body);
    const path = actions.buildPath(subject.action(), item);
    return readAround(item, async () => [
      await client.send({ method: 'GET', path }),
      await client.send({ method: 'HEAD', path }),
    ]);
  },
  then: judgeReads,
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics'],
});
