import { assume, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { assumeNoLoss } from './_shared/found-items.js';

export default defineRule({
  clause: 'HEAD-01',
  per: 'collection',
  title: 'HEAD is supported wherever GET is',
  otherwise: 'HEAD is not supported where GET is',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  isPastCaches: true,
  needs: [needs.readable],
  assumes: ['safety/head-does-not-change-the-item'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const item = await items.getAny(body);
    assumeNoLoss(item, collection);
    const get = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    assume(http.hasStatus(get, 200), 'setup', `GET returned ${get.answer?.status}`);
    return { get, head: await item.head() };
  },
  then: ({ get, head }) => {
    if (http.hasStatus(head, 2)) return held;
    if (http.hasStatus(head, 401, 403)) return inconclusive('refused', `HEAD returned ${head.answer?.status}`);
    if (http.hasStatus(head, 3)) return heldWithNote(`HEAD returned ${head.answer?.status}`);
    return violated({
      expected: 'HEAD returns 200, as GET does',
      actual: `HEAD returned ${head.answer?.status}`,
      shows: [get, head],
    });
  },
  proof: { silentIn: ['etags', 'created-location-only'] },
});
