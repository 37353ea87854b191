import { assume, defineRule, http, needs, values } from '#rule';
import { clearFlags, emptyEachMember, judgeEmptied, selectFreeMembers, typedWrites } from './_shared/empty-values.js';
import { chooseLargest, updatable } from './_shared/unchanged-item.js';

/** The control is another value of the same member, which PATCH stored. A refusal is legal. */
export default defineRule({
  clause: 'PAT-07',
  title: 'PATCH stores zero, false and empty lists',
  otherwise: 'PATCH reported success and did not store zero, false or an empty list',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, updatable, typedWrites('patch')],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ drawn: values.batch(bodies.body(), 6) }),
  when: async ({ drawn }, { items, collection }) => {
    const item = await items.create(clearFlags(chooseLargest(drawn)));
    const before = await http.readBack(item);
    const members = selectFreeMembers(drawn, collection);
    const rounds = await emptyEachMember(item, before, members, (name, value) => item.patch({ [name]: value }));
    assume(rounds.length > 0, 'no-usable-case', 'no member is known that PATCH changes and that can be empty');
    return { sent: item.sent, rounds };
  },
  then: ({ sent, rounds }, judging) => judgeEmptied(sent, rounds, judging),
  silentIn: ['normalising', 'put-204', 'nullable-30', 'version-counter'],
});
