import { type Answer, createConflict } from '../http/answer.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Complaint } from '../http/validate.js';
import type { RequestContext } from '../request-context.js';
import type { Orders } from './orders.js';
import { countParts } from './part-stores.js';

/** Constraints of an order that a schema cannot express. A part may follow anything. */
export function listSemanticComplaints(value: Json, orders: Orders): Complaint[] {
  if (!isObject(value)) return [];
  const { previousOrderId: previous } = value;
  const isUnknown = typeof previous === 'string' && orders.home === '/orders' && !orders.byId.has(previous);
  return [
    ...semanticRules.filter(({ isIn }) => isIn(value)).map(({ pointer, detail }) => ({ pointer, detail })),
    ...(isUnknown ? [{ pointer: '/previousOrderId', detail: 'must be the id of an existing order' }] : []),
  ];
}

export const semanticallyInvalidOrders: readonly JsonObject[] = [
  { customer: 'unknown customer', quantity: 1 },
  { customer: 'Ada', quantity: 1, tags: ['as a gift', 'not as a gift'] },
  { customer: 'Ada', quantity: 1, tags: ['discontinued'] },
];

const semanticRules: readonly (Complaint & { isIn(value: JsonObject): boolean })[] = [
  {
    pointer: '/customer',
    detail: 'must be a known customer',
    isIn: ({ customer }) => customer === 'unknown customer',
  },
  {
    pointer: '/tags',
    detail: 'must not contradict each other',
    isIn: ({ tags }) => Array.isArray(tags) && ['as a gift', 'not as a gift'].every((tag) => tags.includes(tag)),
  },
  {
    pointer: '/tags',
    detail: 'must not be discontinued',
    isIn: ({ tags }) => Array.isArray(tags) && tags.includes('discontinued'),
  },
];

/** The stages of an order in their order; clients write them. */
export const stages = ['draft', 'ready', 'done'] as const;

export function refuseLockedWrite({ order, service, method, resource }: RequestContext): Answer | undefined {
  const { locksPaidOrders, doPartsKeepOrders } = service.settings;
  if (!order || resource !== 'order') return undefined;
  if (method === 'DELETE')
    return doPartsKeepOrders && countParts(order) > 0 ? createConflict('The order has parts.') : undefined;
  return locksPaidOrders && order.status === 'paid' ? createConflict('The order was paid.') : undefined;
}

export const refuseLockedPart = ({ parent, service }: RequestContext): Answer | undefined =>
  service.settings.locksPaidParts && parent?.status === 'paid' ? createConflict('The order was paid.') : undefined;

export function refuseStage({ order, service }: RequestContext, stage: unknown): Answer | undefined {
  if (!service.settings.hasStages || !order) return undefined;
  const places = [order.input.stage ?? 'draft', stage ?? 'draft'].map((name) =>
    (stages as readonly unknown[]).indexOf(name),
  );
  const [now = 0, next = 0] = places;
  return next === now || next === now + 1
    ? undefined
    : createConflict(`An order in stage ${String(order.input.stage)} cannot go to ${String(stage)}.`);
}
