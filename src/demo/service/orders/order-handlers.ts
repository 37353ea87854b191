import { type Answer, createConflict, createEmptyAnswer, createJsonAnswer, createProblem } from '../http/answer.js';
import { isObject, type Json, type JsonObject, pickMembers } from '../http/json.js';
import { applyMergePatch } from '../http/merge-patch.js';
import { jsonTypes, patchTypes, readJson } from '../http/read-content.js';
import type { Handler, OrderChange, RequestContext, Service } from '../request-context.js';
import { acceptTask } from './deferred-operations.js';
import { defaultMembers } from './normalize-content.js';
import type { Order } from './order.js';
import { refuseLockedWrite, refuseStage } from './order-constraints.js';
import { createOrderLinkField, getOrderPath } from './order-links.js';
import { createCacheFields, refuseFailedPrecondition } from './preconditions.js';
import { refuseContent } from './refuse-content.js';
import { representOrder } from './represent.js';
import { getWritableMembers } from './schemas.js';
import { findTombstone, purgeOrder, readTombstone, refuseWrite } from './tombstones.js';

export const readOrder: Handler = (visit) => {
  const { order, service } = visit;
  const stone = order ? undefined : findTombstone(visit);
  if (stone) return readTombstone(visit, stone, () => representOrder(service, stone.order));
  if (!order) return answerAbsence(visit);
  const fields = { ...createCacheFields(service, order), ...createOrderLinkField(service, order) };
  return refuseFailedPrecondition(visit) ?? createJsonAnswer(200, representOrder(service, order), fields);
};

/** GET of an order; counts the access in the dialects that count accesses. */
export const getOrder: Handler = (visit) => {
  if (visit.order && visit.service.settings.countsViews) visit.order.views += 1;
  return visit.service.perform('read order', visit);
};

/** HEAD of an order: the response of GET, without counting the access. */
export const headOrder: Handler = (visit) => {
  const { order, service } = visit;
  const seen = order && service.settings.countsViews ? { ...order, views: order.views + 1 } : order;
  return service.perform('read order', { ...visit, order: seen });
};

export const putOrder: Handler = (visit) => {
  const { order, service } = visit;
  const stone = order ? undefined : findTombstone(visit);
  if (stone) return refuseWrite(visit, stone);
  const canMake = service.settings.doesPutCreate && service.ids.isWellFormed(visit.id);
  if (!order && !canMake) return answerAbsence(visit);
  const stopped = refuseFailedPrecondition(visit) ?? refuseLockedWrite(visit);
  if (stopped) return stopped;
  const reading = readJson(visit, jsonTypes);
  if ('failure' in reading) return reading.failure;
  const { value } = reading;
  const refused = refuseContent(service, { what: 'order', value, schema: service.schemas.input });
  if (refused) return refused;
  const change = { method: 'PUT', input: pickInput(service, value), sent: value } as const;
  if (order) return rewriteOrder(visit, { ...change, before: order.input });
  return createOrder(service, { ...change, before: undefined }, visit.id);
};

/** PATCH of an order: merges the patch (RFC 7396), or changes nothing. */
export const patchOrder: Handler = (visit) => {
  const { order, service } = visit;
  if (!order) return answerAbsence(visit);
  const stopped = refuseFailedPrecondition(visit) ?? refuseLockedWrite(visit);
  if (stopped) return stopped;
  const reading = readJson(visit, patchTypes);
  if ('failure' in reading) return reading.failure;
  const merged = applyMergePatch(order.input, reading.value);
  const refused = refuseContent(service, { what: 'order', value: merged, schema: service.schemas.input });
  if (refused) return refused;
  return rewriteOrder(visit, {
    method: 'PATCH',
    input: pickInput(service, merged),
    sent: reading.value,
    before: order.input,
  });
};

export const deleteOrder: Handler = (visit) => {
  const { order, service } = visit;
  const stone = order ? undefined : findTombstone(visit);
  if (stone) return purgeOrder(visit, stone);
  if (!order) return answerSecondDelete(visit);
  const stopped = refuseFailedPrecondition(visit) ?? refuseLockedWrite(visit);
  if (stopped) return stopped;
  if (service.settings.areWritesDelayed)
    return acceptTask(service, order.id, undefined, () => removeOrder(service, order));
  service.orders.remove(order);
  const isPurged = visit.query.get('purge') === 'true';
  if (isPurged) service.orders.purge(order);
  return createEmptyAnswer(204);
};

