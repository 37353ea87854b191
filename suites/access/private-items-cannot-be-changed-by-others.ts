import { creatable, credentialsFor, defineRule, privateItems, readable } from '#rule';
import { listWriteAttempts } from './_attempts.js';
import { judgeEffects, sendAndWatch } from './_effect.js';
import { assumeHidden, otherTenant } from './_other-tenant.js';
import { drawRequestBodies } from './_request-bodies.js';

/** Only the effect counts: whatever status the other tenant gets, the owner checks whether the item changed. */
export default defineRule({
  clause: 'AUTH-06',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Private items of one caller cannot be changed by another',
  otherwise: 'A private item of one caller was changed by another',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, privateItems, credentialsFor('otherTenant')],
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
  proof: {
    violatedBy: ['other-tenant-may-delete', 'other-tenant-patch-is-refused-but-carried-out'],
    silentIn: ['access-bearer', 'access-api-key', 'hides-existence', 'put-creates', 'time-in-the-body'],
  },
});
