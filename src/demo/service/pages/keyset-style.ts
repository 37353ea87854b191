import type { Order } from '../orders/order.js';
import type { Orders } from '../orders/orders.js';
import { describeParameter } from './page-size.js';
import type { PageForm, PageStart } from './page-style.js';

/** Positions of returned orders, because they may be removed before a client continues after them. */
const knownPositions = new WeakMap<Orders, Map<string, number>>();

const startingAfter: PageStart = {
  name: 'starting_after',
  parameter: describeParameter('starting_after', 'The id of the last entry of the page before.', { type: 'string' }),
  isCounting: false,
  read(text, _size, { service: { orders, ids } }) {
    const id = ids.plain?.(text) ?? text;
    return getPositions(orders).get(id) ?? findPosition(orders, id);
  },
  write: String,
};

/** limit and starting_after, the id of the last entry; {data, has_more}. */
export const keysetForm: PageForm = {
  sizeName: 'limit',
  start: startingAfter,
  items: ['data'],
  members: (data) => ({ data, has_more: { type: 'boolean' } }),
  render({ visit, orders, next }, data) {
    const stored = visit.service.orders;
    for (const order of orders) getPositions(stored).set(order.id, getPositionBehind(stored, order));
    return { body: { data, has_more: next !== undefined } };
  },
};

function findPosition(orders: Orders, id: string): number | undefined {
  const order = orders.byId.get(id);
  return order && getPositionBehind(orders, order);
}

const getPositionBehind = ({ sequence }: Orders, order: Order): number => sequence.behind(order, sequence.opening());

function getPositions({ source }: Orders): Map<string, number> {
  const known = knownPositions.get(source);
  if (known) return known;
  const positions = new Map<string, number>();
  knownPositions.set(source, positions);
  return positions;
}
