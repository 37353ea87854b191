import type { Settings } from '../settings.js';
import type { Order } from './order.js';
import { createIdForm } from './order-ids.js';
import { Orders } from './orders.js';

/** The parts of each order that has any; they disappear with it. */
const stores = new WeakMap<Order, Orders>();

export function openParts(order: Order, settings: Settings): Orders {
  const known = stores.get(order);
  if (known) return known;
  const home = `/orders/${order.id}/parts`;
  const store = new Orders(createIdForm(settings.ids), undefined, settings, home);
  stores.set(order, store);
  return store;
}

export const countParts = (order: Order): number => stores.get(order)?.byId.size ?? 0;

export const isPart = ({ home }: Order): boolean => home !== '/orders';
