import {
  assume,
  assumeMergePatch,
  batch,
  creatable,
  defineRule,
  explainRefusedPatch,
  hasStatus,
  isObject,
  oneOf,
  patchable,
  preparePatch,
  readable,
  record,
} from '#rule';
import { createAndRead } from './_create-item.js';
import { chooseLargest } from './_largest-body.js';
import { selectPart } from './_patch-part.js';
import { combineFindings, judgeUnchanged, readAfter, showsSentValues } from './_unchanged-item.js';
import { assumeEffect, ensureVisibleChange } from './_write-effect.js';

/** Only members that the client sent are compared: totals and other derived members may follow the named ones. */
export default defineRule({
  clause: 'PAT-02',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'PATCH changes only the members that it names',
  otherwise: 'PATCH changed a member that it does not name',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, patchable],
  assumes: ['creation/created-item-is-readable'],
  cases: 4,
  given: (bodies) =>
    record({
      // The two halves share no member: a member that the first half removed unnoticed was not named by the second half.
      parts: batch(oneOf(0, 4, 1, 5, 2, 6, 3, 7), 2),
      patches: batch(bodies.patch(), 2),
      drawn: batch(bodies.body(), 2),
    }),
  when: async ({ parts, patches, drawn }, tools) => {
    assumeMergePatch(tools.collection);
    const { item, read } = await createAndRead(tools.items, chooseLargest(drawn));
    const rounds = [];
    let before = read;
    for (const part of parts) {
      const patch = preparePatch(item, chooseLargest(patches));
      const named = ensureVisibleChange(item, read, selectPart(patch, part), tools);
      const patched = await item.patch(named);
      assume(hasStatus(patched, 200, 204), 'setup', explainRefusedPatch(patched.answer?.status));
      const isSent = (name: string) => isObject(item.sent) && Object.hasOwn(item.sent, name) && !(name in named);
      const looks = await readAfter(item, before, (json) => showsSentValues(json, named), isSent);
      rounds.push({ sent: named, named: Object.keys(named), before, patched, ...looks });
      before = looks.after;
    }
    const all = { ...rounds[0]?.sent, ...rounds[1]?.sent };
    await assumeEffect(item, rounds[0]?.patched ?? read, all, { before: read, after: before });
    return { item, rounds };
  },
  then: ({ item, rounds }, judging) =>
    combineFindings(
      rounds.map(({ patched, ...round }) => {
        const shows = [round.before, patched, round.after];
        return judgeUnchanged({ ...round, sent: item.sent, shows, isDerivingLegal: true }, judging);
      }),
    ),
  proof: {
    violatedBy: ['patch-resets-what-it-does-not-name', 'patch-of-the-quantity-clears-the-tags'],
    silentIn: [
      'version-counter',
      'time-in-the-body',
      'request-id-in-the-body',
      'normalising',
      'put-204',
      'nullable-30',
    ],
  },
});
