import { compare, defineRule, type Json, needs, values } from '#rule';
import { judgeProvoked, provokeFailure } from './_shared/server-failure.js';

/**
 * Breaks each constraint of the schema once; neither the marker nor unique values make the body valid. The control is the
 * same body without the breach, because a valid value of another member may cause the failure.
 */
export default defineRule({
  clause: 'ERR-04',
  title: 'A value that the schema forbids is not a server error',
  otherwise: 'A value that the schema forbids caused a server error',
  touches: 'writes',
  needs: [needs.creatable, needs.constrainedBodies],
  cases: 30,
  given: (bodies) => values.record({ invalid: bodies.nearMiss(), body: bodies.body() }),
  when: ({ invalid, body }, { items, client }) =>
    provokeFailure(
      client,
      [async () => (await items.post(invalid.body, { text: JSON.stringify(invalid.body) })).exchange],
      async () => (await items.post(repair(invalid, body), { role: 'control', marked: true })).exchange,
    ),
  then: judgeProvoked,
  silentIn: ['nullable-30', 'semantic-400', 'unique-reference', 'errors-jsonapi'],
});

/** The body with the violating part replaced by that of a valid body. */
function repair({ body, pointer }: values.NearMiss, valid: Json): Json {
  if (!compare.isObject(body)) return valid;
  if (pointer === '') return compare.isObject(valid) ? { ...valid, ...body } : valid;
  return compare.setAtPointer(body, pointer, compare.getAtPointer(valid, pointer));
}
