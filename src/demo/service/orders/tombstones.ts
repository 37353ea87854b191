import { type Answer, createEmptyAnswer, createJsonAnswer, createProblem } from '../http/answer.js';
import type { Json, JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { RequestContext, Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { Order } from './order.js';
import type { Tombstone } from './orders.js';

/** The tombstone of the requested order; undefined when it exists, never existed, or was purged. */
export const findTombstone = ({ id, service }: RequestContext): Tombstone | undefined =>
  service.orders.tombstones.get(id);

/** The response to GET and HEAD of a removed order; `whole` is the order before its removal. */
export function readTombstone(visit: RequestContext, { order, deletedAt }: Tombstone, whole: () => Json): Answer {
  const { settings, ids } = visit.service;
  if (settings.tombstones === 'gone') return createGoneAnswer(deletedAt);
  if (settings.tombstones === 'listed') return createJsonAnswer(200, whole());
  return createJsonAnswer(200, { id: ids.toJson(order.id), deleted: true, deletedAt });
}

export const refuseWrite = ({ service }: RequestContext, { deletedAt }: Tombstone): Answer =>
  service.settings.tombstones === 'gone' ? createGoneAnswer(deletedAt) : createProblem(409, 'This order was removed.');

export function purgeOrder({ service }: RequestContext, { order }: Tombstone): Answer {
  service.orders.purge(order);
  return createEmptyAnswer(204);
}

export function createDeletionMembers({ settings, orders }: Service, { id }: Order): JsonObject {
  if (settings.tombstones !== 'listed') return {};
  const stone = orders.tombstones.get(id);
  return stone ? { deleted: true, deletedAt: stone.deletedAt } : { deleted: false, deletedAt: null };
}

export const describeDeletionMembers = ({ tombstones }: Settings): { readonly [member: string]: Schema } =>
  tombstones === 'listed'
    ? { deleted: { type: 'boolean' }, deletedAt: { type: ['string', 'null'], format: 'date-time' } }
    : {};

export const createTombstoneSchema = (id: Schema): Schema => ({
  type: 'object',
  properties: { id, deleted: { type: 'boolean' }, deletedAt: { type: 'string', format: 'date-time' } },
  required: ['id', 'deleted', 'deletedAt'],
});

const createGoneAnswer = (deletedAt: string): Answer =>
  createProblem(410, 'This order was removed.', { deleted: true, deletedAt });
