import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { createNamedRule, runRules, startItemService } from '../run/test-service.fixture.js';
import { ServiceHealth } from './health.js';

/** The results of requests, and the pauses after them. */
function createObservedHealth(leftMs = 600_000) {
  const pauses: number[] = [];
  const health = new ServiceHealth({ holdUp: (ms) => void pauses.push(ms), leftMs: () => leftMs });
  const observe = (status: number | string, headers: Record<string, string> = {}, path = '/things') => {
    const answer = typeof status === 'number' ? { status, headers, text: '', json: undefined } : undefined;
    health.record({ method: 'GET', path, answer, silence: typeof status === 'string' ? status : undefined });
  };
  return { health, pauses, observe };
}

describe('Retry-After of 429', () => {
  test('delays all requests, given in seconds or as a date', () => {
    const { pauses, observe } = createObservedHealth();
    observe(429, { 'retry-after': '7' });
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    observe(429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:09 GMT', date });
    expect(pauses).toEqual([7_000, 9_000]);
  });

  test('longer than the remaining time of the run causes no wait', () => {
    const { health, pauses, observe } = createObservedHealth(5_000);
    observe(429, { 'retry-after': '9' });
    expect([pauses, health.breaker.findStopReason('GET', '/things')]).toEqual([
      [],
      { cause: 'refused', why: expect.stringContaining('9 s') },
    ]);
  });
});

describe('no answer within the deadline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const silence = 'no answer within 10000 ms';
  const observeAll = (observe: ReturnType<typeof createObservedHealth>['observe'], paths: readonly string[]) => {
    for (const path of paths) {
      vi.advanceTimersByTime(5_000);
      observe(path === '' ? 200 : silence, {}, path);
    }
  };

  test('to requests of several kinds, also after pauses, ends the run', () => {
    const { health, pauses, observe } = createObservedHealth();
    observeAll(observe, ['/things', '/orders', '/things', '/orders']);
    expect([pauses, health.end()]).toEqual([[], undefined]);
    observeAll(observe, ['/things', '/orders', '/things', '/orders']);
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
    expect(health.end()).toEqual({ cause: 'no-answer', why: expect.stringContaining('answers nothing any more') });
  });

  test('says nothing of the service where the end of the run leaves no time for a pause', () => {
    const { health, pauses, observe } = createObservedHealth(500);
    observeAll(observe, Array(10).fill(['/things', '/orders']).flat());
    expect([pauses, health.end()]).toEqual([[], undefined]);
  });

  test('says nothing of the service after one kind of request, or with answers between', () => {
    const { health, pauses, observe } = createObservedHealth();
    observeAll(observe, Array(40).fill('/events'));
    observeAll(observe, ['', ...Array(10).fill(['/things', '/orders', '/things', '']).flat()]);
    expect([pauses, health.end()]).toEqual([[], undefined]);
  });
});

