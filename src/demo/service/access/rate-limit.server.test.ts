import { describe, expect, test } from 'vitest';
import { startWithRoles } from '../../required-fields.fixture.js';
import { rateLimit, rateWindow, WindowRateLimiter } from './rate-limit.js';

const order = { customer: 'Ada', quantity: 3 };

describe('the limiter', () => {
  const spent = (style: 'seconds' | 'date', from: number) => {
    const limiter = new WindowRateLimiter(style);
    const taken = Array.from({ length: rateLimit }, (_, i) => limiter.take('a', from + i));
    expect(taken.every((answer) => answer === undefined)).toBe(true);
    return limiter;
  };

  test('refuses requests over the limit of a window and a caller, and accepts requests in the next window', () => {
    const limiter = spent('seconds', 5000);
    expect(limiter.take('a', 5999)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(limiter.take('b', 5999)).toBeUndefined();
    expect(limiter.take('a', 6000)).toBeUndefined();
  });

  test.each([5000, 5001, 5500, 5999])('returns a date at or after the end of a window that begins at %i', (from) => {
    const limiter = spent('date', from);
    const date = Date.parse(limiter.take('a', from + 50)?.headers['retry-after'] ?? '');
    expect(date).toBeGreaterThanOrEqual(from + rateWindow);
    expect(limiter.take('a', date)).toBeUndefined();
  });

  test('refuses no request without a limit', () => {
    const limiter = new WindowRateLimiter(undefined);
    const taken = Array.from({ length: 3 * rateLimit }, () => limiter.take('a', 1));
    expect(taken.every((answer) => answer === undefined)).toBe(true);
  });
});

test.each(['rate-limited', 'rate-limited-date'])(
  '%s: requests over the limit are answered 429 and have no effect',
  async (name) => {
    const { demo, anonymous } = await startWithRoles(name);
    const replies = await Promise.all(Array.from({ length: 3 * rateLimit }, () => anonymous('POST', '/orders', order)));
    const refused = replies.filter(({ status }) => status === 429);
    const made = replies.filter(({ status }) => status === 201);
    expect(refused.length).toBeGreaterThan(0);
    expect([made.length + refused.length, made.length]).toEqual([replies.length, demo.orders()]);
    for (const { headers, body } of refused) {
      expect(headers['content-type']).toBe('application/problem+json');
      expect(headers['retry-after']).toMatch(name === 'rate-limited' ? /^1$/ : /^\w{3}, \d\d \w{3} \d{4} .* GMT$/);
      expect(body.status).toBe(429);
    }
    const { paths } = JSON.parse((await settled(anonymous)).text);
    expect(paths['/orders'].get.responses).toHaveProperty('429');
    await demo.close();
  },
);

/** Gets the document after the end of the window. */
async function settled(ask: Awaited<ReturnType<typeof startWithRoles>>['anonymous']) {
  let reply = await ask('GET', '/openapi.json');
  while (reply.status === 429) reply = await ask('GET', '/openapi.json');
  return reply;
}

test('counts the requests of each caller separately', async () => {
  const { demo, as, anonymous } = await startWithRoles('rate-limited', 'access-bearer');
  const all = [...Array(2 * rateLimit)].map(() => anonymous('GET', '/orders'));
  const mine = [...Array(rateLimit / 2)].map(() => as('full')('GET', '/orders'));
  const statuses = new Set((await Promise.all(mine)).map(({ status }) => status));
  expect([...statuses]).toEqual([200]);
  await Promise.all(all);
  await demo.close();
});
