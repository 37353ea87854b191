import { expect, test } from 'vitest';
import type { Reply } from '../../../test/support/raw-client.js';
import { startInWorlds } from './worlds.fixture.js';

/** Sends many at once until it is too much. */
async function refused(ask: () => Promise<Reply>): Promise<Reply> {
  for (let time = 0; time < 20; time += 1) {
    const replies = await Promise.all(Array.from({ length: 100 }, ask));
    const found = replies.find(({ status }) => status === 429);
    if (found) return found;
  }
  throw new Error('nobody was refused');
}

const own = (reply: Reply) => Date.parse(reply.headers['retry-after'] ?? '') - Date.parse(reply.headers.date ?? '');

test('quota-in-seconds says when to come back, what is left, and is as good as its word', async () => {
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
  await expect.poll(async () => (await ask('GET', '/orders')).status, { timeout: 3_000 }).toBe(200);
});

test('quota-by-date says a date that is not before the end of the window', async () => {
  const { ask } = await startInWorlds(['quota-by-date']);
  const reply = await refused(() => ask('GET', '/orders'));
  expect([reply.status, reply.headers.ratelimit]).toEqual([429, undefined]);
  expect(own(reply)).toBeGreaterThanOrEqual(0);
  expect(own(reply)).toBeLessThanOrEqual(2_000);
  expect(Math.abs(Date.parse(reply.headers.date ?? '') - Date.now())).toBeLessThan(60_000);
});

test('quota-with-a-wrong-clock is true to its own clock only', async () => {
  const { ask } = await startInWorlds(['quota-with-a-wrong-clock']);
  const reply = await refused(() => ask('GET', '/orders'));
  expect(Date.parse(reply.headers.date ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  expect(own(reply)).toBeGreaterThanOrEqual(0);
  expect(own(reply)).toBeLessThanOrEqual(2_000);
});

test('a refusal has no effect, and the shape of the errors of the service', async () => {
  const { demo, ask } = await startInWorlds(['quota-in-seconds'], { dialect: ['errors-google'] });
  const reply = await refused(() => ask('POST', '/orders', { customer: 'Ada', quantity: 1 }));
  expect(reply.body.error).toMatchObject({ code: 429 });
  expect(demo.orders()).toBeLessThan(demo.requests());
});
