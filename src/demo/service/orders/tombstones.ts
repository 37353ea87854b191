import { type Answer, empty, json, problem } from '../http/answer.js';
import type { Json, JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Service, Visit } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { Order } from './order.js';
import type { Tombstone } from './orders.js';

/** What stays of the order that a visit is for; undefined where it lives, never was, or was purged. */
export const tombstoneOf = ({ id, service }: Visit): Tombstone | undefined => service.orders.tombstones.get(id);

/** What GET and HEAD of a removed order show; `whole` is the order as it was. */
export function readTombstone(visit: Visit, { order, deletedAt }: Tombstone, whole: () => Json): Answer {
  const { settings, ids } = visit.service;
  if (settings.tombstones === 'gone') return goneAnswer(deletedAt);
  if (settings.tombstones === 'listed') return json(200, whole());
  return json(200, { id: ids.toJson(order.id), deleted: true, deletedAt });
}

/** What writes to a removed order are answered. */
export const refuseWrite = ({ service }: Visit, { deletedAt }: Tombstone): Answer =>
  service.settings.tombstones === 'gone' ? goneAnswer(deletedAt) : problem(409, 'This order was removed.');

/** Takes away what stays of an order. */
export function purge({ service }: Visit, { order }: Tombstone): Answer {
  service.orders.purge(order);
  return empty(204);
}

/** What a list that keeps removed orders says of each, and what others say of the living. */
export function deletion({ settings, orders }: Service, { id }: Order): JsonObject {
  if (settings.tombstones !== 'listed') return {};
  const stone = orders.tombstones.get(id);
  return stone ? { deleted: true, deletedAt: stone.deletedAt } : { deleted: false, deletedAt: null };
}

/** The schemas of {@link deletion}. */
export const deletionMembers = ({ tombstones }: Settings): { readonly [member: string]: Schema } =>
  tombstones === 'listed'
    ? { deleted: { type: 'boolean' }, deletedAt: { type: ['string', 'null'], format: 'date-time' } }
    : {};

/** The schema of a tombstone that is read by itself. */
export const tombstoneSchema = (id: Schema): Schema => ({
  type: 'object',
  properties: { id, deleted: { type: 'boolean' }, deletedAt: { type: 'string', format: 'date-time' } },
  required: ['id', 'deleted', 'deletedAt'],
});

const goneAnswer = (deletedAt: string): Answer => problem(410, 'This order was removed.', { deleted: true, deletedAt });
