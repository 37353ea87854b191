import { randomUUID } from 'node:crypto';
import { createTimestamp } from '../../clock.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import { createNodeMembers, describeFleetMembers } from '../volatile/server-fleet.js';
import {
  createVolatileMembers,
  createVolatileOrderMembers,
  describeVolatileMembers,
  describeVolatileOrderMembers,
} from '../volatile/volatile-members.js';
import type { Order } from './order.js';
import { createLinksMember, createLinksSchema } from './order-links.js';
import { countParts, isPart } from './part-stores.js';
import { assignedMembers } from './schemas.js';
import { createDeletionMembers, describeDeletionMembers } from './tombstones.js';

export function representEntry(service: Service, order: Order): JsonObject {
  const { settings, ids } = service;
  return {
    id: ids.toJson(order.id),
    ...order.input,
    status: order.status,
    ...createNodeMembers(service, order),
    ...createDeletionMembers(service, order),
    ...(settings.hasErrorMember && { error: 'none', errors: [] }),
    ...(settings.countsViews && { views: order.views }),
    ...(settings.countsRevisions && { revision: order.revision }),
    ...(settings.parts === 'counted' && { parts: isPart(order) ? 0 : countParts(order) }),
    ...service.shows(order),
    ...createClockMembers(settings),
    ...createVolatileOrderMembers(service, order),
    ...createLinksMember(service, order),
  };
}

export const representOrder = (service: Service, order: Order): JsonObject => ({
  ...representEntry(service, order),
  ...createRequestId(service.settings),
});

export const createPageStamps = (service: Service): JsonObject => ({
  ...createClockMembers(service.settings),
  ...createRequestId(service.settings),
  ...createVolatileMembers(service),
});

export function describeReadOnlyMembers(settings: Settings, id: Schema): { readonly [member: string]: Schema } {
  return {
    ...assignedMembers,
    id,
    ...createLinksSchema(settings),
    ...(settings.hasErrorMember && { error: { type: 'string' }, errors: { type: 'array', items: { type: 'string' } } }),
    ...(settings.countsViews && { views: { type: 'integer', minimum: 0 } }),
    ...(settings.countsRevisions && { revision: { type: 'integer', minimum: 1 } }),
    ...(settings.parts === 'counted' && { parts: { type: 'integer', minimum: 0 } }),
    ...describeFleetMembers(settings),
    ...describeDeletionMembers(settings),
    ...describeClockMembers(settings),
    ...describeVolatileOrderMembers(settings),
  };
}

export const describeStampMembers = (settings: Settings): { readonly [member: string]: Schema } => ({
  ...describeClockMembers(settings),
  ...describeVolatileMembers(settings),
});

function describeClockMembers(settings: Settings): { readonly [member: string]: Schema } {
  return {
    ...(settings.hasClock && {
      serverTime: { type: 'string', format: 'date-time' },
      asOf: { type: 'string', format: 'date-time' },
    }),
    ...(settings.hasRequestId && { requestId: { type: 'string', format: 'uuid' } }),
  };
}

function createClockMembers(settings: Settings): JsonObject {
  if (!settings.hasClock) return {};
  const now = createTimestamp();
  return { serverTime: now, asOf: `${now.slice(0, 19)}Z` };
}

const createRequestId = (settings: Settings): JsonObject => (settings.hasRequestId ? { requestId: randomUUID() } : {});
