import { describe, expect, test } from 'vitest';
import { expectEventually } from '../../../test/support/expect-eventually.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { placeOrder, sampleOrder, sendMany, startInWorlds } from './worlds.fixture.js';

useSteadyClock();

const key = (at: number) => ({ 'idempotency-key': `once-${at}` });

describe('intermittent-failures', () => {
  test('answers 502, 503 and 504 or resets the connection, before and after the request was carried out', async () => {
    const { demo, ask } = await startInWorlds(['intermittent-failures']);
    const seen = new Map<string, number>();
    let carriedOut = 0;
    for (let at = 0; at < 400; at += 1) {
      const before = demo.orders();
      const reply = await ask('POST', '/orders', sampleOrder, key(at)).catch(() => undefined);
      if (reply?.status === 201) continue;
      const told = reply ? `${reply.status} ${reply.headers['retry-after'] ?? ''}`.trim() : 'reset';
      seen.set(told, (seen.get(told) ?? 0) + 1);
      carriedOut += demo.orders() - before;
    }
    const failed = [...seen.values()].reduce((sum, count) => sum + count, 0);
    expect([...seen.keys()].sort()).toEqual(['502', '503', '503 1', '504', 'reset']);
    expect(failed).toBeGreaterThan(8);
    expect(failed).toBeLessThan(40);
    expect(carriedOut).toBeGreaterThan(0);
    expect(carriedOut).toBeLessThan(failed);
  });

  test('fails in the same places for the same seed', async () => {
    const statuses = async (seed: number) => {
      const { ask } = await startInWorlds(['intermittent-failures'], { seed });
      return (await sendMany(60, () => ask('GET', '/orders'))).map((reply) => reply?.status ?? 0);
    };
    const first = await statuses(7);
    expect(await statuses(7)).toEqual(first);
    expect(await statuses(8)).not.toEqual(first);
  });
});

test('slow needs at least 20 ms for each response, and 3 s for some', async () => {
  const { demo, ask } = await startInWorlds(['slow']);
  const timed = async () => {
    const began = clock.now();
    const { status } = await ask('GET', '/orders');
    return { status, ms: clock.now() - began };
  };
  const taken = await Promise.all(Array.from({ length: 400 }, timed));
  expect(taken.every(({ status, ms }) => status === 200 && ms >= 15)).toBe(true);
  expect(taken.filter(({ ms }) => ms >= 2_990).length).toBeGreaterThan(0);
  expect(demo.requests()).toBe(400);
});

test('retrying-gateway sends some idempotent requests twice, and never a POST', async () => {
  const { demo, ask } = await startInWorlds(['retrying-gateway']);
  const paths: string[] = [];
  for (let at = 0; at < 100; at += 1) paths.push(await placeOrder(ask));
  expect(demo.orders()).toBe(100);
  const statuses = await sendMany(100, (at) => ask('DELETE', paths[at] ?? ''));
  expect(demo.orders()).toBe(0);
  expect(new Set(statuses.map((reply) => reply?.status))).toEqual(new Set([204, 404]));
});

test('maintenance-windows answers 503 with Retry-After for a while, twice', async () => {
  const { ask } = await startInWorlds(['maintenance-windows']);
  for (let time = 0; time < 2; time += 1) {
    let reply = await ask('GET', '/orders');
    for (let sent = 0; reply.status === 200 && sent < 1_500; sent += 1) reply = await ask('GET', '/orders');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2']);
    await expectEventually(async () => (await ask('GET', '/orders')).status).toBe(200);
  }
});
