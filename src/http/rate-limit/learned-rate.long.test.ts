import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { openTestClient, startOrigin } from '../origin.fixture.js';

useSteadyClock();

interface Limit {
  readonly quota: number;
  readonly windowMs: number;
  /** The window that has begun when the first request comes, in part. */
  readonly usedMs?: number;
}

type WriteFields = (response: ServerResponse, remaining: number, resetMs: number, limit: Limit) => void;

/** A service with fixed windows that counts: it answers 429 where a window has too many requests. */
async function startLimited(limit: Limit, write: WriteFields) {
  const { quota, windowMs, usedMs = 0 } = limit;
  const firstAt = clock.now() - usedMs;
  const counts = new Map<number, number>();
  const statuses: number[] = [];
  const origin = await startOrigin((_, response) => {
    const window = Math.floor((clock.now() - firstAt) / windowMs);
    const count = (counts.get(window) ?? 0) + 1;
    counts.set(window, count);
    response.statusCode = count > quota ? 429 : 200;
    statuses.push(response.statusCode);
    write(response, Math.max(0, quota - count), firstAt + (window + 1) * windowMs - clock.now(), limit);
    response.end('{}');
  });
  return { ...origin, statuses };
}

const writers: Record<string, WriteFields> = {
  'RateLimit and RateLimit-Policy': (response, remaining, resetMs, { quota, windowMs }) => {
    response.setHeader('RateLimit-Policy', `"default";q=${quota};w=${windowMs / 1_000}`);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${Math.ceil(resetMs / 1_000)}`);
  },
  'RateLimit-Limit, -Remaining and -Reset': (response, remaining, resetMs, { quota, windowMs }) => {
    response.setHeader('RateLimit-Limit', `${quota}, ${quota};w=${windowMs / 1_000}`);
    response.setHeader('RateLimit-Remaining', remaining);
    response.setHeader('RateLimit-Reset', Math.ceil(resetMs / 1_000));
  },
  'X-RateLimit with a reset since 1970': (response, remaining, resetMs, { quota }) => {
    response.setHeader('X-RateLimit-Limit', quota);
    response.setHeader('X-RateLimit-Remaining', remaining);
    response.setHeader('X-RateLimit-Reset', Math.ceil((clock.epochMs() + resetMs) / 1_000));
  },
};

/** Sends reads, some at a time, and returns how long they took together. */
async function sendReads(url: string, count: number, concurrency: number): Promise<number> {
  const client = openTestClient(url, { ratePerSecond: 10, isRateLearned: true });
  const begun = clock.now();
  let left = count;
  const read = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await client.send({ method: 'GET', path: '/' });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, read));
  return clock.now() - begun;
}

test.each(Object.entries(writers))('%s raise the rate, and it is never exceeded', async (_, write) => {
  const { url, statuses } = await startLimited({ quota: 100, windowMs: 2_000, usedMs: 700 }, write);
  const ms = await sendReads(url, 300, 4);
  expect(statuses).toEqual(statuses.map(() => 200));
  // At 10 a second, they would take 30 s; as permitted, at least 4.
  expect(ms).toBeLessThan(15_000);
});

test.each(Object.entries(writers))('%s lower the rate', async (_, write) => {
  const { url, statuses } = await startLimited({ quota: 6, windowMs: 3_000 }, write);
  const ms = await sendReads(url, 20, 2);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(ms).toBeGreaterThan(5_000);
});

test('without fields the rate stays as it starts', async () => {
  const { url, arrived } = await startOrigin((_, response) => response.end('{}'));
  const ms = await sendReads(url, 30, 4);
  expect(arrived).toHaveLength(30);
  expect(ms).toBeGreaterThanOrEqual(28 * 100);
});
