import { expect, test } from 'vitest';
import { demoDialects } from '../start-demo.js';
import { placeOrder, startInWorlds } from './worlds.fixture.js';

const entries = (text: string): { id: string; customer: string }[] => JSON.parse(text).items;

test('a neighbour is busy in the same list, with orders of their own, while there is traffic', async () => {
  const { demo, ask } = await startInWorlds(['noisy-neighbour']);
  const path = await placeOrder(ask);
  const before = (await ask('GET', path)).body;
  const foreign = async () =>
    entries((await ask('GET', '/orders?limit=100')).text).filter(({ customer }) => customer !== 'Ada');
  await expect.poll(async () => (await foreign()).length, { timeout: 20_000 }).toBeGreaterThan(5);
  const known = new Set((await foreign()).map(({ id }) => id));
  await expect
    .poll(
      async () => {
        const now = (await foreign()).map(({ id }) => id);
        return now.some((id) => !known.has(id)) && [...known].some((id) => !now.includes(id));
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect([(await ask('GET', path)).body, demo.orders()]).toEqual([before, 1]);
  expect((await ask('DELETE', path)).status).toBe(204);
  expect(demo.orders()).toBe(0);
});

test('a neighbour gets by in all dialects at once, and with keys that are required', async () => {
  for (const dialect of [
    demoDialects,
    ['keys-required'],
    ['keys-required', 'key-in-body'],
    ['access-query-key', 'ids-integer'],
  ]) {
    const { demo, ask } = await startInWorlds(['noisy-neighbour'], { dialect });
    const total = async () => entries((await ask('GET', '/orders?limit=100')).text).length;
    await expect.poll(total, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(demo.orders()).toBe(0);
  }
});
