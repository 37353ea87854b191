import type { Order } from '../orders/order.js';
import type { Orders } from '../orders/orders.js';
import type { Form, Start } from './page-style.js';

/** Positions of the orders that pages showed, for those that are removed before they are named as a beginning. */
const shown = new WeakMap<Orders, Map<string, number>>();

const startingAfter: Start = {
  name: 'starting_after',
  parameter: {
    name: 'starting_after',
    in: 'query',
    description: 'The id of the last entry of the page before.',
    schema: { type: 'string' },
  },
  isCounting: false,
  read(text, _size, { service: { orders, ids } }) {
    const id = ids.plain?.(text) ?? text;
    return positionsIn(orders).get(id) ?? positionOf(orders, id);
  },
  write: String,
};

/** limit and starting_after, the id of the last entry; {data, has_more}. */
export const keysetForm: Form = {
  sizeName: 'limit',
  start: startingAfter,
  items: ['data'],
  members: (data) => ({ data, has_more: { type: 'boolean' } }),
  show({ visit, orders, next }, data) {
    const stored = visit.service.orders;
    for (const order of orders) positionsIn(stored).set(order.id, behind(stored, order));
    return { body: { data, has_more: next !== undefined } };
  },
};

function positionOf(orders: Orders, id: string): number | undefined {
  const order = orders.byId.get(id);
  return order && behind(orders, order);
}

const behind = ({ sequence }: Orders, order: Order): number => sequence.behind(order, sequence.opening());

function positionsIn({ source }: Orders): Map<string, number> {
  const known = shown.get(source);
  if (known) return known;
  const positions = new Map<string, number>();
  shown.set(source, positions);
  return positions;
}
