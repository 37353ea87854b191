import type { Orders } from '../orders.js';
import type { Form, Start } from './form.js';

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
  read: (id, _size, { service: { orders } }) => positionsIn(orders).get(id) ?? orders.byId.get(id)?.position,
  write: String,
};

/** limit and starting_after, the id of the last entry; {data, has_more}. */
export const keysetForm: Form = {
  sizeName: 'limit',
  start: startingAfter,
  items: ['data'],
  members: (data) => ({ data, has_more: { type: 'boolean' } }),
  show({ visit, orders, next }, data) {
    const positions = positionsIn(visit.service.orders);
    for (const { id, position } of orders) positions.set(id, position);
    return { body: { data, has_more: next !== undefined } };
  },
};

function positionsIn(orders: Orders): Map<string, number> {
  const known = shown.get(orders);
  if (known) return known;
  const positions = new Map<string, number>();
  shown.set(orders, positions);
  return positions;
}
