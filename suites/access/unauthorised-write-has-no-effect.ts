import { defineRule, needs } from '#rule';
import { drawRequestBodies, isRefusal, listWriteAttempts } from './_shared/attempts.js';
import { judgeEffects, sendAndWatch } from './_shared/effect.js';

/** The full caller reads the item after each attempt, so that an effect is attributed to one attempt. */
export default defineRule({
  clause: 'AUTH-04',
  title: 'A write refused for missing permission has no effect',
  otherwise: 'A write refused for missing permission had an effect',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.secured, needs.credentialsFor('limited')],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 2,
  given: drawRequestBodies,
  when: async (values, tools) => {
    const item = await tools.items.create(values.body);
    return sendAndWatch(item, listWriteAttempts(item, values, tools), 'limited', isRefusal);
  },
  then: (seen, judging) => judgeEffects(seen, judging, 'of the limited caller'),
  silentIn: ['access-bearer', 'access-api-key', 'hides-existence', 'time-in-the-body', 'request-id-in-the-body'],
});
