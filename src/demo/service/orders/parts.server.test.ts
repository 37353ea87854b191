import { afterEach, expect, test } from 'vitest';
import { createRawClient } from '../../../../test/support/raw-client.js';
import { type Demo, startDemo } from '../../start-demo.js';

const order = { customer: 'Ada', quantity: 3 };
let demo: Demo;

async function start(...dialect: readonly string[]) {
  demo = await startDemo({ dialect });
  const ask = createRawClient(demo.url);
  const create = async (path: string) => (await ask('POST', path, order)).headers.location ?? '';
  return { ask, create };
}

afterEach(() => demo.close());

test('a part belongs to one order', async () => {
  const { ask, create } = await start('order-parts');
  const [one, two] = [await create('/orders'), await create('/orders')];
  const part = await create(`${one}/parts`);
  expect(part.startsWith(`${one}/parts/`)).toBe(true);
  expect((await ask('GET', part)).body).toMatchObject(order);
  expect((await ask('GET', part.replace(one, two))).status).toBe(404);
  expect((await ask('GET', `${one}/parts`)).body.items).toHaveLength(1);
  expect((await ask('GET', `${two}/parts`)).body.items).toEqual([]);
  expect((await ask('PUT', part, { ...order, quantity: 4 })).status).toBe(200);
  expect((await ask('DELETE', one)).status).toBe(204);
  expect((await ask('GET', part)).status).toBe(404);
  expect((await ask('GET', `${one}/parts`)).status).toBe(404);
  expect((await ask('POST', `${one}/parts`, order)).status).toBe(404);
});

test('numbered parts of two orders have the same id', async () => {
  const { create } = await start('order-parts-numbered');
  const orders = [await create('/orders'), await create('/orders')];
  const parts = [await create(`${orders[0]}/parts`), await create(`${orders[1]}/parts`)];
  expect(parts).toEqual(orders.map((path) => `${path}/parts/1`));
});

test('an order counts its parts, and its page links stay below it', async () => {
  const { ask, create } = await start('order-parts-counted', 'pagination-hal');
  const path = await create('/orders');
  for (let i = 0; i < 2; i += 1) await create(`${path}/parts`);
  expect((await ask('GET', path)).body.parts).toBe(2);
  expect((await ask('GET', `${path}/parts?limit=1`)).text).toContain(`${path}/parts?`);
});
