import { createFault, createSubtleFault, type InjectedFault } from '../../../src/demo/faults/fault.js';
import { linkFaults as shippedFaults } from '../../../src/demo/faults/reading-items.js';
import { getOrderPath } from '../../../src/demo/service/orders/order-links.js';

const stateRule = 'links/links-match-the-state';
const targetRule = 'links/offered-links-are-reachable';

/** Faults of the links of orders. */
export const linkFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  createFault('paid-orders-offer-no-refund', 'A paid order has no link to its refund.', stateRule, () => ({
    links: (_, { refund: __, ...others }) => others,
  })),
  createSubtleFault(
    'refunded-orders-offer-the-refund',
    'A refunded order has a link to its refund.',
    stateRule,
    () => ({
      links: (order, correct) =>
        order.status === 'refunded' ? { ...correct, refund: `${getOrderPath(order)}/refund` } : correct,
    }),
  ),
  createSubtleFault(
    'cancelled-orders-offer-their-payment',
    'A cancelled order has a link to its payment.',
    stateRule,
    () => ({
      links: (order, correct) =>
        order.status === 'cancelled' ? { ...correct, payment: `${getOrderPath(order)}/payment` } : correct,
    }),
  ),
  createFault('self-link-leads-nowhere', 'The self link of an order returns 404.', targetRule, () => ({
    links: (order, correct) => ({ ...correct, self: `/order/${order.id}` }),
  })),
  createSubtleFault(
    'refund-link-leads-nowhere',
    'The link of a paid order to its refund returns 404.',
    targetRule,
    () => ({
      links: (order, correct) => (order.status === 'paid' ? { ...correct, refund: `/refunds/${order.id}` } : correct),
    }),
  ),
];
