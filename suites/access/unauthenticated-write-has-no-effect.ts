import { defineRule, needs, values } from '#rule';
import { chooseUnauthenticated, drawRequestBodies, isRefusal, listWriteAttempts } from './_shared/attempts.js';
import { judgeEffects, sendAndWatch } from './_shared/effect.js';

/** The full caller reads the item after each attempt, so that an effect is attributed to one attempt. */
export default defineRule({
  clause: 'AUTH-04',
  title: 'A write refused with 401 has no effect',
  otherwise: 'A write refused with 401 had an effect',
  touches: 'deletes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.secured],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 2,
  given: (bodies) => values.record({ values: drawRequestBodies(bodies), turn: values.oneOf(0, 1, 2) }),
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
  silentIn: ['access-bearer', 'access-api-key', 'hides-existence', 'time-in-the-body', 'request-id-in-the-body'],
});
