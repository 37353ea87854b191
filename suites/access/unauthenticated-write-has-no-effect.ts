import { creatable, defineRule, oneOf, readable, record, secured } from '#rule';
import { listWriteAttempts } from './_attempts.js';
import { isRefusal, judgeEffects, sendAndWatch } from './_effect.js';
import { drawRequestBodies } from './_request-bodies.js';
import { chooseUnauthenticated } from './_unauthenticated.js';

/** The full caller reads the item after each attempt, so that an effect is attributed to one attempt. */
export default defineRule({
  clause: 'AUTH-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A write refused with 401 has no effect',
  otherwise: 'A write refused with 401 had an effect',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, secured],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 2,
  given: (bodies) => record({ values: drawRequestBodies(bodies), turn: oneOf(0, 1, 2) }),
  when: async ({ values, turn }, tools) => {
    const item = await tools.items.create(values.body);
    return sendAndWatch(
      item,
      listWriteAttempts(item, values, tools),
      chooseUnauthenticated(tools.collection, turn),
      isRefusal,
    );
  },
  then: (seen, judging) => judgeEffects(seen, judging, 'of an unauthenticated caller'),
  proof: {
    violatedBy: ['anonymous-delete-is-refused-but-carried-out', 'invalid-token-put-is-refused-but-carried-out'],
    silentIn: ['access-bearer', 'access-api-key', 'hides-existence', 'time-in-the-body', 'request-id-in-the-body'],
  },
});
