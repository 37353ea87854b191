import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../fault.js';

const onlyRule = 'filters/filtered-list-has-only-matching-items';
const everyRule = 'filters/filtered-list-has-every-matching-item';

/** Faults of filtered lists. */
export const filterFaults: readonly InjectedFault[] = [
  createFault('filter-is-ignored', 'A filtered list has all orders.', onlyRule, () => ({
    paging: { filter: () => true },
  })),
  createSubtleFault(
    'filter-is-lost-in-links',
    'The links of a filtered page lead to pages without filter.',
    onlyRule,
    () => ({
      paging: { link: ({ customer: _, priority: __, status: ___, ...correct }) => correct },
    }),
  ),
  createSubtleFault(
    'filter-by-priority-also-has-the-default',
    'A list filtered by priority also has orders with the default priority.',
    onlyRule,
    () => ({
      paging: {
        filter: (order, correct, { query }) => correct || (query.has('priority') && order.input.priority === 'normal'),
      },
    }),
  ),
  createFault('filtered-list-is-empty', 'A list filtered by customer is always empty.', everyRule, () => ({
    paging: { filter: (_, correct, { query }) => correct && !query.has('customer') },
  })),
  createSubtleFault(
    'filtered-list-lacks-the-newest',
    'A filtered list does not have the order that was created last.',
    everyRule,
    () => ({
      paging: {
        filter: (order, correct, { service }) => correct && order.position < service.orders.sequence.lastPosition,
      },
    }),
  ),
].map((fault) => requireDialects(fault, 'filtered-lists'));
