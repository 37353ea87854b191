import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { placeOrder, sampleOrder, startInWorlds } from './worlds.fixture.js';

useSteadyClock();

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/**
 * Sends requests until a connection is refused, and then until one succeeds; returns the errors. As long as they are sent, the steady
 * clock must not leap over the time in which the server is away.
 */
async function untilAfterRestart(send: () => Promise<unknown>): Promise<Set<string>> {
  const troubles = new Set<string>();
  let isBack = false;
  const end = clock.schedule(3_600_000, () => {}, 'deadline');
  for (let sent = 0; sent < 20_000 && !(troubles.has('ECONNREFUSED') && isBack); sent += 1) {
    isBack = await send().then(
      () => true,
      (error) => {
        troubles.add(codeOf(error));
        return false;
      },
    );
  }
  end();
  return troubles;
}

test.each([
  ['restart-with-data', 200],
  ['restart-without-data', 404],
])('%s: refuses connections for a while, twice, and then answers %i for an order', async (name, status) => {
  const { demo, ask } = await startInWorlds([name]);
  for (let time = 0; time < 2; time += 1) {
    const path = await placeOrder(ask);
    expect((await ask('GET', path)).status).toBe(200);
    const troubles = await untilAfterRestart(() => ask('GET', '/orders?limit=1'));
    expect([...troubles]).toContain('ECONNREFUSED');
    expect((await ask('GET', path)).status).toBe(status);
    if (status === 200) expect((await ask('DELETE', path)).status).toBe(204);
  }
  await placeOrder(ask);
  expect(demo.orders()).toBe(1);
});

test('keeps idempotency keys in one world and loses them in the other', async () => {
  const same = async (name: string) => {
    const { ask } = await startInWorlds([name]);
    const post = () => ask('POST', '/orders', sampleOrder, { 'idempotency-key': 'k' });
    const first = (await post()).headers.location;
    await untilAfterRestart(() => ask('GET', '/orders?limit=1'));
    return (await post()).headers.location === first;
  };
  expect([await same('restart-with-data'), await same('restart-without-data')]).toEqual([true, false]);
});

test('closes open connections', async () => {
  const { demo } = await startInWorlds(['restart-with-data']);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(`${demo.url}/orders?limit=1`, { agent }, (message) =>
        message.resume().on('end', resolve).on('error', reject),
      );
      sent.on('error', reject).end();
    });
  const troubles = await untilAfterRestart(get);
  agent.destroy();
  expect([...troubles].some((code) => code !== 'ECONNREFUSED')).toBe(true);
});

test('does not listen again when the demo is closed during a restart', async () => {
  const { demo, ask } = await startInWorlds(['restart-with-data']);
  let isAway = false;
  for (let sent = 0; sent < 2_000 && !isAway; sent += 1)
    isAway = await ask('GET', '/orders?limit=1').then(
      () => false,
      () => true,
    );
  await demo.close();
  await expect(ask('GET', '/')).rejects.toThrow('ECONNREFUSED');
});
