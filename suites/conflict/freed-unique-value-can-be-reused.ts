import { defineRule, held, http, inconclusive, type Json, needs, values, violated } from '#rule';
import { isConflict } from './_shared/judge-conflicts.js';
import {
  confirmUniqueness,
  createHolder,
  type FreeingMethod,
  fillUniqueMembers,
  freeValues,
  isValidOtherwise,
  listUniqueMembers,
  noUniqueMembers,
  postDuplicateValues,
  uniqueMembers,
} from './_shared/unique-values.js';

/** An id that clients choose may stay reserved when its item is removed. */
const freeableValues = needs.defineNeed('collection', {
  name: 'unique members that are no id',
  reason: 'no member but the id is declared unique',
  enable: 'resources[].create.unique',
  isMet: (collection) => uniqueMembers.isMet(collection) && listUniqueMembers(collection, 'others').length > 0,
});

/** The same request is sent before and after; in between, the item that has the value is removed or gets another value. */
export default defineRule({
  clause: 'ERR-20',
  title: 'A unique value can be used again after it was freed',
  otherwise: 'A unique value cannot be used again after it was freed',
  touches: 'deletes',
  needs: [needs.postable, needs.readable, freeableValues],
  assumes: [
    'creation/created-item-is-readable',
    'idempotency/deleted-item-is-gone',
    'conflict/taken-unique-value-answers-409',
  ],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      other: bodies.body(),
      spare: values.drawAtRandom(bodies.body()),
      way: values.oneOf<FreeingMethod>('DELETE', 'PUT', 'PATCH'),
    }),
  when: async ({ body, other, spare, way }, tools) => {
    const whole = (one: Json) => fillUniqueMembers(tools.collection, one, [body, other, spare]);
    const holder = await createHolder(tools, whole(body), 'others');
    if (!(await confirmUniqueness(tools, holder, whole(other)))) return undefined;
    const refused = (await postDuplicateValues(tools, holder, whole(other))).exchange;
    const write = await freeValues(tools, holder, way, whole(body));
    const again = await postDuplicateValues(tools, holder, whole(other));
    const isRight = await isValidOtherwise(tools, again.exchange, whole(other));
    return { refused, write, asked: again.exchange, isRight };
  },
  then: (seen, { dialect }) => {
    if (seen === undefined) return noUniqueMembers;
    const { refused, write, asked, isRight } = seen;
    if (!isConflict(refused, dialect)) return inconclusive('setup', `the duplicate returned ${refused.answer?.status}`);
    if (http.hasStatus(asked, 2)) return held;
    if (!isConflict(asked, dialect))
      return inconclusive('setup', `the duplicate returned ${asked.answer?.status} after the value was freed`);
    // The status of a conflict may be that of invalid content, too.
    if (!http.hasStatus(asked, 409) && !isRight)
      return inconclusive('setup', 'the duplicate may be invalid apart from the taken value');
    const expected = `success, because ${write.method} freed the value`;
    return violated({ expected, actual: `POST returned ${asked.answer?.status}`, shows: [refused, write, asked] });
  },
  silentIn: ['conflict-422', 'soft-delete-410', 'put-204', 'etags'],
});
