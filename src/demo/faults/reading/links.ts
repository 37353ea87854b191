import { getOrderPath } from '../../service/orders/order-links.js';
import { createFault, createSubtleFault, type InjectedFault } from '../fault.js';

const stateRule = 'links/links-match-the-state';
const targetRule = 'links/offered-links-are-reachable';

/** Faults of the links of orders. */
export const linkFaults: readonly InjectedFault[] = [
  createFault('pending-orders-offer-a-refund', 'A pending order has a link to its refund.', stateRule, () => ({
    links: (order, sound) =>
      order.status === 'pending' ? { ...sound, refund: `${getOrderPath(order)}/refund` } : sound,
  })),
  createFault('paid-orders-offer-no-refund', 'A paid order has no link to its refund.', stateRule, () => ({
    links: (_, { refund: __, ...others }) => others,
  })),
  createSubtleFault(
    'refunded-orders-offer-the-refund',
    'A refunded order has a link to its refund.',
    stateRule,
    () => ({
      links: (order, sound) =>
        order.status === 'refunded' ? { ...sound, refund: `${getOrderPath(order)}/refund` } : sound,
    }),
  ),
  createFault('self-link-leads-nowhere', 'The self link of an order returns 404.', targetRule, () => ({
    links: (order, sound) => ({ ...sound, self: `/order/${order.id}` }),
  })),
  createSubtleFault(
    'refund-link-leads-nowhere',
    'The link of a paid order to its refund returns 404.',
    targetRule,
    () => ({
      links: (order, sound) => (order.status === 'paid' ? { ...sound, refund: `/refunds/${order.id}` } : sound),
    }),
  ),
];
