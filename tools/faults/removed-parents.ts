import { changeStoredMembers } from '../../src/demo/faults/alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../src/demo/faults/fault.js';
import { outlivingPartFaults as shippedOutlivingPartFaults } from '../../src/demo/faults/other-items.js';
import { createConflict, createProblem } from '../../src/demo/service/http/answer.js';
import type { Order } from '../../src/demo/service/orders/order.js';
import { openParts } from '../../src/demo/service/orders/part-stores.js';
import type { RequestContext } from '../../src/demo/service/request-context.js';

const keptRule = 'nesting/item-with-children-is-kept';
const readRule = 'nesting/reading-below-an-item-does-not-change-it';
const locationRule = 'nesting/location-is-below-its-parent';
const lockedRule = 'conflict/locked-parent-refuses-writes-below-it';
const goneRule = 'nesting/children-of-a-removed-item-are-gone';
const failingRule = 'nesting/delete-of-an-item-in-use-is-not-a-server-error';

/** Faults of DELETE of an order that has parts. */
export const removedParentFaults: readonly InjectedFault[] = [
  createFault(
    'order-with-parts-is-removed',
    'DELETE of an order with parts removes it, and its parts.',
    keptRule,
    () => ({
      around: {
        'DELETE order': (visit, next) => {
          if (visit.order) emptyParts(visit, visit.order);
          return next();
        },
      },
    }),
  ),
  createSubtleFault(
    'refused-removal-removes-the-parts',
    'DELETE of an order with parts returns 409 and removes the parts.',
    keptRule,
    () => ({
      around: {
        'DELETE order': (visit, next) => {
          const answer = next();
          if (answer.status !== 409 || !visit.order) return answer;
          emptyParts(visit, visit.order);
          return createConflict('The order has parts.');
        },
      },
    }),
  ),
].map((fault) => requireDialects(fault, 'parts-keep-their-order'));

/** Faults of orders whose state should refuse writes of their parts. */
export const lockedPartFaults: readonly InjectedFault[] = [
  createFault('paid-order-takes-parts', 'A paid order takes new parts.', lockedRule, () => ({
    around: { 'POST parts': (visit, next) => next(unlock(visit)) },
  })),
  createSubtleFault('parts-of-a-paid-order-are-patched', 'PATCH changes parts of a paid order.', lockedRule, () => ({
    around: { 'PATCH part': (visit, next) => next(unlock(visit)) },
  })),
].map((fault) => requireDialects(fault, 'paid-orders-keep-their-parts'));

const unlock = (visit: RequestContext): RequestContext => ({
  ...visit,
  service: { ...visit.service, settings: { ...visit.service.settings, locksPaidParts: false } },
});

/** Whether an order has parts. */
const hasParts = ({ service }: RequestContext, order: Order): boolean =>
  openParts(order, service.settings).byId.size > 0;

/** Faults of parts that stay when their order is removed. */
export const outlivingPartFaults: readonly InjectedFault[] = [
  ...shippedOutlivingPartFaults,

  createFault(
    'removal-of-an-order-with-parts-answers-500',
    'DELETE of an order with parts returns 500.',
    failingRule,
    () => ({
      around: {
        'DELETE order': (visit, next) =>
          visit.order && hasParts(visit, visit.order) ? createProblem(500, 'The parts refer to it.') : next(),
      },
    }),
  ),

  createSubtleFault(
    'removal-of-an-order-removes-other-parts',
    'DELETE of an order removes the parts of all orders.',
    [goneRule, 'idempotency/delete-does-not-change-other-items'],
    () => ({
      around: {
        'DELETE order': (visit, next) => {
          for (const order of visit.service.orders.byId.values()) emptyParts(visit, order);
          return next();
        },
      },
    }),
  ),
].map((fault) => requireDialects(fault, 'order-parts'));

/** Faults of parts that concern the order above them. */
export const partEffectFaults: readonly InjectedFault[] = [
  createFault('list-of-parts-changes-the-order', 'GET of the parts of an order changes its note.', readRule, () => ({
    around: {
      'GET parts': (visit, next) => {
        if (visit.parent) noteReading(visit, visit.parent);
        return next();
      },
    },
  })),
  createSubtleFault(
    'second-part-changes-the-order',
    'GET of a part of an order that has several changes its note.',
    readRule,
    () => ({
      around: {
        'GET part': (visit, next) => {
          if (visit.parent && visit.service.orders.byId.size > 1) noteReading(visit, visit.parent);
          return next();
        },
      },
    }),
  ),
  createFault(
    'location-of-a-part-names-another-order',
    'Location of a part names the order before.',
    locationRule,
    () => {
      let latest: string | undefined;
      return {
        around: {
          // A Location below a removed order would not lead to the part, which is another fault.
          'DELETE order': (visit, next) => {
            if (visit.order?.id === latest) latest = undefined;
            return next();
          },
          'POST parts': (visit, next) => {
            const answer = next();
            const { location } = answer.headers ?? {};
            const id = visit.parent?.id ?? '';
            const other = latest === id ? undefined : latest;
            latest = id;
            if (location === undefined || other === undefined) return answer;
            return { ...answer, headers: { ...answer.headers, location: location.replace(id, other) } };
          },
        },
      };
    },
  ),
].map((fault) => requireDialects(fault, 'order-parts'));

function noteReading({ service }: RequestContext, order: Order): void {
  const { orders } = service.inTenant(service.tenant);
  changeStoredMembers({ ...service, orders }, order, { note: `read ${order.revision}` });
}

function emptyParts({ service }: RequestContext, order: Order): void {
  const parts = openParts(order, service.settings);
  for (const part of [...parts.byId.values()]) {
    parts.byId.delete(part.id);
    parts.sequence.remove(part);
  }
}
