import { constrainedBodies, creatable, defineRule, record } from '#rule';
import { judgeProvoked, provokeFailure } from './_server-failure.js';

/** Breaks each constraint of the schema once; neither the marker nor unique values make the body valid. */
export default defineRule({
  clause: 'ERR-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A value that the schema forbids is not a server error',
  otherwise: 'A value that the schema forbids caused a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, constrainedBodies],
  cases: 30,
  given: (bodies) => record({ miss: bodies.nearMiss(), body: bodies.body() }),
  when: ({ miss, body }, { items }) =>
    provokeFailure(
      [async () => (await items.post(miss.body, { text: JSON.stringify(miss.body) })).exchange],
      async () => (await items.post(body, { role: 'control', marked: true })).exchange,
    ),
  then: judgeProvoked,
  proof: {
    violatedBy: ['wrong-type-of-tags-answers-500'],
    silentIn: ['nullable-30', 'semantic-400', 'unique-reference', 'errors-jsonapi'],
  },
});
