import { creatable, credentialsFor, defineRule, privateItems, readable } from '#rule';
import { writings } from './_attempts.js';
import { drawn } from './_drawn.js';
import { judgeEffects, watchEach } from './_effect.js';
import { assumeUnseen, other } from './_other.js';

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
  given: drawn,
  when: async (values, tools) => {
    const item = await tools.items.create(values.body);
    await assumeUnseen(item, tools);
    return watchEach(item, writings(item, values, tools), other, () => true);
  },
  then: (seen, judging) => judgeEffects(seen, judging, 'of the other tenant'),
  proof: {
    violatedBy: ['other-tenant-may-delete', 'other-tenant-patch-is-refused-but-carried-out'],
    silentIn: ['access-bearer', 'access-api-key', 'hides-existence', 'put-creates', 'time-in-the-body'],
  },
});
