import { randomUUID } from 'node:crypto';
import { timestamp } from '../../clock.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import { fleetMembers, nodeMembers } from '../volatile/server-fleet.js';
import { gaugeMembers, gauges, instrumentMembers, instruments } from '../volatile/volatile-members.js';
import type { Order } from './order.js';
import { linksMember, linksSchema } from './order-links.js';
import { assigned } from './schemas.js';
import { deletion, deletionMembers } from './tombstones.js';

/** An order as an entry of a list. */
export function entry(service: Service, order: Order): JsonObject {
  const { settings, ids } = service;
  return {
    id: ids.toJson(order.id),
    ...order.input,
    status: order.status,
    ...nodeMembers(service, order),
    ...deletion(service, order),
    ...(settings.hasErrorMember && { error: 'none', errors: [] }),
    ...(settings.countsViews && { views: order.views }),
    ...(settings.countsRevisions && { revision: order.revision }),
    ...service.shows(order),
    ...clock(settings),
    ...gauges(service, order),
    ...linksMember(service, order),
  };
}

/** An order as the content of an answer of its own. */
export const representation = (service: Service, order: Order): JsonObject => ({
  ...entry(service, order),
  ...requestId(service.settings),
});

/** What a page that is an object carries beside its entries. */
export const pageStamps = (service: Service): JsonObject => ({
  ...clock(service.settings),
  ...requestId(service.settings),
  ...instruments(service),
});

export { pathOf } from './order-links.js';

/** The members that the service writes, with their schemas. */
export function readOnlyMembers(settings: Settings, id: Schema): { readonly [member: string]: Schema } {
  return {
    ...assigned,
    id,
    ...linksSchema(settings),
    ...(settings.hasErrorMember && { error: { type: 'string' }, errors: { type: 'array', items: { type: 'string' } } }),
    ...(settings.countsViews && { views: { type: 'integer', minimum: 0 } }),
    ...(settings.countsRevisions && { revision: { type: 'integer', minimum: 1 } }),
    ...fleetMembers(settings),
    ...deletionMembers(settings),
    ...clockMembers(settings),
    ...gaugeMembers(settings),
  };
}

/** The members of {@link pageStamps}, with their schemas. */
export const stampMembers = (settings: Settings): { readonly [member: string]: Schema } => ({
  ...clockMembers(settings),
  ...instrumentMembers(settings),
});

function clockMembers(settings: Settings): { readonly [member: string]: Schema } {
  return {
    ...(settings.hasClock && {
      serverTime: { type: 'string', format: 'date-time' },
      asOf: { type: 'string', format: 'date-time' },
    }),
    ...(settings.hasRequestId && { requestId: { type: 'string', format: 'uuid' } }),
  };
}

function clock(settings: Settings): JsonObject {
  if (!settings.hasClock) return {};
  const now = timestamp();
  return { serverTime: now, asOf: `${now.slice(0, 19)}Z` };
}

const requestId = (settings: Settings): JsonObject => (settings.hasRequestId ? { requestId: randomUUID() } : {});
