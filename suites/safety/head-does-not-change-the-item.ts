import { assume, compare, defineRule, http, needs, values } from '#rule';
import { assumeNoLoss, judgeUnproven, recordLoss } from './_shared/found-items.js';
import { judgeReads, readAround } from './_shared/stable-item.js';

/** An item that the run did not create is no proof; where one is gone after HEAD, no second one is tried. */
export default defineRule({
  clause: 'SAFE-03',
  title: 'HEAD does not change the item',
  otherwise: 'HEAD changed the item',
  touches: 'reads',
  isPastCaches: true,
  needs: [needs.readable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), times: values.integer(1, 3) }),
  when: async ({ body, times }, { items, collection }) => {
    const item = await items.getAny(body);
    assumeNoLoss(item, collection, 'noise');
    const looks = await readAround(item, async () => {
      const heads = [];
      while (heads.length < (compare.isFound(item) ? 1 : times)) heads.push(await item.head());
      return heads;
    });
    if (http.hasStatus(looks.after, 404, 410)) recordLoss(item, collection);
    const status = looks.treatment[0]?.answer?.status ?? 0;
    assume(status < 300, 'no-usable-case', `HEAD returned ${status}, so the item was not read`);
    return looks;
  },
  then: (looks, judging) => {
    const finding = judgeReads(looks, judging);
    const isAccused = finding.verdict === 'violated' && compare.isFound(looks.item);
    return isAccused ? judgeUnproven(http.hasStatus(looks.after, 404, 410)) : finding;
  },
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics'],
});
