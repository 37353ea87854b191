import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRawClient, type RawClient } from '../../../../test/support/raw-client.js';
import { type Demo, startDemo } from '../../start-demo.js';

let demo: Demo;
let ask: RawClient;

beforeAll(async () => {
  demo = await startDemo();
  ask = createRawClient(demo.url);
});

afterAll(() => demo.close());

const order = { customer: 'Ada', quantity: 3 };
const post = (key: string, content: object = order) =>
  ask('POST', '/orders', JSON.stringify(content), { 'idempotency-key': key });

test('returns the first response for a repeated creation, and creates nothing more', async () => {
  const first = await post('repeated');
  const before = demo.orders();
  const second = await post('repeated', { quantity: 3, customer: 'Ada' });
  expect([second.status, second.headers.location, second.text]).toEqual([201, first.headers.location, first.text]);
  expect(demo.orders()).toBe(before);
});

test('creates one order for simultaneous creations with one key', async () => {
  const before = demo.orders();
  const replies = await Promise.all(Array.from({ length: 10 }, () => post('at-once')));
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect(demo.orders()).toBe(before + 1);
});

test('a key with other content is refused', async () => {
  await post('other');
  expect((await post('other', { ...order, quantity: 4 })).status).toBe(422);
});

test('a key of a refused creation may be used again', async () => {
  expect((await post('refused', { ...order, quantity: 0 })).status).toBe(422);
  expect((await post('refused')).status).toBe(201);
});

test('creates other orders for other keys and without a key', async () => {
  const [one, other, none] = [await post('one'), await post('two'), await ask('POST', '/orders', order)];
  expect(new Set([one, other, none].map(({ body }) => body.id)).size).toBe(3);
});

test('a key that is too long or empty is refused', async () => {
  expect((await post('x'.repeat(256))).status).toBe(400);
  expect((await post('')).status).toBe(400);
});
