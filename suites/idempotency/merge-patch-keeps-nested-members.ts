import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { chooseNestedPatch, completePatch, listLostMembers, nestedBodies } from './_shared/nested-patches.js';

/**
 * RFC 7396 §2: only a member that is absent afterwards is judged, because a service may derive one member from another; and a refusal,
 * where the same patch with the whole object succeeds.
 */
export default defineRule({
  clause: 'PAT-06',
  title: 'A merge patch of a nested member keeps the members beside it',
  otherwise: 'A merge patch of a nested member removed a member beside it',
  doubt: 'Members beside the changed one may depend on it, and be cleared or computed with it.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.patchable, nestedBodies],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 2,
  given: (bodies) => values.record({ drawn: values.batch(bodies.body(), 16), turn: values.oneOf(0, 1, 2, 3, 4, 5) }),
  when: async ({ drawn, turn }, { items, collection }) => {
    http.assumeMergePatch(collection);
    const chosen = chooseNestedPatch(drawn, turn);
    assume(chosen !== undefined, 'no-usable-case', 'no body has an object with two members that can change');
    const item = await items.create(chosen.body);
    const before = await http.readBack(item);
    const patch = await item.patch(chosen.patch);
    const whole = http.hasStatus(patch, 400, 422) ? await item.patch(completePatch(chosen)) : patch;
    assume(http.hasStatus(whole, 200, 204), 'setup', http.explainRefusedPatch(patch.answer?.status));
    const isWhole = (look: typeof before) => listLostMembers(chosen, before, look).length === 0;
    const after = await item.getUntil(isWhole);
    return { chosen, before, patch, whole, after, lost: listLostMembers(chosen, before, after) };
  },
  then: ({ chosen, before, patch, whole, after, lost }, { collection }) => {
    const isMerging = http.parseMediaType(collection.patch?.request?.mediaType).isMergePatch;
    if (http.isCached(after) || http.isCached(before))
      return inconclusive('noise', 'a cache answered instead of the service');
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
    if (!compare.isObject(compare.getAtPointer(before.answer?.json, chosen.pointer)))
      return inconclusive('no-usable-case', `GET does not show ${chosen.pointer} as an object`);
    if (whole !== patch && isMerging)
      return violated({
        expected: `the status of the same patch with the whole object (${whole.answer?.status})`,
        actual: patch.answer?.status ?? null,
        shows: [before, patch, whole],
      });
    if (lost.length === 0) return held;
    if (!isMerging)
      return inconclusive('no-usable-case', `PATCH replaces ${chosen.pointer}, and its media type permits that`);
    return violated({
      expected: Object.fromEntries(lost.map((at) => [at, compare.getAtPointer(before.answer?.json, at) ?? null])),
      actual: Object.fromEntries(lost.map((at) => [at, 'absent'])),
      shows: [before, patch, after],
    });
  },
  silentIn: ['normalising', 'put-204', 'nullable-30', 'version-counter'],
});
