import { removalFaults as shippedFaults } from '../../../src/demo/faults/creating-and-changing.js';
import { createFault, createSubtleFault, type InjectedFault } from '../../../src/demo/faults/fault.js';
import { createEmptyAnswer, createProblem } from '../../../src/demo/service/http/answer.js';
import type { Order } from '../../../src/demo/service/orders/order.js';
import { answerSecondDelete } from '../../../src/demo/service/orders/order-handlers.js';

const siblingRule = 'idempotency/delete-does-not-change-other-items';
const repeatedRule = 'idempotency/repeated-delete-has-one-effect';
const goneRule = 'idempotency/deleted-item-is-gone';
const listRule = 'idempotency/deleted-item-is-not-listed';

/** Faults of DELETE. */
export const removalFaults: readonly InjectedFault[] = [
  createFault(
    'delete-answers-201',
    'DELETE removes the order and returns 201.',
    ['idempotency/delete-is-acknowledged', 'document/writes-are-as-described'],
    () => ({
      around: { 'DELETE order': (visit, next) => (visit.order ? { ...next(), status: 201 } : next()) },
    }),
  ),
  ...shippedFaults,
  createSubtleFault(
    'delete-only-removes-from-the-list',
    'DELETE removes the order only from the list.',
    goneRule,
    () => ({
      around: {
        'DELETE order': (visit, next) => {
          if (!visit.order) return next();
          if (!visit.order.isListed) return answerSecondDelete(visit);
          visit.service.orders.sequence.remove(visit.order);
          return createEmptyAnswer(204);
        },
      },
    }),
  ),
  createFault('repeated-delete-answers-500', 'DELETE of a removed order returns 500.', repeatedRule, () => ({
    around: {
      'DELETE order': (visit, next) =>
        !visit.order && visit.service.orders.removedIds.has(visit.id)
          ? createProblem(500, 'There was nothing to remove.')
          : next(),
    },
  })),
  createSubtleFault(
    'third-delete-restores-the-order',
    'The third DELETE of an order restores it.',
    repeatedRule,
    () => {
      const removed = new Map<string, { readonly order: Order; readonly times: number }>();
      return {
        around: {
          'DELETE order': ({ id, order, service }, next) => {
            const answer = next();
            const known = removed.get(id);
            if (order) removed.set(id, { order, times: 1 });
            else if (known?.times === 2) service.orders.restore(known.order);
            else if (known) removed.set(id, { ...known, times: known.times + 1 });
            return answer;
          },
        },
      };
    },
  ),
  createSubtleFault('delete-removes-another-order', 'DELETE also removes the newest other order.', siblingRule, () => ({
    around: {
      'DELETE order': ({ order, service }, next) => {
        const sibling = order && service.orders.sequence.newest(order.id);
        if (sibling) service.orders.remove(sibling);
        return next();
      },
    },
  })),
  createSubtleFault(
    'repeated-delete-removes-another-order',
    'The second DELETE of an order removes the newest other order.',
    siblingRule,
    () => {
      const taken = new Set<string>();
      return {
        around: {
          'DELETE order': ({ id, order, service }, next) => {
            const isSecond = !order && service.orders.removedIds.has(id) && !taken.has(id);
            const sibling = isSecond ? service.orders.sequence.newest() : undefined;
            if (isSecond) taken.add(id);
            if (sibling) service.orders.remove(sibling);
            return next();
          },
        },
      };
    },
  ),
  createSubtleFault(
    'repeated-delete-creates-an-equal-order',
    'The second DELETE of an order creates an order with the same content.',
    listRule,
    () => {
      const removed = new Map<string, Order>();
      return {
        around: {
          'DELETE order': ({ id, order, service }, next) => {
            const known = removed.get(id);
            removed.delete(id);
            if (order) removed.set(id, order);
            else if (known) service.orders.make(known.input);
            return next();
          },
        },
      };
    },
  ),
  createSubtleFault(
    'deleted-order-stays-in-the-list',
    'DELETE removes the order, but the list still shows it.',
    listRule,
    () => ({
      around: {
        'DELETE order': ({ id, order, service }, next) => {
          if (!order) return next();
          service.orders.byId.delete(id);
          service.orders.removedIds.add(id);
          return createEmptyAnswer(204);
        },
      },
    }),
  ),
];
