import { assume, integer, makeable, readable, record, rule } from '#rule';
import { judgeLooks, lookAround } from './_undisturbed.js';

export default rule({
  clause: 'SAFE-03',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'HEAD leaves the item as it was',
  otherwise: 'HEAD changed the item it was asked about',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable],
  assumes: ['creation/made-is-readable', 'safety/get-leaves-the-item-as-it-was'],
  cases: 6,
  given: (bodies) => record({ body: bodies.body(), times: integer(1, 3) }),
  when: async ({ body, times }, { items }) => {
    const item = await items.make(body);
    const looks = await lookAround(item, async () => {
      const heads = [];
      while (heads.length < times) heads.push(await item.head());
      return heads;
    });
    const status = looks.treatment[0]?.answer?.status ?? 0;
    assume(status < 300, 'no-usable-case', `HEAD is answered ${status}, so nothing was asked`);
    return looks;
  },
  then: judgeLooks,
  proof: {
    violatedBy: ['head-bumps-a-counter'],
    silentIn: ['clock-in-the-body', 'request-id-in-the-body', 'access-statistics'],
  },
});
