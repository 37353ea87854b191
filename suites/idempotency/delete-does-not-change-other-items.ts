import { assume, compare, defineRule, http, needs, values } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { removeItem } from './_shared/remove-item.js';
import { judgeUnchanged } from './_shared/unchanged-item.js';

/** One of the two other items is older than the deleted item, one is newer. */
export default defineRule({
  clause: 'DEL-03',
  title: 'DELETE does not change other items, once or repeated',
  otherwise: 'DELETE changed or removed another item',
  touches: 'deletes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, needs.removable],
  assumes: [
    'creation/created-item-is-readable',
    'effects/writing-an-item-keeps-the-others',
    'safety/get-does-not-change-the-item',
  ],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), times: values.integer(1, 2) }),
  when: async ({ body, times }, { items }) => {
    const elder = await items.create(body);
    const item = await items.create(body);
    const younger = await items.create(body);
    const others = await Promise.all(
      [younger, elder].map(async (sibling) => ({ sibling, read: await http.readBack(sibling) })),
    );
    const why = 'equal bodies create one and the same item';
    assume(new Set([elder.path, item.path, younger.path]).size === 3, 'setup', why);
    const removals = [await removeItem(item)];
    while (removals.length < times) removals.push(await item.delete());
    const siblings = await Promise.all(others.map(async (one) => ({ ...one, after: await one.sibling.get() })));
    // The same reads once more, without a DELETE in between.
    const isMoved = siblings.some(({ read, after }) => !compare.isEquivalent(read.answer?.json, after.answer?.json));
    const again = await Promise.all((isMoved ? siblings : []).map(({ sibling }) => sibling.get()));
    return { made: item.createdBy, removals, siblings, again };
  },
  then: ({ made, removals, siblings, again }, judging) =>
    combineFindings(
      siblings.map(({ sibling, read, after }, i) => {
        const shows = [sibling.createdBy, made, ...removals, after];
        return judgeUnchanged({ sent: sibling.sent, before: read, after, again: again[i], shows }, judging);
      }),
    ),
  keepsOthers: { by: ({ method }) => method === 'DELETE' },
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'second-delete-204', 'ids-integer'],
});
