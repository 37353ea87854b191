import { creatable, defineRule, oneOf, readable, record, secured } from '#rule';
import { writings } from './_attempts.js';
import { drawn } from './_drawn.js';
import { isRefusal, judgeEffects, watchEach } from './_effect.js';
import { unknownCaller } from './_unknown.js';

/** The full caller looks after each attempt, so that what had the effect is known. */
export default defineRule({
  clause: 'AUTH-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A write that was refused for its credentials has no effect',
  otherwise: 'A write that was refused for its credentials had an effect',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, secured],
  assumes: ['creation/made-is-readable', 'safety/get-leaves-the-item-as-it-was'],
  cases: 2,
  given: (bodies) => record({ values: drawn(bodies), turn: oneOf(0, 1, 2) }),
  when: async ({ values, turn }, tools) => {
    const item = await tools.items.create(values.body);
    return watchEach(item, writings(item, values, tools), unknownCaller(tools.collection, turn), isRefusal);
  },
  then: (seen, judging) => judgeEffects(seen, judging, 'of somebody who is not known'),
  proof: {
    violatedBy: ['anonymous-delete-is-refused-and-done', 'made-up-put-is-refused-and-noted'],
    silentIn: ['access-bearer', 'access-api-key', 'hides-existence', 'clock-in-the-body', 'request-id-in-the-body'],
  },
});
