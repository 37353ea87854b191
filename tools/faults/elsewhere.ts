import { changeStoredMembers, isSuccess } from '../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../src/demo/faults/fault.js';
import { elsewhereFaults as shippedFaults } from '../../src/demo/faults/other-items.js';
import type { Order } from '../../src/demo/service/orders/order.js';
import type { Orders } from '../../src/demo/service/orders/orders.js';
import { openParts } from '../../src/demo/service/orders/part-stores.js';
import type { RequestContext } from '../../src/demo/service/request-context.js';

const readingRule = 'effects/reading-adds-nothing-to-any-list';
const refusedRule = 'effects/refused-writes-add-nothing-to-any-list';
const keyRule = 'effects/repeated-key-adds-nothing-to-any-list';
const readOthersRule = 'effects/reading-an-item-keeps-the-others';
const apartRule = 'effects/writing-an-item-keeps-what-is-elsewhere';
const writingRule = 'effects/writing-an-item-keeps-the-others';

/** Faults of requests that leave something in a place that they do not name. */
export const elsewhereFaults: readonly InjectedFault[] = [
  requireDialects(
    createFault('get-adds-a-part', 'GET of an order adds a part to it.', readingRule, () => ({
      around: {
        'GET order': (visit, next) => {
          addPart(visit);
          return next();
        },
      },
    })),
    'order-parts',
  ),
  requireDialects(
    createFault(
      'refused-order-adds-a-part-to-the-newest',
      'POST of an order that is refused with 422 adds a part to the newest order.',
      refusedRule,
      () => ({
        around: {
          'POST orders': (visit, next) => {
            const answer = next();
            const order = visit.service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER).at(-1);
            if (answer.status === 422 && order) addPart({ ...visit, order });
            return answer;
          },
        },
      }),
    ),
    'order-parts',
  ),
  requireDialects(
    createSubtleFault(
      'refused-put-adds-a-part',
      'PUT of an order that is refused adds a part to it.',
      refusedRule,
      () => ({
        around: {
          'PUT order': (visit, next) => {
            const answer = next();
            if (!isSuccess(answer)) addPart(visit);
            return answer;
          },
        },
      }),
    ),
    'order-parts',
  ),
  createSubtleFault(
    'conditional-get-adds-an-order',
    'GET of an order with If-None-Match stores another order.',
    readingRule,
    () => ({
      around: {
        'GET order': (visit, next) => {
          if (visit.headers['if-none-match'] !== undefined) addOrder(visit);
          return next();
        },
      },
    }),
  ),
  createSubtleFault('options-stores-an-order', 'OPTIONS of an order stores another order.', readingRule, () => ({
    admission: (visit, decide, proceed) => {
      if (visit.method === 'OPTIONS' && visit.resource === 'order') addOrder(visit);
      return decide() ?? proceed();
    },
  })),
  requireDialects(
    createSubtleFault(
      'repeated-key-adds-a-part',
      'A creation repeated with its key adds a part to the order of the first one.',
      keyRule,
      () => ({
        keys: (use, next, keys) => {
          const isKnown = keys.isKnown(use);
          const answer = next(use);
          if (isKnown && !(answer instanceof Promise) && answer.made && use.visit.resource === 'orders')
            addPart({ ...use.visit, order: answer.made });
          return answer;
        },
      }),
    ),
    'order-parts',
  ),
  createFault(
    'repeated-key-stores-an-empty-order',
    'A creation repeated with its key stores one more order, which shows nothing of what was sent.',
    keyRule,
    () => ({
      keys: (use, next, keys) => {
        if (keys.isKnown(use) && use.visit.resource === 'orders') addOrder(use.visit);
        return next(use);
      },
    }),
  ),
  ...shippedFaults,
  createSubtleFault(
    'patch-of-a-note-renames-the-order-before',
    'PATCH of a note overwrites the customer of the order that was created before.',
    writingRule,
    () => ({
      around: {
        'PATCH order': (visit, next) => {
          const before = visit.order?.input.note;
          const answer = next();
          const { order, service } = visit;
          const others = service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);
          const neighbour = order && others[others.indexOf(order) - 1];
          if (neighbour && isSuccess(answer) && order.input.note !== before)
            changeStoredMembers(service, neighbour, { customer: 'Grace' });
          return answer;
        },
      },
    }),
  ),
  requireDialects(
    createSubtleFault(
      'new-part-renames-its-order',
      'POST of a part overwrites the customer of its order.',
      writingRule,
      () => ({
        around: {
          'POST parts': (visit, next) => {
            const answer = next();
            const { parent, service } = visit;
            if (parent && answer.made) {
              const { orders } = service.inTenant(service.tenant);
              changeStoredMembers({ ...service, orders }, parent, { customer: String(answer.made.input.customer) });
            }
            return answer;
          },
        },
      }),
    ),
    'order-parts',
  ),
  requireDialects(
    createSubtleFault(
      'new-part-raises-the-priority-of-other-orders',
      'POST of a part gives all orders high priority but the one of the part.',
      writingRule,
      () => ({
        around: {
          'POST parts': (visit, next) => {
            const answer = next();
            const { parent, service } = visit;
            if (!parent || !answer.made) return answer;
            const { orders } = service.inTenant(service.tenant);
            for (const order of orders.sequence.slice(0, Number.MAX_SAFE_INTEGER))
              if (order !== parent) changeStoredMembers({ ...service, orders }, order, { priority: 'high' });
            return answer;
          },
        },
      }),
    ),
    'order-parts',
  ),
  createSubtleFault(
    'get-counts-in-the-order-before',
    'GET of an order counts in the quantity of the one that was created before it.',
    'safety/get-does-not-change-the-item',
    () => ({ around: { 'GET order': countInOrderBefore } }),
  ),
  createFault(
    'head-changes-the-quantity-of-the-order-before',
    'HEAD of an order counts in the quantity of the one that was created before it.',
    readOthersRule,
    () => ({ around: { 'HEAD order': countInOrderBefore } }),
  ),
  requireDialects(
    createFault(
      'delete-of-a-part-removes-an-order',
      'DELETE of a part removes the newest other order, too.',
      [apartRule, 'idempotency/delete-does-not-change-other-items'],
      () => ({
        around: {
          'DELETE part': affectNewestOrder((other, orders) => orders.remove(other)),
        },
      }),
    ),
    'order-parts',
  ),
  requireDialects(
    createSubtleFault(
      'delete-of-a-part-changes-an-order',
      'DELETE of a part changes the quantity of the newest other order.',
      apartRule,
      () => ({
        around: {
          'DELETE part': affectNewestOrder((other) => {
            other.input = { ...other.input, quantity: (Number(other.input.quantity) % 9) + 1 };
          }),
        },
      }),
    ),
    'order-parts',
  ),
];

/** The order that was created before the requested one. */
function findOrderBefore({ order, service }: RequestContext): Order | undefined {
  const others = service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);
  return order && others[others.indexOf(order) - 1];
}

const countInOrderBefore: OperationWrapper = (visit, next) => {
  const before = findOrderBefore(visit);
  if (before) changeStoredMembers(visit.service, before, { quantity: (Number(before.input.quantity) % 9) + 1 });
  return next();
};

/** After DELETE of a part, changes the newest order that is not above it. */
const affectNewestOrder =
  (affect: (other: Order, orders: Orders) => void): OperationWrapper =>
  (visit, next) => {
    const answer = next();
    const { parent, service } = visit;
    const { orders } = service.inTenant(service.tenant);
    const other = parent && isSuccess(answer) ? orders.sequence.newest(parent.id) : undefined;
    if (other) affect(other, orders);
    return answer;
  };

const emptyOrder = { customer: 'Grace', quantity: 1, priority: 'normal' };

function addPart({ order, service }: RequestContext): void {
  if (order) openParts(order, service.settings).make(emptyOrder);
}

function addOrder({ service }: RequestContext): void {
  service.orders.make(emptyOrder);
}
