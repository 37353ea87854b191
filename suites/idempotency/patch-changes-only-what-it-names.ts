import {
  answered,
  assume,
  assumeMergePatch,
  batch,
  isObject,
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
import { richestOf } from './_rich.js';
import { isShowing, judgeStill, lookAfter, worstOf } from './_still.js';

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
  cases: 4,
  given: (bodies) =>
    record({
      // Two halves that share nothing: what the first one took away unseen, the second one did not name before.
      parts: batch(oneOf(0, 4, 1, 5, 2, 6, 3, 7), 2),
      patches: batch(bodies.patch(), 2),
      drawn: batch(bodies.body(), 2),
    }),
  when: async ({ parts, patches, drawn }, { items, collection }) => {
    assumeMergePatch(collection);
    const { item, read } = await makeAndRead(items, richestOf(drawn));
    const patch = richestOf(patches);
    const rounds = [];
    let before = read;
    for (const part of parts) {
      const named = partOf(wordedPatch(item, patch), part);
      const patched = await item.patch(named);
      assume(answered(patched, 200, 204), 'setup', refusedPatch(patched.answer?.status));
      const names = Object.keys(named);
      const isSent = (name: string) => isObject(item.sent) && Object.hasOwn(item.sent, name) && !names.includes(name);
      const looks = await lookAfter(item, before, (json) => isShowing(json, named), isSent);
      rounds.push({ named: names, before, patched, ...looks });
      before = looks.after;
    }
    return { item, rounds };
  },
  then: ({ item, rounds }, judging) =>
    worstOf(
      rounds.map(({ patched, ...round }) => {
        const shows = [round.before, patched, round.after];
        return judgeStill({ sent: item.sent, ...round, shows, isDerivingLegal: true }, judging);
      }),
    ),
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
