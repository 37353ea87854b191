import { type Answer, conflict, empty, json, problem, refusal } from '../http/answer.js';
import { isObject, type Json, type JsonObject, only } from '../http/json.js';
import { mergePatch } from '../http/merge-patch.js';
import { jsonTypes, patchTypes, readJson } from '../http/read-content.js';
import type { Change, Handler, Service, Visit } from '../request-context.js';
import { accepted } from './deferred-operations.js';
import { fillings } from './normalize-content.js';
import type { Order } from './order.js';
import { linkField, pathOf } from './order-links.js';
import { cacheFields, failedPrecondition } from './preconditions.js';
import { representation } from './represent.js';
import { writableIn } from './schemas.js';
import { purge, readTombstone, refuseWrite, tombstoneOf } from './tombstones.js';

/** GET and HEAD of an order. */
export const readOrder: Handler = (visit) => {
  const { order, service } = visit;
  const stone = order ? undefined : tombstoneOf(visit);
  if (stone) return readTombstone(visit, stone, () => representation(service, stone.order));
  if (!order) return absence(visit);
  const fields = { ...cacheFields(service, order), ...linkField(service, order) };
  return failedPrecondition(visit) ?? json(200, representation(service, order), fields);
};

/** GET of an order, which counts where accesses are counted. */
export const getOrder: Handler = (visit) => {
  if (visit.order && visit.service.settings.countsViews) visit.order.views += 1;
  return visit.service.perform('read order', visit);
};

/** HEAD of an order: as GET would answer now, without being counted. */
export const headOrder: Handler = (visit) => {
  const { order, service } = visit;
  const seen = order && service.settings.countsViews ? { ...order, views: order.views + 1 } : order;
  return service.perform('read order', { ...visit, order: seen });
};

/** PUT of an order: replaces the whole. */
export const putOrder: Handler = (visit) => {
  const { order, service } = visit;
  const stone = order ? undefined : tombstoneOf(visit);
  if (stone) return refuseWrite(visit, stone);
  const canMake = service.settings.doesPutCreate && service.ids.isWellFormed(visit.id);
  if (!order && !canMake) return absence(visit);
  const stopped = failedPrecondition(visit);
  if (stopped) return stopped;
  const reading = readJson(visit, jsonTypes);
  if ('failure' in reading) return reading.failure;
  const { value } = reading;
  const complaints = service.complaints({ what: 'order', value, schema: service.schemas.input });
  if (complaints.length > 0) return refusal(value, complaints);
  const change = { method: 'PUT', input: inputIn(service, value), sent: value } as const;
  if (order) return rewrite(visit, { ...change, before: order.input });
  return creation(service, { ...change, before: undefined }, visit.id);
};

/** PATCH of an order: RFC 7396 on what is stored, all or nothing. */
export const patchOrder: Handler = (visit) => {
  const { order, service } = visit;
  if (!order) return absence(visit);
  const stopped = failedPrecondition(visit);
  if (stopped) return stopped;
  const reading = readJson(visit, patchTypes);
  if ('failure' in reading) return reading.failure;
  const merged = mergePatch(order.input, reading.value);
  const complaints = service.complaints({ what: 'order', value: merged, schema: service.schemas.input });
  if (complaints.length > 0) return refusal(merged, complaints);
  return rewrite(visit, { method: 'PATCH', input: inputIn(service, merged), sent: reading.value, before: order.input });
};

/** DELETE of an order. */
export const deleteOrder: Handler = (visit) => {
  const { order, service } = visit;
  const stone = order ? undefined : tombstoneOf(visit);
  if (stone) return purge(visit, stone);
  if (!order) return secondDelete(visit);
  const stopped = failedPrecondition(visit);
  if (stopped) return stopped;
  if (service.settings.areWritesDelayed) return accepted(service, order.id, undefined, () => removal(service, order));
  service.orders.remove(order);
  const isPurged = visit.query.get('purge') === 'true';
  if (isPurged) service.orders.purge(order);
  return empty(204);
};

/** POST of an order. */
export const postOrder: Handler = (visit) => {
  const { service } = visit;
  const reading = readJson(visit, jsonTypes);
  if ('failure' in reading) return reading.failure;
  const { value } = reading;
  const complaints = service.complaints({ what: 'order', value, schema: service.schemas.creation });
  if (complaints.length > 0) return refusal(value, complaints);
  return creation(service, { method: 'POST', input: inputIn(service, value), sent: value, before: undefined });
};

/** What a request for an order that is not there answers. */
export function absence(visit: Visit): Answer {
  const { id, service } = visit;
  const stone = tombstoneOf(visit);
  if (stone) return refuseWrite(visit, stone);
  const status = service.orders.buried.has(id) ? service.settings.removedItem : 404;
  return problem(status, status === 410 ? 'This order was removed.' : 'There is no such order.');
}

/** What DELETE answers where nothing is left to remove. */
export function secondDelete({ id, service }: Visit): Answer {
  const status = service.orders.buried.has(id) ? service.settings.secondDelete : 404;
  return status === 204 ? empty(204) : problem(status, 'There is nothing left to remove.');
}

const inputIn = ({ settings }: Service, value: Json): JsonObject =>
  isObject(value) ? only(value, Object.keys(writableIn(settings))) : {};

const withDefaults = ({ settings }: Service, input: JsonObject): JsonObject => ({
  ...(settings.fillsIn && fillings),
  ...input,
  priority: input.priority ?? 'normal',
});

function creation(service: Service, change: Change, id?: string): Answer {
  const input = service.intake(change);
  if (isClaimed(service, change.method, input)) return taken;
  if (service.settings.areCreationsDelayed) return delayedCreation(service, withDefaults(service, input), id);
  const made = service.orders.make(withDefaults(service, input), id);
  const headers = { location: pathOf(made) };
  if (!service.settings.showsCreated) return { ...empty(201, headers), made };
  return { ...json(201, representation(service, made), headers), made };
}

function delayedCreation(service: Service, input: JsonObject, id?: string): Answer {
  const { orders } = service;
  const made = orders.draft(input, id);
  const run = () => {
    const there = orders.byId.get(made.id);
    if (there) orders.write(there, { input });
    else orders.restore(made);
    return true;
  };
  return { ...accepted(service, made.id, pathOf(made), run), made };
}

function removal({ orders }: Service, order: Order): boolean {
  if (orders.byId.get(order.id) === order) orders.remove(order);
  return true;
}

function rewrite(visit: Visit, change: Change): Answer {
  const { order, service } = visit;
  if (!order) return absence(visit);
  const input = service.intake(change);
  if (isClaimed(service, change.method, input, order)) return taken;
  const write = () => service.orders.write(order, { input: withDefaults(service, input) });
  if (service.settings.areWritesDelayed && change.method === 'PUT') {
    return accepted(service, order.id, pathOf(order), () => {
      const canWrite = service.orders.byId.get(order.id) === order && !isClaimed(service, 'PUT', input, order);
      if (canWrite) write();
      return canWrite;
    });
  }
  write();
  return service.settings.showsWritten ? json(200, representation(service, order)) : empty(204);
}

const taken = conflict('Another order has this reference.');

/** Whether the order may not be stored since another one has its reference. */
function isClaimed(service: Service, method: Change['method'], input: JsonObject, order?: Order): boolean {
  const { reference } = input;
  if (!service.settings.hasReference || typeof reference !== 'string') return false;
  return service.isTaken({ method, reference, order, orders: service.orders });
}
