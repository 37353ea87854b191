import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createNamedRule, runRules, startItemService } from '../run/test-service.fixture.js';
import { createServiceHealth } from './health.js';

/** What came of requests, and the pauses that were taken for it. */
function bearing(leftMs = 600_000) {
  const pauses: number[] = [];
  const endurance = createServiceHealth({ holdUp: (ms) => void pauses.push(ms), leftMs: () => leftMs });
  const heed = (status: number | string, headers: Record<string, string> = {}, path = '/things') => {
    const answer = typeof status === 'number' ? { status, headers, text: '', json: undefined } : undefined;
    endurance.record({ method: 'GET', path, answer, silence: typeof status === 'string' ? status : undefined });
  };
  return { endurance, pauses, heed };
}

describe('Retry-After of 429', () => {
  test('holds up everybody, in seconds and as a date', () => {
    const { pauses, heed } = bearing();
    heed(429, { 'retry-after': '7' });
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    heed(429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:09 GMT', date });
    expect(pauses).toEqual([7_000, 9_000]);
  });

  test('that goes beyond the time of the run is not waited for', () => {
    const { endurance, pauses, heed } = bearing(5_000);
    heed(429, { 'retry-after': '9' });
    expect([pauses, endurance.findBlock('GET', '/things')]).toEqual([
      [],
      { cause: 'refused', why: expect.stringContaining('9 s') },
    ]);
  });
});

describe('Retry-After of 503', () => {
  test('delays the requested kind of request only', () => {
    const { endurance, pauses, heed } = bearing();
    heed(503, { 'retry-after': '20' }, '/a/1');
    expect(pauses).toEqual([]);
    expect(endurance.awaitOpen('GET', '/a/2?b=c')).toBeInstanceOf(Promise);
    expect([endurance.awaitOpen('PUT', '/a/2'), endurance.awaitOpen('GET', '/b')]).toEqual([undefined, undefined]);
  });

  test('of three kinds of requests with no good answer in between holds up everybody', () => {
    const { endurance, pauses, heed } = bearing();
    heed(503, { 'retry-after': '20' }, '/a');
    heed(503, { 'retry-after': '20' }, '/b');
    heed(200, {}, '/c');
    heed(503, { 'retry-after': '20' }, '/d');
    heed(503, { 'retry-after': '20' }, '/e');
    expect([pauses, endurance.awaitOpen('GET', '/c')]).toEqual([[], undefined]);
    heed(503, { 'retry-after': '20' }, '/f');
    expect(pauses).toEqual([20_000]);
  });

  test('holds up everybody where two thirds of the latest answers were trouble', () => {
    const { pauses, heed } = bearing();
    for (let i = 0; i < 4; i += 1) heed(200);
    for (let i = 0; i < 7; i += 1) heed(503);
    heed(503, { 'retry-after': '2' });
    expect(pauses).toContain(2_000);
  });

  test('that was waited for in vain is not waited for again, and that ends no run', async () => {
    const { endurance, pauses, heed } = bearing();
    vi.useFakeTimers();
    try {
      heed(503, { 'retry-after': '20' }, '/a/1');
      heed(200, {}, '/b');
      // What left before the wait says nothing of it.
      heed(503, { 'retry-after': '20' }, '/a/2');
      expect(endurance.findBlock('GET', '/a/3')).toBeUndefined();
      await vi.advanceTimersByTimeAsync(20_001);
      heed(503, { 'retry-after': '20' }, '/a/2');
    } finally {
      vi.useRealTimers();
    }
    const why = 'GET /a/* repeatedly returned 503, also after waiting';
    expect(endurance.findBlock('GET', '/a/3')).toEqual({ cause: 'no-answer', why });
    expect([endurance.findBlock('PUT', '/a/3'), endurance.end(), pauses]).toEqual([undefined, undefined, []]);
    expect(endurance.notes()).toEqual([`GET /a/* was skipped: ${why}`]);
  });

  test('that was worth the wait is waited for again', async () => {
    const { endurance, heed } = bearing();
    vi.useFakeTimers();
    try {
      for (let i = 0; i < 5; i += 1) {
        heed(503, { 'retry-after': '20' }, '/a/1');
        expect(endurance.awaitOpen('GET', '/a/1')).toBeInstanceOf(Promise);
        await vi.advanceTimersByTimeAsync(20_001);
        heed(200, {}, '/a/1');
      }
    } finally {
      vi.useRealTimers();
    }
    expect(endurance.findBlock('GET', '/a/1')).toBeUndefined();
  });

  test('that everything was given twice in vain ends the run', async () => {
    const { endurance, pauses, heed } = bearing();
    vi.useFakeTimers();
    try {
      for (const paths of [['/a', '/b', '/c'], ['/a'], ['/b']]) {
        expect(endurance.end()).toBeUndefined();
        for (const path of paths) heed(503, { 'retry-after': '20' }, path);
        await vi.advanceTimersByTimeAsync(20_001);
      }
    } finally {
      vi.useRealTimers();
    }
    expect(pauses).toEqual([20_000, 20_000]);
    expect(endurance.end()).toMatchObject({
      cause: 'no-answer',
      why: expect.stringContaining('everything repeatedly returned 503'),
    });
  });

  test('that is longer than the maximum blocks the requested kind, and three of them end the run', () => {
    const { endurance, pauses, heed } = bearing();
    heed(503, { 'retry-after': '3600' }, '/a/1');
    expect(endurance.findBlock('GET', '/a/2')).toMatchObject({
      cause: 'no-answer',
      why: expect.stringContaining('asks to come back in 3600 s'),
    });
    expect([endurance.findBlock('GET', '/b'), endurance.findBlock('POST', '/a/1')]).toEqual([undefined, undefined]);
    heed(503, { 'retry-after': '3600' }, '/b');
    expect(endurance.end()).toBeUndefined();
    heed(503, { 'retry-after': '3600' }, '/c');
    expect(endurance.end()).toMatchObject({ cause: 'no-answer' });
    expect(pauses).toEqual([]);
  });
});

test('ten in a row are a reason to pause; one good answer begins anew', () => {
  const { endurance, pauses, heed } = bearing();
  for (let i = 0; i < 9; i += 1) heed(503);
  heed(200);
  for (let i = 0; i < 9; i += 1) heed(502);
  expect(pauses).toEqual([]);
  heed(504);
  expect(pauses).toEqual([1_000]);
  // What left before the pause is no further reason.
  for (let i = 0; i < 8; i += 1) heed(504);
  expect([pauses, endurance.end()]).toEqual([[1_000], undefined]);
  expect(endurance.notes()).toEqual(['the run paused 1 times, 1 s in all, because the service had trouble']);
});

/** Ten times trouble, and after each of the pauses once more. */
async function inTrouble(status: number, paths: readonly string[]) {
  const { endurance, heed } = bearing();
  const heedNext = (n: number) => heed(status, {}, paths[n % paths.length]);
  vi.useFakeTimers();
  for (let n = 0; n < 10; n += 1) heedNext(n);
  for (const ms of [1_000, 2_000, 4_000, 8_000]) {
    expect([endurance.end(), endurance.findBlock('GET', '/a/9')]).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(ms + 1);
    heedNext(ms / 1_000);
  }
  return { endurance, heed };
}

describe('trouble that outlasts all pauses', () => {
  afterEach(() => void vi.useRealTimers());

  test('of one kind of request stops that kind; the next requests show whether others fail', async () => {
    const { endurance, heed } = await inTrouble(503, ['/a/1', '/a/2']);
    expect(endurance.findBlock('GET', '/a/9')).toMatchObject({ cause: 'no-answer' });
    expect(endurance.end()).toBeUndefined();
    heed(200, {}, '/b');
    heed(503, {}, '/b');
    expect(endurance.end()).toBeUndefined();
  });

  test('and of the next request is the end', async () => {
    const { endurance, heed } = await inTrouble(503, ['/a/1']);
    heed(503, {}, '/b');
    expect(endurance.end()).toMatchObject({ cause: 'no-answer' });
  });

  test.each<[number, readonly string[]]>([
    [503, ['/a', '/b']],
    [429, ['/a']],
  ])('of several kinds, and of a quota, is the end: %i %j', async (status, paths) => {
    expect((await inTrouble(status, paths)).endurance.end()).toBeDefined();
  });
});

describe('where there is no time to pause, it is over', () => {
  test.each([
    ['ECONNREFUSED', 5, 'no-answer', 'the service no longer answers'],
    [503, 10, 'no-answer', 'the service repeatedly returns 503'],
    [429, 10, 'refused', 'the service repeatedly returns 429'],
    ['ECONNRESET', 10, 'no-answer', 'the service repeatedly returns nothing'],
  ])('after %s, %i times', (what, times, cause, why) => {
    const { endurance, heed } = bearing(400);
    for (let i = 1; i < times; i += 1) heed(what);
    expect(endurance.end()).toBeUndefined();
    heed(what);
    expect(endurance.end()).toMatchObject({ cause, why: expect.stringContaining(why) });
  });

  test('never after failures that are no trouble on the way', () => {
    const { endurance, heed } = bearing(500);
    for (let i = 0; i < 50; i += 1) heed(500);
    for (let i = 0; i < 50; i += 1) heed('no answer within 5 ms');
    expect(endurance.end()).toBeUndefined();
  });
});

const get = { method: 'GET' as const, path: '/things' };
const post = { method: 'POST' as const, path: '/things', json: { name: 'a', size: 1 } };

describe('a request', () => {
  test.each([502, 503, 504])('that is safe is asked again after %i', async (status) => {
    const { url, arrived } = await startItemService((_, n) => (n <= 2 ? { status } : undefined));
    const { outcomes, notes } = await runRules(url, [createNamedRule('a', { when: (_, { http }) => http.send(get) })], {
      limits: { cases: 1 },
    });
    expect([outcomes[0]?.verdict, arrived.length]).toEqual(['held', 3]);
    expect(notes.join()).toContain('2 requests were sent again after 502, 503, 504');
  });

  test.each([502, 503, 504])('that is not safe never is, after %i: it may have been carried out', async (status) => {
    const { url, arrived } = await startItemService(() => ({ status }));
    const { outcomes } = await runRules(url, [createNamedRule('a', { when: (_, { http }) => http.send(post) })], {
      limits: { cases: 1, maxSeconds: 3 },
    });
    expect(outcomes[0]).toMatchObject({ verdict: 'inconclusive', cause: 'no-answer' });
    // Each undecided case sent its one request, and no more.
    expect(arrived.filter(({ method }) => method === 'POST').length).toBe(outcomes[0]?.requests);
  });

  test('that never left is sent again with any method, because no server received it', async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const { outcomes } = await runRules(
      `http://127.0.0.1:${port}`,
      [createNamedRule('a', { when: (_, { http }) => http.send(post) })],
      { limits: { cases: 1, maxSeconds: 3 } },
    );
    expect(outcomes[0]).toMatchObject({ verdict: 'inconclusive', cause: 'no-answer' });
    // Three undecided cases, each sent more than once.
    expect(outcomes[0]?.requests).toBeGreaterThan(3);
  });

  test('that asks for trouble itself gets it', async () => {
    const { url, arrived } = await startItemService(() => ({ status: 503 }));
    const rule = createNamedRule('a', { when: async (_, { http }) => (await http.trySend(get)).answer?.status ?? 0 });
    expect((await runRules(url, [rule], { limits: { cases: 1 } })).outcomes[0]?.verdict).toBe('held');
    expect(arrived.length).toBe(1);
  });
});

test('a service that always fails violates no rule, and the run ends when the time is over', async () => {
  const { url } = await startItemService(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
  const rules = ['a', 'b', 'c'].map((id) => createNamedRule(id, { when: (_, { http }) => http.send(post) }));
  const { outcomes } = await runRules(url, rules, { limits: { cases: 2 } });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive', 'inconclusive']);
  expect(outcomes[2]).toMatchObject({ cause: 'no-answer', why: expect.stringContaining('come back in 3600 s') });
});
