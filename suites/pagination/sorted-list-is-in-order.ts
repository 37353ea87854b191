import { defineRule, needs, values } from '#rule';
import { sortedLists } from './_shared/create-items.js';
import { judgeOrders, readSortedLists } from './_shared/sorted-list.js';

/**
 * Own items have different values of the member that a value of the parameter names; the list is read sorted by it, and in the
 * opposite order. Which of both begins with the least value is not judged.
 */
export default defineRule({
  clause: 'DOC-11',
  title: 'A sorted list is in the order of the member',
  otherwise: 'A sorted list is not in the order of the member',
  doubt: 'Texts may be in the order of a language, which differs from that of their characters.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, sortedLists],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 6), turn: values.oneOf(0, 1, 2, 3) }),
  when: ({ bodies, turn }, tools) => readSortedLists(tools, bodies, turn),
  then: judgeOrders,
  silentIn: ['filtered-lists', 'pagination-offset', 'pagination-page', 'pagination-link', 'small-pages'],
});
