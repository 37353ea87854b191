import { clock } from '../../clock.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Order, Status } from '../orders/order.js';
import type { Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { Language, ServerNode } from './traffic.js';

/** Delay of the job that changes written orders, in milliseconds. */
const reindexMs = 1000;

/** Members of an order that depend on the answering node and on background jobs. */
export function createNodeMembers(service: Service, order: Order): JsonObject {
  const { settings, traffic } = service;
  return {
    createdAt: formatInstant(settings, traffic.node, order.createdAt),
    updatedAt: formatInstant(settings, traffic.node, getTouchedAt(settings, order)),
    ...(settings.isFleet && { statusLabel: statusLabels[traffic.language][order.status] }),
  };
}

export const describeFleetMembers = ({ isFleet }: Settings): { readonly [member: string]: Schema } =>
  isFleet ? { statusLabel: { type: 'string' } } : {};

/** Whether the job ran since the order was written. */
export const isReindexed = ({ isReindexing }: Settings, { updatedAt }: Order) =>
  isReindexing && clock.epochMs() - Date.parse(updatedAt) >= reindexMs;

function getTouchedAt(settings: Settings, order: Order): string {
  if (!isReindexed(settings, order)) return order.updatedAt;
  return new Date(Date.parse(order.updatedAt) + reindexMs).toISOString();
}

/** Formats an instant with the precision of the node. */
function formatInstant({ isFleet }: Settings, { precision }: ServerNode, instant: string): string {
  if (!isFleet || precision === 3) return instant;
  return precision === 0 ? `${instant.slice(0, 19)}Z` : `${instant.slice(0, 23)}000+00:00`;
}

const statusLabels: Readonly<Record<Language, Readonly<Record<Status, string>>>> = {
  en: { pending: 'Pending', paid: 'Paid', cancelled: 'Cancelled', refunded: 'Refunded' },
  de: { pending: 'Offen', paid: 'Bezahlt', cancelled: 'Storniert', refunded: 'Erstattet' },
};
