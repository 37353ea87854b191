import { expect, test } from 'vitest';
import { expectEventually } from '../../../test/support/expect-eventually.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { demoDialects } from '../start-demo.js';
import { placeOrder, startInWorlds } from './worlds.fixture.js';

useSteadyClock();

const entries = (text: string): { id: string; customer: string }[] => JSON.parse(text).items;

test('another client creates and changes its own orders in the same list while there is traffic', async () => {
  const { demo, ask } = await startInWorlds(['noisy-neighbour']);
  const path = await placeOrder(ask);
  const before = (await ask('GET', path)).body;
  const foreign = async () =>
    entries((await ask('GET', '/orders?limit=100')).text).filter(({ customer }) => customer !== 'Ada');
  await expectEventually(async () => (await foreign()).length).toBeGreaterThan(5);
  const known = new Set((await foreign()).map(({ id }) => id));
  await expectEventually(async () => {
    const now = (await foreign()).map(({ id }) => id);
    return now.some((id) => !known.has(id)) && [...known].some((id) => !now.includes(id));
  }).toBe(true);
  expect([(await ask('GET', path)).body, demo.orders()]).toEqual([before, 1]);
  expect((await ask('DELETE', path)).status).toBe(204);
  expect(demo.orders()).toBe(0);
});

test('another client works with all dialects at once, and with required keys', async () => {
  for (const dialect of [
    demoDialects,
    ['keys-required'],
    ['keys-required', 'key-in-body'],
    ['access-query-key', 'ids-integer'],
  ]) {
    const { demo, ask } = await startInWorlds(['noisy-neighbour'], { dialect });
    const total = async () => entries((await ask('GET', '/orders?limit=100')).text).length;
    await expectEventually(total).toBeGreaterThan(2);
    expect(demo.orders()).toBe(0);
  }
});
