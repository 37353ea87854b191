import { describe, expect, test } from 'vitest';
import { issueWriteRecord } from '../method-guard.js';
import { openTestClient, startOrigin } from '../origin.fixture.js';
import { createRequestPace } from './request-pace.js';

const record = issueWriteRecord(1);

/** The largest number of these times within one window. */
function mostWithin(times: readonly number[], windowMs: number): number {
  const counts = times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length);
  return Math.max(0, ...counts);
}

describe('a rate', () => {
  test('is kept at the service for all kinds of requests', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end('{}'));
    const client = openTestClient(url, { ratePerSecond: 50 });
    const begun = performance.now();
    await Promise.all([
      ...Array.from({ length: 10 }, () => client.send({ method: 'GET', path: '/' })),
      ...Array.from({ length: 5 }, () => client.raw({ method: 'HEAD', path: '/' })),
      ...Array.from({ length: 5 }, () => client.abort({ record, method: 'POST', path: '/', content: '{}' }, 'whole')),
      ...Array.from({ length: 5 }, () => client.fetchForeign(`${url}/document`, {})),
    ]);
    // Spaced by 20 ms from the first on. On a busy machine some are late, and may arrive together, but none is early.
    const early = arrived.filter(({ at }, sentBefore) => at < begun + (sentBefore - 1) * 20);
    expect(early).toEqual([]);
    expect(arrived.length).toBeGreaterThanOrEqual(20);
  });

  test('applies to all hosts together, and another one to each host', async () => {
    const starts: { host: string; at: number }[] = [];
    const pace = createRequestPace({
      ratePerSecond: 100,
      rateTo: ({ host }) => (host === 'slow.example' ? 20 : undefined),
    });
    const go = async (host: string) => {
      await pace.awaitTurn(new URL(`https://${host}`));
      starts.push({ host, at: performance.now() });
    };
    await Promise.all(['slow.example', 'fast.example'].flatMap((host) => Array.from({ length: 8 }, () => go(host))));
    const of = (name: string) => starts.filter(({ host }) => host === name).map(({ at }) => at);
    expect(mostWithin(of('slow.example'), 200)).toBeLessThanOrEqual(4 + 2);
    expect(
      mostWithin(
        starts.map(({ at }) => at),
        100,
      ),
    ).toBeLessThanOrEqual(10 + 3);
    expect(Math.max(...of('fast.example'))).toBeLessThan(Math.max(...of('slow.example')));
  });

  test('does not delay cancelled requests, nor those after them', async () => {
    const pace = createRequestPace({ ratePerSecond: 0.01 });
    const address = new URL('https://a.example');
    let isOver = false;
    await pace.awaitTurn(address);
    const waiting = Array.from({ length: 5 }, () => pace.awaitTurn(address, { isCalledOff: () => isOver }));
    isOver = true;
    expect(await Promise.all(waiting)).toEqual([false, false, false, false, false]);
  });
});

test('a request beyond the limit is an unsent exchange', async () => {
  const { url, arrived } = await startOrigin((_, response) => response.end('{}'));
  const client = openTestClient(url, { maxRequests: 3 });
  const sent = await Promise.all(Array.from({ length: 9 }, () => client.send({ method: 'GET', path: '/' })));
  expect([arrived.length, client.count()]).toEqual([3, 3]);
  expect(sent.filter(({ n }) => n === 0).map(({ silence }) => silence)).toEqual(
    Array.from({ length: 6 }, () => 'not sent: the 3 requests of this run are spent'),
  );
});

describe('a request without permission is not sent', () => {
  const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
  test.each([
    [{ method: 'POST', path: '/' }],
    [{ method: 'GET', path: '/', headers: { 'X-HTTP-Method-Override': 'delete' } }],
    [{ method: 'GET', path: '/?a=1&_method=PUT' }],
    [{ method: 'GET', path: '/?a=1&%5fmethod=PUT' }],
    [{ method: 'DELETE', path: '/', role: 'cleanup' as const }],
  ])('%j', async (request) => {
    const { url, arrived } = await startOrigin((_, response) => response.end('{}'));
    const client = openTestClient(url, { methods: reading });
    await expect(client.send({ ...request, record })).rejects.toThrow('is not permitted here');
    await expect(client.raw({ ...request, record })).rejects.toThrow('is not permitted here');
    await expect(client.abort({ ...request, record }, 'whole')).rejects.toThrow('is not permitted here');
    expect(arrived).toEqual([]);
  });

  test('not even by a survey with all permissions', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end('{}'));
    await expect(openTestClient(url).send({ record, method: 'POST', path: '/', role: 'survey' })).rejects.toThrow();
    expect(arrived).toEqual([]);
  });
});