export const postOrder: Handler = (visit) => {
  const { service } = visit;
  const reading = readJson(visit, jsonTypes);
  if ('failure' in reading) return reading.failure;
  const { value } = reading;
  const refused = refuseContent(service, { what: 'order', value, schema: service.schemas.creation });
  if (refused) return refused;
  return createOrder(service, { method: 'POST', input: pickInput(service, value), sent: value, before: undefined });
};

export function answerAbsence(visit: RequestContext): Answer {
  const { id, service } = visit;
  const stone = findTombstone(visit);
  if (stone) return refuseWrite(visit, stone);
  const status = service.orders.removedIds.has(id) ? service.settings.removedItem : 404;
  return createProblem(status, status === 410 ? 'This order was removed.' : 'There is no such order.');
}

export function answerSecondDelete({ id, service }: RequestContext): Answer {
  const status = service.orders.removedIds.has(id) ? service.settings.secondDelete : 404;
  return status === 204 ? createEmptyAnswer(204) : createProblem(status, 'There is nothing left to remove.');
}

const pickInput = ({ settings }: Service, value: Json): JsonObject =>
  isObject(value) ? pickMembers(value, Object.keys(getWritableMembers(settings))) : {};

const addDefaults = ({ settings }: Service, input: JsonObject): JsonObject => ({
  ...(settings.fillsIn && defaultMembers),
  ...(settings.hasStages && { stage: 'draft' }),
  ...input,
  priority: input.priority ?? 'normal',
});

function createOrder(service: Service, change: OrderChange, id?: string): Answer {
  const input = service.acceptChange(change);
  if (isClaimed(service, change.method, input)) return takenAnswer;
  if (service.settings.areCreationsDelayed) return createDelayedOrder(service, addDefaults(service, input), id);
  const made = service.orders.make(addDefaults(service, input), id);
  const headers = { location: getOrderPath(made) };
  if (!service.settings.showsCreated) return { ...createEmptyAnswer(201, headers), made };
  return { ...createJsonAnswer(201, representOrder(service, made), headers), made };
}

function createDelayedOrder(service: Service, input: JsonObject, id?: string): Answer {
  const { orders } = service;
  const made = orders.draft(input, id);
  const run = () => {
    const there = orders.byId.get(made.id);
    if (there) orders.write(there, { input });
    else orders.restore(made);
    return true;
  };
  return { ...acceptTask(service, made.id, getOrderPath(made), run), made };
}

function removeOrder({ orders }: Service, order: Order): boolean {
  if (orders.byId.get(order.id) === order) orders.remove(order);
  return true;
}

function rewriteOrder(visit: RequestContext, change: OrderChange): Answer {
  const { order, service } = visit;
  if (!order) return answerAbsence(visit);
  const refused = refuseStage(visit, change.input.stage);
  if (refused) return refused;
  const input = service.acceptChange(change);
  if (isClaimed(service, change.method, input, order)) return takenAnswer;
  const write = () => service.orders.write(order, { input: addDefaults(service, input) });
  if (service.settings.areWritesDelayed && change.method === 'PUT') {
    return acceptTask(service, order.id, getOrderPath(order), () => {
      const canWrite = service.orders.byId.get(order.id) === order && !isClaimed(service, 'PUT', input, order);
      if (canWrite) write();
      return canWrite;
    });
  }
  write();
  return service.settings.showsWritten ? createJsonAnswer(200, representOrder(service, order)) : createEmptyAnswer(204);
}

const takenAnswer = createConflict('Another order has this reference.');

/** Whether the order conflicts with the reference of another one. */
function isClaimed(service: Service, method: OrderChange['method'], input: JsonObject, order?: Order): boolean {
  const { reference } = input;
  if (!service.settings.hasReference || typeof reference !== 'string') return false;
  return service.isTaken({ method, reference, order, orders: service.orders });
}
