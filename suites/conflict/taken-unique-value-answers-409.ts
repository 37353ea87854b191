import { compare, defineRule, http, type Json, needs, values } from '#rule';
import { isNamedIn, judgeConflict } from './_shared/judge-conflicts.js';
import {
  chooseMethod,
  confirmUniqueness,
  createHolder,
  fillUniqueMembers,
  noUniqueMembers,
  sendConcurrentPosts,
  sendDuplicatePost,
  sendDuplicateWrite,
  type UniquePart,
  uniqueMembers,
  type WriteMethod,
} from './_shared/unique-values.js';

/** The second item differs from the first in everything but the unique members. */
export default defineRule({
  clause: 'ERR-11',
  title: 'A request for a taken unique value returns 409',
  otherwise: 'A request for a taken unique value did not return 409',
  touches: 'writes',
  needs: [needs.postable, needs.readable, uniqueMembers],
  assumes: ['creation/created-item-is-readable'],
  cases: 5,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      other: bodies.body(),
      replacement: bodies.replacement(),
      spare: values.drawAtRandom(bodies.body()),
      way: values.oneOf<WriteMethod | 'concurrent POSTs'>('POST', 'PUT', 'PATCH', 'concurrent POSTs'),
      part: values.oneOf<UniquePart>('others', 'id'),
    }),
  when: async ({ body, other, replacement, spare, way, part }, tools) => {
    const { collection } = tools;
    const whole = (one: Json) => fillUniqueMembers(collection, one, [body, other, spare]);
    const chosen = way === 'concurrent POSTs' ? 'POST' : chooseMethod(collection, way);
    const holder = await createHolder(tools, whole(body), chosen === 'POST' ? part : 'others');
    if (!(await confirmUniqueness(tools, holder, whole(way === 'PUT' ? replacement : other)))) return undefined;
    if (way === 'concurrent POSTs') return sendConcurrentPosts(tools, holder, [whole(body), whole(other)]);
    if (chosen === 'POST') return sendDuplicatePost(tools, holder, whole(other));
    return sendDuplicateWrite(tools, holder, chosen, [whole(other), whole(replacement)]);
  },
  then: (seen, { dialect }) => {
    if (seen === undefined) return noUniqueMembers;
    const { sent, unique, first, asked, isDone, isRight, look } = seen;
    const why = `${unique.map((pointer) => JSON.stringify(compare.getAtPointer(sent, pointer)))} is taken`;
    const isShown = isDone && !http.isPending(asked) && look !== undefined && !isNamedIn(asked, look);
    const shows = look ? [first, asked, look] : [first, asked];
    return judgeConflict({ asked, why, isDone, isRight, isShown, shows }, dialect);
  },
  silentIn: ['unique-reference', 'conflict-422', 'put-204', 'created-location-only'],
});
