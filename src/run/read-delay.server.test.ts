import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { clock } from '../model/clock.js';
import { getAtPointer, type Json, type JsonObject } from '../model/json.js';
import { held, violated } from '../rule/finding.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from './test-service.fixture.js';

useSteadyClock();

const body = { name: 'x', size: 1 };

/** Replaces what it made and reads it at once. */
const reading = (id: string) =>
  createNamedRule(id, {
    when: async (_, { items }) => {
      const item = await items.create(body);
      await item.put({ name: 'x', size: 2 });
      return (await item.get()).answer?.json;
    },
    then: (seen) =>
      getAtPointer(seen as JsonObject, '/size') === 2
        ? held
        : violated({ expected: 2, actual: (seen as Json) ?? null }),
  });

/** Shows what was there before a PUT for so many milliseconds. */
function lagging(ms: number) {
  const old = new Map<string, { readonly json: Json; readonly until: number }>();
  const stored = new Map<string, Json>();
  return ({ method, path, json }: ReceivedRequest): StubResponse | undefined => {
    if (method === 'PUT') {
      old.set(path, {
        json: stored.get(path) ?? { ...body, id: path.split('/')[2] ?? '' },
        until: clock.now() + ms,
      });
      stored.set(path, json ?? null);
    }
    const stale = method === 'GET' ? old.get(path) : undefined;
    return stale && clock.now() < stale.until ? { status: 200, json: stale.json } : undefined;
  };
}

test('a read lag is detected and noted, and later reads wait', async () => {
  const { url } = await startItemService(lagging(700));
  const { outcomes } = await runRules(url, [reading('a'), reading('b')], { limits: { cases: 2 } });
  expect(outcomes).toMatchObject([
    { verdict: 'held', notes: [expect.stringMatching(/^held when reads wait two seconds/)] },
    { verdict: 'held', notes: [] },
  ]);
});

test('a violation that waiting does not remove is reported', async () => {
  const { url } = await startItemService(({ method, path }) =>
    method === 'PUT' ? { status: 200, json: { ...body, id: path.split('/')[2] ?? '' } } : undefined,
  );
  const { outcomes } = await runRules(url, [reading('a')]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});

test('waits before reads when their lag is known', async () => {
  const { url } = await startItemService(lagging(1_500));
  const late = { ...testCollection, consistency: { itemMs: 1_600, listMs: 1_600 } };
  const { outcomes } = await runRules(url, [reading('a')], { collections: [late], limits: { cases: 1 } });
  expect(outcomes).toMatchObject([{ verdict: 'held', notes: [] }]);
});

/** A cache in front of the items that keeps responses for a second, whatever is written. */
function cached(tells: (ageMs: number) => Record<string, string>) {
  const kept = new Map<string, { readonly json: Json; readonly at: number }>();
  const stored = new Map<string, Json>();
  return ({ method, path, json }: ReceivedRequest): StubResponse | undefined => {
    if (method === 'PUT') stored.set(path, json ?? null);
    if (method !== 'GET') return undefined;
    const now = clock.now();
    const copy = kept.get(path);
    const isFresh = copy !== undefined && now - copy.at < 1_000;
    if (!isFresh) kept.set(path, { json: stored.get(path) ?? { ...body }, at: now });
    const { json: shown = null, at: since = now } = kept.get(path) ?? {};
    return { status: 200, json: shown, headers: isFresh ? tells(now - since) : {} };
  };
}

/** Reads, replaces, reads again. */
const rereading = createNamedRule('a', {
  when: async (_, { items }) => {
    const item = await items.create(body);
    await item.get();
    await item.put({ name: 'x', size: 2 });
    return (await item.get()).answer?.json;
  },
  then: (seen) => (getAtPointer(seen as JsonObject, '/size') === 2 ? held : violated({ expected: 2, actual: null })),
});

test('a cached response is repeated until it must be newer than the write', async () => {
  const { url } = await startItemService(cached((ms) => ({ age: String(Math.floor(ms / 1_000)) })));
  const { outcomes } = await runRules(url, [rereading], { limits: { cases: 2 } });
  expect(outcomes).toMatchObject([{ verdict: 'held', notes: [] }]);
});

test('limits the wait for a cached response', async () => {
  const { url, arrived } = await startItemService(({ method }) =>
    method === 'GET' ? { status: 200, json: body, headers: { age: '600' } } : undefined,
  );
  const { outcomes } = await runRules(url, [rereading], { limits: { cases: 1 } });
  expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'noise' }]);
  expect(arrived.length).toBeLessThan(12);
});
