import { assume, creatable, defineRule, integer, isEquivalent, readable, record, removable } from '#rule';
import { createAndRead } from './_create-item.js';
import { removeItem } from './_remove-item.js';
import { combineFindings, judgeUnchanged } from './_unchanged-item.js';

/** One of the two other items is older than the deleted item, one is newer. */
export default defineRule({
  clause: 'DEL-03',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'DELETE does not change other items, once or repeated',
  otherwise: 'DELETE changed or removed another item',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'collection',
  needs: [creatable, readable, removable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 1,
  given: (bodies) => record({ body: bodies.body(), times: integer(1, 2) }),
  when: async ({ body, times }, { items }) => {
    const elder = await createAndRead(items, body);
    const item = await items.create(body);
    const younger = await createAndRead(items, body);
    const paths = new Set([elder.item.path, item.path, younger.item.path]);
    assume(paths.size === 3, 'setup', 'equal bodies create one and the same item');
    const removals = [await removeItem(item)];
    while (removals.length < times) removals.push(await item.delete());
    const siblings = [];
    for (const { item: sibling, read } of [younger, elder])
      siblings.push({ sibling, read, after: await sibling.get() });
    // The same reads once more, without a DELETE in between.
    const isMoved = siblings.some(({ read, after }) => !isEquivalent(read.answer?.json, after.answer?.json));
    const again = [];
    for (const { sibling } of isMoved ? siblings : []) again.push(await sibling.get());
    return { made: item.createdBy, removals, siblings, again };
  },
  then: ({ made, removals, siblings, again }, judging) =>
    combineFindings(
      siblings.map(({ sibling, read, after }, i) => {
        const shows = [sibling.createdBy, made, ...removals, after];
        return judgeUnchanged({ sent: sibling.sent, before: read, after, again: again[i], shows }, judging);
      }),
    ),
  proof: {
    violatedBy: ['delete-removes-another-order', 'repeated-delete-removes-another-order'],
    silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'second-delete-204', 'ids-integer'],
  },
});
