import { defineRule, held, http, inconclusive, type Json, needs, values, violated } from '#rule';
import { isConflict } from './_shared/judge-conflicts.js';
import {
  createHolder,
  declaredUniqueMembers,
  type FreeingMethod,
  fillUniqueMembers,
  freeValues,
  postDuplicateValues,
} from './_shared/unique-values.js';

/** The same request is sent before and after; in between, the item that has the value is removed or gets another value. */
export default defineRule({
  clause: 'ERR-20',
  title: 'A unique value can be used again after it was freed',
  otherwise: 'A unique value cannot be used again after it was freed',
  stage: 'stable',
  touches: 'deletes',
  needs: [needs.postable, needs.readable, declaredUniqueMembers],
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
    const holder = await createHolder(tools, whole(body));
    const refused = (await postDuplicateValues(tools, holder, whole(other))).exchange;
    const write = await freeValues(tools, holder, way, whole(body));
    const again = await postDuplicateValues(tools, holder, whole(other));
    return { refused, write, asked: again.exchange };
  },
  then: ({ refused, write, asked }, { dialect }) => {
    if (!isConflict(refused, dialect)) return inconclusive('setup', `the duplicate returned ${refused.answer?.status}`);
    if (http.hasStatus(asked, 2)) return held;
    if (!isConflict(asked, dialect))
      return inconclusive('setup', `the duplicate returned ${asked.answer?.status} after the value was freed`);
    const expected = `success, because ${write.method} freed the value`;
    return violated({ expected, actual: `POST returned ${asked.answer?.status}`, shows: [refused, write, asked] });
  },
  silentIn: ['conflict-422', 'soft-delete-410', 'put-204', 'etags'],
});
