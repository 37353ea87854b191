import {
  answered,
  assume,
  assumeMergePatch,
  makeable,
  oneOf,
  patchable,
  readable,
  record,
  refusedPatch,
  rule,
  wordedPatch,
} from '#rule';
import { makeAndRead } from './_made.js';
import { partOf } from './_patch.js';
import { isShowing, judgeStill, lookAfter } from './_still.js';

/** Only members that the client sent are looked at: totals and the like may follow from what was named. */
export default rule({
  clause: 'PAT-02',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'PATCH changes only what it names',
  otherwise: 'PATCH changed what it does not name',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable, patchable],
  assumes: ['creation/made-is-readable'],
  cases: 20,
  given: (bodies) => record({ body: bodies.body(), patch: bodies.patch(), part: oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ body, patch, part }, { items, collection }) => {
    assumeMergePatch(collection);
    const { item, read: before } = await makeAndRead(items, body);
    const named = partOf(wordedPatch(item, patch), item.sent, part);
    const patched = await item.patch(named);
    assume(answered(patched, 200, 204), 'setup', refusedPatch(patched.answer?.status));
    const looks = await lookAfter(item, before, (json) => isShowing(json, named));
    return { item, named: Object.keys(named), before, patched, ...looks };
  },
  then: ({ item, named, before, patched, after, again }, judging) => {
    const shows = [before, patched, after];
    return judgeStill({ sent: item.sent, before, after, again, named, shows, isDerivingLegal: true }, judging);
  },
  proof: {
    violatedBy: ['patch-resets-what-it-does-not-name', 'patch-of-the-quantity-clears-the-tags'],
    silentIn: [
      'version-counter',
      'clock-in-the-body',
      'request-id-in-the-body',
      'normalising',
      'put-204',
      'nullable-30',
    ],
  },
});
