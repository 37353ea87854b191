import { defineRule, needs } from '#rule';
import { assumeHidden, drawRequestBodies, listWriteAttempts, otherTenant, privateItems } from './_shared/attempts.js';
import { judgeEffects, sendAndWatch } from './_shared/effect.js';

/** Only the effect counts: whatever status the other tenant gets, the owner checks whether the item changed. */
export default defineRule({
  clause: 'AUTH-06',
  title: 'Private items of one caller cannot be changed by another',
  otherwise: 'A private item of one caller was changed by another',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, privateItems, needs.credentialsFor('otherTenant')],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'access/private-items-cannot-be-read-by-others',
  ],
  cases: 2,
  given: drawRequestBodies,
  when: async (values, tools) => {
    const item = await tools.items.create(values.body);
    await assumeHidden(item, tools);
    return sendAndWatch(item, listWriteAttempts(item, values, tools), otherTenant, () => true);
  },
  then: (seen, judging) => judgeEffects(seen, judging, 'of the other tenant'),
  silentIn: ['access-bearer', 'access-api-key', 'hides-existence', 'put-creates', 'time-in-the-body'],
});
