import type { Order } from '../service/orders/order.js';
import { openParts } from '../service/orders/part-stores.js';
import type { RequestContext } from '../service/request-context.js';
import { changeStoredMembers, isSuccess } from './alter-answer.js';
import { createFault, type InjectedFault, requireDialects } from './fault.js';

/** Faults of requests that leave something in a place that they do not name. */
export const elsewhereFaults: readonly InjectedFault[] = [
  createFault(
    'put-writes-the-next-order-too',
    'PUT of an order changes the order after it, too.',
    'effects/writing-an-item-keeps-the-others',
    () => ({
      around: {
        'PUT order': (visit, next) => {
          const answer = next();
          const { order, service } = visit;
          const others = service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);
          const neighbour = order && others[others.indexOf(order) + 1];
          if (neighbour && isSuccess(answer))
            changeStoredMembers(service, neighbour, { customer: String(order.input.customer) });
          return answer;
        },
      },
    }),
  ),
];

/** Faults of the parts of orders, a collection below each order. */
export const nestingFaults: readonly InjectedFault[] = [
  createFault(
    'part-is-found-below-any-order',
    'GET of a part ignores the order in the URL.',
    'nesting/item-belongs-to-its-parent-only',
    () => ({ around: { 'GET part': (visit, next) => next(findPartAnywhere(visit)) } }),
  ),
].map((fault) => requireDialects(fault, 'order-parts'));

export const outlivingPartFaults: readonly InjectedFault[] = [
  createFault(
    'parts-outlive-their-order',
    'GET of a part of a removed order returns it.',
    'nesting/children-of-a-removed-item-are-gone',
    () => {
      const removed = new Map<string, Order>();
      return {
        around: {
          'DELETE order': (visit, next) => {
            if (visit.order) removed.set(visit.order.id, visit.order);
            return next();
          },
          'GET part': (visit, next) => next(findRemoved(visit, removed)),
        },
      };
    },
  ),
].map((fault) => requireDialects(fault, 'order-parts'));

export function findPartAnywhere(visit: RequestContext): RequestContext {
  const parent = listOrders(visit).find((order) => openParts(order, visit.service.settings).byId.has(visit.id));
  if (visit.order || !parent) return visit;
  const orders = openParts(parent, visit.service.settings);
  return { ...visit, parent, order: orders.byId.get(visit.id), service: { ...visit.service, orders } };
}

export const listOrders = ({ service }: RequestContext): Order[] =>
  [...service.inTenant(service.tenant).orders.byId.values()].reverse();

/** The request below an order that was removed, if it has the part. */
function findRemoved(visit: RequestContext, removed: ReadonlyMap<string, Order>): RequestContext {
  if (visit.parent) return visit;
  const parent = [...removed.values()].find((order) =>
    openParts(order, visit.service.settings).byId.has(partOf(visit)),
  );
  if (!parent) return visit;
  const orders = openParts(parent, visit.service.settings);
  return {
    ...visit,
    parent,
    id: partOf(visit),
    order: orders.byId.get(partOf(visit)),
    service: { ...visit.service, orders },
  };
}

const partOf = ({ target }: RequestContext): string =>
  decodeURIComponent(target.split('?')[0]?.split('/').at(-1) ?? '');
