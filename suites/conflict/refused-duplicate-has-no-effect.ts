import { compare, defineRule, inconclusive, type Json, needs, values, violated } from '#rule';
import { isConflict, judgeEffectOnItem } from './_shared/judge-conflicts.js';
import {
  chooseMethod,
  confirmUniqueness,
  createHolder,
  fillUniqueMembers,
  noUniqueMembers,
  postDuplicate,
  type UniquePart,
  uniqueMembers,
  type WriteMethod,
  writeDuplicate,
} from './_shared/unique-values.js';

/** The holder does not change; a refused POST creates nothing, and a refused write does not change the other item. */
export default defineRule({
  clause: 'ERR-19',
  title: 'A request refused for a taken value has no effect',
  otherwise: 'A request refused for a taken value had an effect',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.listable, needs.markable, uniqueMembers],
  assumes: [
    'creation/created-item-is-readable',
    'conflict/taken-unique-value-answers-409',
    'safety/get-does-not-change-the-item',
    'safety/get-does-not-change-the-collection',
  ],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      other: bodies.body(),
      replacement: bodies.replacement(),
      spare: values.drawAtRandom(bodies.body()),
      way: values.oneOf<WriteMethod>('POST', 'PUT', 'PATCH'),
      part: values.oneOf<UniquePart>('others', 'id'),
    }),
  when: async ({ body, other, replacement, spare, way, part }, tools) => {
    const whole = (one: Json) => fillUniqueMembers(tools.collection, one, [body, other, spare]);
    const chosen = chooseMethod(tools.collection, way);
    const holder = await createHolder(tools, whole(body), chosen === 'POST' ? part : 'others');
    if (!(await confirmUniqueness(tools, holder, whole(way === 'PUT' ? replacement : other)))) return undefined;
    if (chosen === 'POST') return postDuplicate(tools, holder, whole(other));
    return writeDuplicate(tools, holder, chosen, [whole(other), whole(replacement)]);
  },
  then: (seen, judging) => {
    if (seen === undefined) return noUniqueMembers;
    const { refused, trace, found, pages } = seen;
    const { dialect, collection } = judging;
    if (!isConflict(refused, dialect)) return inconclusive('setup', `the duplicate returned ${refused.answer?.status}`);
    const ids = [...new Set(found.map((entry) => String(compare.getAtPointer(entry, collection.id.pointer))))];
    if (ids.length < 2) return judgeEffectOnItem(trace, judging);
    const shows = [refused, ...pages.slice(0, 2)];
    return violated({ expected: 'one item', actual: { items: ids.length, ids }, shows });
  },
  silentIn: ['conflict-422', 'version-counter', 'time-in-the-body', 'pagination-offset', 'created-location-only'],
});
