import { expect, test } from 'vitest';
import type { Order } from './order.js';
import { createIdForm } from './order-ids.js';
import { Orders } from './orders.js';

const quantities = (orders: readonly Order[]) => orders.map(({ input }) => input.quantity);

test('lists the remaining orders in sequence after 20,000 creations and removals', () => {
  const orders = new Orders(createIdForm('uuid'));
  const made = Array.from({ length: 20_000 }, (_, quantity) => orders.make({ quantity }));
  for (const order of made) {
    if (order.position % 5_000 !== 0) orders.remove(order);
  }
  const { sequence } = orders;
  expect(sequence.size).toBe(4);
  expect(quantities(sequence.after(0, 10))).toEqual([4_999, 9_999, 14_999, 19_999]);
  expect(quantities(sequence.after(5_000, 2))).toEqual([9_999, 14_999]);
  expect(quantities(sequence.slice(1, 2))).toEqual([9_999, 14_999]);
  expect(quantities([sequence.newest(made.at(-1)?.id)].flatMap((order) => order ?? []))).toEqual([14_999]);
});

test('an order is removed once', () => {
  const orders = new Orders(createIdForm('integer'));
  const [one, other] = [orders.make({ quantity: 1 }), orders.make({ quantity: 2 })];
  orders.remove(one);
  orders.remove(one);
  expect([orders.sequence.size, orders.byId.size]).toEqual([1, 1]);
  expect(quantities(orders.sequence.after(0, 5))).toEqual([2]);
  expect(other.id).toBe('2');
});

test('does not give an id twice', () => {
  const orders = new Orders(createIdForm('integer'));
  orders.make({}, '2');
  const first = orders.make({});
  orders.remove(first);
  expect([first.id, orders.make({}).id]).toEqual(['1', '3']);
});

test('a restored order is listed once, as the newest', () => {
  const orders = new Orders(createIdForm('integer'));
  const [one] = [orders.make({ quantity: 1 }), orders.make({ quantity: 2 })];
  orders.remove(one);
  orders.restore(one);
  expect(quantities(orders.sequence.after(0, 5))).toEqual([2, 1]);
  expect([orders.sequence.size, orders.sequence.newest()?.id]).toEqual([2, one.id]);
});
