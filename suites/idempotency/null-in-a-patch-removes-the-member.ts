import { assume, compare, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { removeEachMember } from './_shared/removed-members.js';
import { chooseLargest } from './_shared/unchanged-item.js';

/** RFC 7396 §2. A refusal is legal, and a default may take the place of the value; generated arrays and objects are no defaults. */
export default defineRule({
  clause: 'PAT-05',
  title: 'Null in a merge patch removes the member',
  otherwise: 'Null in a merge patch left the member as it was',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.patchable],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ drawn: values.batch(bodies.body(), 4) }),
  when: async ({ drawn }, { items, collection }) => {
    http.assumeMergePatch(collection);
    const item = await items.create(chooseLargest(drawn));
    const before = await http.readBack(item);
    const rounds = await removeEachMember(item, before, collection, drawn);
    assume(rounds.length > 0, 'no-usable-case', 'no member can be removed');
    return { before, rounds };
  },
  then: ({ before, rounds }, { collection }) => {
    for (const { name, patch, after } of rounds) {
      if (after === undefined && http.hasStatus(patch, 4) && !http.hasStatus(patch, 401, 403)) continue;
      if (after === undefined) return inconclusive('no-answer', `PATCH returned ${patch.answer?.status}`);
      if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
      const at = compare.buildPointer([name]);
      const [was, is] = [before, after].map(({ answer }) => compare.getAtPointer(answer?.json, at));
      if (is === undefined || is === null || !compare.isEquivalent(was, is)) continue;
      if (!http.parseMediaType(collection.patch?.request?.mediaType).isMergePatch)
        return heldWithNote(
          `PATCH takes ${at}: null, and leaves the member; the media type does not say what null means`,
        );
      return violated({ expected: { [at]: null }, actual: { [at]: is }, shows: [before, patch, after] });
    }
    return held;
  },
  silentIn: ['normalising', 'put-204', 'nullable-30', 'version-counter'],
});
