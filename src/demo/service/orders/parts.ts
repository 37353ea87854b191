import type { Answer } from '../http/answer.js';
import type { Handler, RequestContext } from '../request-context.js';
import { refuseLockedPart } from './order-constraints.js';
import { answerAbsence } from './order-handlers.js';
import { openParts } from './part-stores.js';

/** The request context with the parts of an order in place of the orders, and the requested part in place of the order. */
export function toPartContext(visit: RequestContext, partId: string): RequestContext {
  const { order, service } = visit;
  if (!order) return visit;
  const parts = openParts(order, service.settings);
  return {
    ...visit,
    id: partId,
    parent: order,
    order: parts.byId.get(partId),
    service: { ...service, orders: parts },
  };
}

/** Answers a request below an order, which must exist. */
export const requireParent =
  (handle: Handler): Handler =>
  (visit): Answer =>
    visit.parent ? handle(visit) : answerAbsence(visit);

/** Answers a write below an order, which must exist and allow it. */
export const requireOpenParent = (handle: Handler): Handler =>
  requireParent((visit) => refuseLockedPart(visit) ?? handle(visit));