describe('Retry-After of 503', () => {
  test('delays the requested kind of request only', () => {
    const { health, pauses, observe } = createObservedHealth();
    observe(503, { 'retry-after': '20' }, '/a/1');
    expect(pauses).toEqual([]);
    expect(health.breaker.awaitOpen('GET', '/a/2?b=c')).toBeInstanceOf(Promise);
    expect([health.breaker.awaitOpen('PUT', '/a/2'), health.breaker.awaitOpen('GET', '/b')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('of three kinds of requests without a success in between delays all requests', () => {
    const { health, pauses, observe } = createObservedHealth();
    observe(503, { 'retry-after': '20' }, '/a');
    observe(503, { 'retry-after': '20' }, '/b');
    observe(200, {}, '/c');
    observe(503, { 'retry-after': '20' }, '/d');
    observe(503, { 'retry-after': '20' }, '/e');
    expect([pauses, health.breaker.awaitOpen('GET', '/c')]).toEqual([[], undefined]);
    observe(503, { 'retry-after': '20' }, '/f');
    expect(pauses).toEqual([20_000]);
  });

  test('delays all requests when two thirds of the latest responses were failures', () => {
    const { pauses, observe } = createObservedHealth();
    for (let i = 0; i < 4; i += 1) observe(200);
    for (let i = 0; i < 7; i += 1) observe(503);
    observe(503, { 'retry-after': '2' });
    expect(pauses).toContain(2_000);
  });

  test('that did not help causes no second wait, and does not end the run', async () => {
    const { health, pauses, observe } = createObservedHealth();
    vi.useFakeTimers();
    try {
      observe(503, { 'retry-after': '20' }, '/a/1');
      observe(200, {}, '/b');
      // Requests sent before the wait are not counted.
      observe(503, { 'retry-after': '20' }, '/a/2');
      expect(health.breaker.findStopReason('GET', '/a/3')).toBeUndefined();
      await vi.advanceTimersByTimeAsync(20_001);
      observe(503, { 'retry-after': '20' }, '/a/2');
    } finally {
      vi.useRealTimers();
    }
    const why = 'GET /a/* repeatedly returned 503, also after waiting';
    expect(health.breaker.findStopReason('GET', '/a/3')).toEqual({ cause: 'no-answer', why });
    expect([health.breaker.findStopReason('PUT', '/a/3'), health.end(), pauses]).toEqual([undefined, undefined, []]);
    expect(health.notes()).toEqual([`GET /a/* was skipped: ${why}`]);
  });

  test('that helped causes another wait', async () => {
    const { health, observe } = createObservedHealth();
    vi.useFakeTimers();
    try {
      for (let i = 0; i < 5; i += 1) {
        observe(503, { 'retry-after': '20' }, '/a/1');
        expect(health.breaker.awaitOpen('GET', '/a/1')).toBeInstanceOf(Promise);
        await vi.advanceTimersByTimeAsync(20_001);
        observe(200, {}, '/a/1');
      }
    } finally {
      vi.useRealTimers();
    }
    expect(health.breaker.findStopReason('GET', '/a/1')).toBeUndefined();
  });

  test('of all requests that did not help twice ends the run', async () => {
    const { health, pauses, observe } = createObservedHealth();
    vi.useFakeTimers();
    try {
      for (const paths of [['/a', '/b', '/c'], ['/a'], ['/b']]) {
        expect(health.end()).toBeUndefined();
        for (const path of paths) observe(503, { 'retry-after': '20' }, path);
        await vi.advanceTimersByTimeAsync(20_001);
      }
    } finally {
      vi.useRealTimers();
    }
    expect(pauses).toEqual([20_000, 20_000]);
    expect(health.end()).toMatchObject({
      cause: 'no-answer',
      why: expect.stringContaining('everything repeatedly returned 503'),
    });
  });

  test('that is longer than the maximum blocks the requested kind, and three of them end the run', () => {
    const { health, pauses, observe } = createObservedHealth();
    observe(503, { 'retry-after': '3600' }, '/a/1');
    expect(health.breaker.findStopReason('GET', '/a/2')).toMatchObject({
      cause: 'no-answer',
      why: expect.stringContaining('asks to come back in 3600 s'),
    });
    expect([health.breaker.findStopReason('GET', '/b'), health.breaker.findStopReason('POST', '/a/1')]).toEqual([
      undefined,
      undefined,
    ]);
    observe(503, { 'retry-after': '3600' }, '/b');
    expect(health.end()).toBeUndefined();
    observe(503, { 'retry-after': '3600' }, '/c');
    expect(health.end()).toMatchObject({ cause: 'no-answer' });
    expect(pauses).toEqual([]);
  });
});

test('pauses after ten failures in a row, and counts from zero after a success', () => {
  const { health, pauses, observe } = createObservedHealth();
  for (let i = 0; i < 9; i += 1) observe(503);
  observe(200);
  for (let i = 0; i < 9; i += 1) observe(502);
  expect(pauses).toEqual([]);
  observe(504);
  expect(pauses).toEqual([1_000]);
  // Requests sent before the pause are not counted.
  for (let i = 0; i < 8; i += 1) observe(504);
  expect([pauses, health.end()]).toEqual([[1_000], undefined]);
  expect(health.notes()).toEqual(['the run paused 1 times, 1 s in all, because the service had trouble']);
});

/** Ten failures, and another one after each pause. */
async function inTrouble(status: number, paths: readonly string[]) {
  const { health, observe } = createObservedHealth();
  const recordNext = (n: number) => observe(status, {}, paths[n % paths.length]);
  vi.useFakeTimers();
  for (let n = 0; n < 10; n += 1) recordNext(n);
  for (const ms of [1_000, 2_000, 4_000, 8_000]) {
    expect([health.end(), health.breaker.findStopReason('GET', '/a/9')]).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(ms + 1);
    recordNext(ms / 1_000);
  }
  return { health, observe };
}

describe('failures that continue after all pauses', () => {
  afterEach(() => void vi.useRealTimers());

  test('of one kind of request stop that kind, and the next requests show whether others fail', async () => {
    const { health, observe } = await inTrouble(503, ['/a/1', '/a/2']);
    expect(health.breaker.findStopReason('GET', '/a/9')).toMatchObject({ cause: 'no-answer' });
    expect(health.end()).toBeUndefined();
    observe(200, {}, '/b');
    observe(503, {}, '/b');
    expect(health.end()).toBeUndefined();
  });

  test('and also occur for the next request end the run', async () => {
    const { health, observe } = await inTrouble(503, ['/a/1']);
    observe(503, {}, '/b');
    expect(health.end()).toMatchObject({ cause: 'no-answer' });
  });

  test.each<[number, readonly string[]]>([
    [503, ['/a', '/b']],
    [429, ['/a']],
  ])('of several kinds, or by a quota, end the run: %i %j', async (status, paths) => {
    expect((await inTrouble(status, paths)).health.end()).toBeDefined();
  });
});

describe('the run ends when there is no time for a pause', () => {
  test.each([
    ['ECONNREFUSED', 5, 'no-answer', 'the service no longer answers'],
    [503, 10, 'no-answer', 'the service repeatedly returns 503'],
    [429, 10, 'refused', 'the service repeatedly returns 429'],
    ['ECONNRESET', 10, 'no-answer', 'the service repeatedly returns nothing'],
  ])('after %s, %i times', (what, times, cause, why) => {
    const { health, observe } = createObservedHealth(400);
    for (let i = 1; i < times; i += 1) observe(what);
    expect(health.end()).toBeUndefined();
    observe(what);
    expect(health.end()).toMatchObject({ cause, why: expect.stringContaining(why) });
  });

  test('but not after failures that are not transient', () => {
    const { health, observe } = createObservedHealth(500);
    for (let i = 0; i < 50; i += 1) observe(500);
    for (let i = 0; i < 50; i += 1) observe('no answer within 5 ms');
    expect(health.end()).toBeUndefined();
  });
});

const get = { method: 'GET' as const, path: '/things' };
const post = { method: 'POST' as const, path: '/things', json: { name: 'a', size: 1 } };

describe('a request', () => {
  useSteadyClock();

  test.each([502, 503, 504])('with a safe method is repeated after %i', async (status) => {
    const { url, arrived } = await startItemService((_, n) => (n <= 2 ? { status } : undefined));
    const { outcomes, notes } = await runRules(
      url,
      [createNamedRule('a', { when: (_, { client }) => client.send(get) })],
      {
        limits: { cases: 1 },
      },
    );
    // The list is read before the first request that may write, and repeated until it is read.
    expect([outcomes[0]?.verdict, arrived.length]).toEqual(['held', 4]);
    expect(notes.join()).toContain('2 requests were sent again after 502, 503, 504');
  });

  test.each([502, 503, 504])(
    'with an unsafe method is not repeated after %i, because it may have been carried out',
    async (status) => {
      const { url, arrived } = await startItemService(() => ({ status }));
      const { outcomes } = await runRules(url, [createNamedRule('a', { when: (_, { client }) => client.send(post) })], {
        limits: { cases: 1, maxSeconds: 3 },
      });
      expect(outcomes[0]).toMatchObject({ verdict: 'inconclusive', cause: 'no-answer' });
      // Each undecided case sent its one request, and no more.
      expect(arrived.filter(({ method }) => method === 'POST').length).toBe(outcomes[0]?.requests);
    },
  );

  test('that was not sent is repeated with any method, because no server received it', async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const { outcomes } = await runRules(
      `http://127.0.0.1:${port}`,
      [createNamedRule('a', { when: (_, { client }) => client.send(post) })],
      { limits: { cases: 1, maxSeconds: 60 } },
    );
    expect(outcomes[0]).toMatchObject({ verdict: 'inconclusive', cause: 'no-answer' });
    // Three undecided cases, each sent more than once.
    expect(outcomes[0]?.requests).toBeGreaterThan(3);
  });

  test('that expects failures is not delayed by them', async () => {
    const { url, arrived } = await startItemService(() => ({ status: 503 }));
    const rule = createNamedRule('a', {
      when: async (_, { client }) => (await client.trySend(get)).answer?.status ?? 0,
    });
    const { outcomes } = await runRules(url, [rule], { limits: { cases: 1 } });
    expect([outcomes[0]?.verdict, outcomes[0]?.requests]).toEqual(['held', 1]);
    expect(arrived.length).toBeGreaterThan(1);
  });
});

test('a service that always fails violates no rule, and the run ends when the time is over', async () => {
  const { url } = await startItemService(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
  const rules = ['a', 'b', 'c'].map((id) => createNamedRule(id, { when: (_, { client }) => client.send(post) }));
  const { outcomes } = await runRules(url, rules, { limits: { cases: 2 } });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive', 'inconclusive']);
  expect(outcomes[2]).toMatchObject({ cause: 'no-answer', why: expect.stringContaining('come back in 3600 s') });
});
