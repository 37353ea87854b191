import { constrainedBodies, creatable, defineRule, record } from '#rule';
import { judgeProvoked, provoke } from './_failure.js';

/** Each constraint of the schema is broken once, as it stands: neither mark nor unique members mend it. */
export default defineRule({
  clause: 'ERR-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'What the schema forbids answers no server error',
  otherwise: 'What the schema forbids was answered with a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, constrainedBodies],
  cases: 30,
  given: (bodies) => record({ miss: bodies.nearMiss(), body: bodies.body() }),
  when: ({ miss, body }, { items }) =>
    provoke(
      [async () => (await items.post(miss.body, { text: JSON.stringify(miss.body) })).exchange],
      async () => (await items.post(body, { role: 'control', marked: true })).exchange,
    ),
  then: judgeProvoked,
  proof: {
    violatedBy: ['wrong-type-of-tags-answers-500'],
    silentIn: ['nullable-30', 'semantic-400', 'unique-reference', 'errors-jsonapi'],
  },
});
