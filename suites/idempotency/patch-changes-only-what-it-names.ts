import { assume, compare, defineRule, http, needs, values } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { monitorWrites, readSides } from '../_shared/recorded-writes.js';
import { chooseLargest, judgeUnchanged, readAfterPatch } from './_shared/unchanged-item.js';
import { assumeEffect, ensureVisibleChange, selectPart } from './_shared/write-effect.js';

/** Only members that the client sent are compared: totals and other derived members may follow the named ones. */
export default defineRule({
  clause: 'PAT-02',
  title: 'PATCH changes only the members that it names',
  otherwise: 'PATCH changed a member that it does not name',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.patchable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 4,
  given: (bodies) =>
    values.record({
      // The two halves share no member: a member that the first half removed unnoticed was not named by the second half.
      parts: values.batch(values.oneOf(0, 4, 1, 5, 2, 6, 3, 7), 2),
      patches: values.batch(bodies.patch(), 2),
      drawn: values.batch(bodies.body(), 2),
    }),
  when: async ({ parts, patches, drawn }, tools) => {
    const item = await tools.items.create(chooseLargest(drawn));
    const read = await http.readBack(item);
    const rounds = [];
    let before = read;
    for (const part of parts) {
      const patch = http.preparePatch(item, chooseLargest(patches));
      const named = ensureVisibleChange(item, read, selectPart(patch, part), tools);
      const patched = await item.patch(named);
      assume(http.hasStatus(patched, 200, 204), 'setup', http.explainRefusedPatch(patched.answer?.status));
      const looks = await readAfterPatch(item, before, named);
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
  monitor: monitorWrites('PATCH', 'members that it does not name stay', (seen) => {
    const shown = Object.keys(compare.isObject(seen.before.answer?.json) ? seen.before.answer.json : {});
    const lost = shown.filter((name) => readSides(seen, name)[1] === undefined && !Object.hasOwn(seen.sent, name));
    // A member that no client sent may be derived from another one.
    const own = lost.filter((name) => compare.isObject(seen.created) && Object.hasOwn(seen.created, name));
    return own.length > 0 || lost.length > 1 ? `${[...own, ...lost][0]} is gone` : undefined;
  }),
  silentIn: ['version-counter', 'time-in-the-body', 'request-id-in-the-body', 'normalising', 'nullable-30'],
});
