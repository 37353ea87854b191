import { expect, test } from 'vitest';
import { expectEventually } from '../../../test/support/expect-eventually.js';
import type { Reply } from '../../../test/support/raw-client.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { startInWorlds } from './worlds.fixture.js';

useSteadyClock();

/** Sends simultaneous requests until one is refused. */
async function refused(ask: () => Promise<Reply>): Promise<Reply> {
  for (let time = 0; time < 20; time += 1) {
    const replies = await Promise.all(Array.from({ length: 100 }, ask));
    const found = replies.find(({ status }) => status === 429);
    if (found) return found;
  }
  throw new Error('no request was refused');
}

const own = (reply: Reply) => Date.parse(reply.headers['retry-after'] ?? '') - Date.parse(reply.headers.date ?? '');

test('quota-in-seconds returns the wait and the remaining requests, and accepts requests after the wait', async () => {
  const { ask } = await startInWorlds(['quota-in-seconds']);
  const first = await ask('GET', '/orders');
  expect(first.headers).toMatchObject({ 'ratelimit-policy': '"default";q=60;w=1', ratelimit: '"default";r=59;t=1' });
  const reply = await refused(() => ask('GET', '/orders'));
  expect([reply.status, reply.headers['retry-after'], reply.headers.ratelimit]).toEqual([
    429,
    '1',
    '"default";r=0;t=1',
  ]);
  expect(reply.headers['content-type']).toBe('application/problem+json');
  await expectEventually(async () => (await ask('GET', '/orders')).status).toBe(200);
});

test('quota-by-date returns a date at or after the end of the window', async () => {
  const { ask } = await startInWorlds(['quota-by-date']);
  const reply = await refused(() => ask('GET', '/orders'));
  expect([reply.status, reply.headers.ratelimit]).toEqual([429, undefined]);
  expect(own(reply)).toBeGreaterThanOrEqual(0);
  expect(own(reply)).toBeLessThanOrEqual(2_000);
  expect(Math.abs(Date.parse(reply.headers.date ?? '') - Date.now())).toBeLessThan(60_000);
});

test('quota-with-a-wrong-clock returns a date by its own clock', async () => {
  const { ask } = await startInWorlds(['quota-with-a-wrong-clock']);
  const reply = await refused(() => ask('GET', '/orders'));
  expect(Date.parse(reply.headers.date ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  expect(own(reply)).toBeGreaterThanOrEqual(0);
  expect(own(reply)).toBeLessThanOrEqual(2_000);
});

test('a refusal has no effect, and the error format of the service', async () => {
  const { demo, ask } = await startInWorlds(['quota-in-seconds'], { dialect: ['errors-google'] });
  const reply = await refused(() => ask('POST', '/orders', { customer: 'Ada', quantity: 1 }));
  expect(reply.body.error).toMatchObject({ code: 429 });
  expect(demo.orders()).toBeLessThan(demo.requests());
});
