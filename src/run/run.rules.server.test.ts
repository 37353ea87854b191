import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { type Exchange, hasStatus } from '../model/exchange.js';
import type { Json, JsonObject } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import { held, violated } from '../rule/finding.js';
import type { Item } from '../rule/items.js';
import type { Tools } from '../rule/tools.js';
import type { Bodies } from '../rule/values/bodies.js';
import { constant, integer, record } from '../rule/values/generators.js';
import { createNamedRule, runRules, startItemService, testCollection } from './test-service.fixture.js';

useSteadyClock();

const body = (bodies: Bodies) => record({ body: bodies.body() });
type Drawn = { body: Json };

/** Creates an item and reads it. */
const reading = (id: string, parts: Parameters<typeof createNamedRule<Drawn, Exchange>>[1] = {}) =>
  createNamedRule<Drawn, Exchange>(id, {
    given: body,
    when: async ({ body }, { items }) => (await items.create(body)).get(),
    then: (seen) => (hasStatus(seen, 200) ? held : violated({ expected: 200, actual: seen.answer?.status ?? null })),
    ...parts,
  });

const counted = (arrived: readonly { method: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { method } of arrived) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
};

/** The list is read before the first creation, and searched at the end. */
const listReads = 2;

describe('created items are removed', () => {
  test('after each case, and nothing is left when the rule itself did not', async () => {
    const { url, arrived, things: stored } = await startItemService();
    const { outcomes, leftovers, requests } = await runRules(url, [reading('a')]);
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 10, corners: 5, requests: 20 }]);
    expect(counted(arrived)).toEqual({ POST: 10, GET: 10 + listReads, DELETE: 10 });
    expect([stored.size, leftovers, requests]).toEqual([0, [], 30 + listReads]);
  });

  test('also when the rule is violated, throws, or is inconclusive', async () => {
    const { url, things: stored } = await startItemService();
    const make = { given: body, when: async ({ body }: Drawn, { items }: Tools) => void (await items.create(body)) };
    const { outcomes, leftovers } = await runRules(url, [
      createNamedRule('violates', { ...make, then: () => violated({ expected: 1, actual: 2 }) }),
      createNamedRule('throws', {
        ...make,
        then: () => {
          throw new Error('mine');
        },
      }),
    ]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['errored', 'violated']);
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test('and an item created by PUT to a new address, too', async () => {
    const { url, things: stored, arrived } = await startItemService();
    const putting = createNamedRule<Drawn, Exchange>('a', {
      given: body,
      when: async ({ body }, { items }) => (await items.getUnknown(body)).put(body),
    });
    const { leftovers } = await runRules(url, [putting], { limits: { cases: 2 } });
    expect(counted(arrived)).toEqual({ GET: listReads, POST: 2, PUT: 2, DELETE: 4 });
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test('and an item restored by PUT after its removal', async () => {
    const { url, things: stored } = await startItemService();
    const reviving = createNamedRule<Drawn, Exchange>('a', {
      given: body,
      when: async ({ body }, { items }) => (await items.createDeleted(body)).put(body),
    });
    const { leftovers } = await runRules(url, [reviving], { limits: { cases: 2 } });
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test('and never an item from before, even if a rule wants to write to it', async () => {
    const { url, arrived } = await startItemService(({ path, method }) =>
      path === '/things' && method === 'GET' ? { status: 200, json: [{ id: 'theirs' }] } : undefined,
    );
    const putting = createNamedRule<Drawn, Exchange>('a', {
      given: body,
      when: async ({ body }, { items }) => (await items.getAny(body)).put(body),
    });
    const { create: _, ...unmakeable } = testCollection;
    const { leftovers } = await runRules(url, [putting], {
      collections: [{ ...unmakeable, replace: testCollection.replace } as Collection],
      limits: { cases: 2 },
    });
    expect(Object.keys(counted(arrived))).toEqual(['GET']);
    expect(leftovers).toEqual([]);
  });

  test('or is reported as a leftover with the reason', async () => {
    const { url } = await startItemService(({ method }) => (method === 'DELETE' ? { status: 409 } : undefined));
    const { leftovers } = await runRules(url, [reading('a')], { limits: { cases: 1 } });
    expect(leftovers).toEqual([{ path: expect.stringMatching(/^\/things\/t\d+$/), why: 'DELETE returned 409' }]);
  });

  test('but not when the run may not delete', async () => {
    const { url, arrived } = await startItemService();
    const { leftovers } = await runRules(url, [reading('a')], { permit: 'writes', limits: { cases: 2 } });
    expect(leftovers.map(({ why }) => why)).toEqual([
      'the run has no permission to delete',
      'the run has no permission to delete',
    ]);
    expect(counted(arrived)).not.toHaveProperty('DELETE');
  });

  test('and an item with an unknown address is a leftover with its marker', async () => {
    const marked = { ...testCollection, marker: '/name' };
    const { url } = await startItemService(({ method }) => (method === 'POST' ? { status: 201 } : undefined));
    const { outcomes, leftovers } = await runRules(url, [reading('a')], {
      collections: [marked],
      limits: { cases: 1 },
    });
    expect(outcomes).toMatchObject([
      { verdict: 'inconclusive', cause: 'setup', why: expect.stringContaining('has no known address') },
    ]);
    expect(leftovers[0]?.path).toMatch(/^\/?things \(marked assay-/);
  });
});

describe('a service that refuses', () => {
  test('every creation gets three requests of each rule, and no violation', async () => {
    const { url, arrived } = await startItemService(() => ({ status: 422, json: { title: 'no' } }));
    const { outcomes, leftovers } = await runRules(url, [reading('a'), reading('b')], { limits: { cases: 50 } });
    expect(outcomes).toMatchObject([
      { verdict: 'inconclusive', cause: 'setup', cases: 0, why: expect.stringContaining('with 422') },
      { verdict: 'inconclusive', cause: 'setup' },
    ]);
    expect(counted(arrived)).toEqual({ GET: listReads, POST: 6 });
    expect(leftovers).toEqual([]);
  });

  test.each([
    [401, 'refused'],
    [403, 'refused'],
    [429, 'refused'],
    [503, 'no-answer'],
    [502, 'no-answer'],
    [500, 'setup'],
  ])('with %i causes the cause %s', async (status, cause) => {
    const { url, arrived } = await startItemService(() => ({ status, headers: { 'retry-after': '0' } }));
    const { outcomes } = await runRules(url, [reading('a')]);
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause, why: expect.stringContaining(String(status)) }]);
    // Reading the list before the first creation takes three of the twelve requests that a run repeats after 429.
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(status === 429 ? 9 : 3);
  });

  test('one request with 429 gets it again after Retry-After', async () => {
    let isOver = false;
    const { url, arrived } = await startItemService(({ method }) => {
      if (method !== 'GET' || isOver) return undefined;
      isOver = true;
      return { status: 429, headers: { 'retry-after': '0' } };
    });
    const { outcomes, notes } = await runRules(url, [reading('a')], { limits: { cases: 1 } });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 1 }]);
    expect(counted(arrived)).toMatchObject({ GET: 2 + listReads });
    expect(notes.join()).toContain('1 request was answered with 429 and sent again');
  });

  test('some cases does not prevent a verdict by the others', async () => {
    const { url } = await startItemService(({ method, json }) =>
      method === 'POST' && (json as JsonObject).size === 1000 ? { status: 422 } : undefined,
    );
    const { outcomes } = await runRules(url, [reading('a')]);
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 10, notes: [expect.stringContaining('undecided')] }]);
  });

  test('to accept connections ends the run after five requests, and five more after pauses', async () => {
    const { outcomes, requests, endedEarly, isLost } = await runRules('http://127.0.0.1:1', [
      reading('a'),
      reading('b'),
      reading('c'),
    ]);
    expect(outcomes.map(({ verdict, cause }) => [verdict, cause])).toEqual([
      ['inconclusive', 'no-answer'],
      ['inconclusive', 'no-answer'],
      ['inconclusive', 'no-answer'],
    ]);
    expect([requests, endedEarly, isLost]).toEqual([10, 'the service no longer answers', true]);
  });
});

describe('a violation', () => {
  const greedy = createNamedRule<{ size: number; other: number }, Json>('a', {
    given: () => record({ size: integer(0, 1000), other: integer(0, 9) }),
    when: async ({ size }, { items }) => (await items.create({ name: 'n', size })).createdBy.answer?.json ?? null,
    then: (seen) => ((seen as JsonObject).big === true ? violated({ expected: 'small', actual: seen }) : held),
  });
  const big = ({ method, json }: { method: string; json: Json | undefined }) =>
    method === 'POST' && ((json as JsonObject).size as number) >= 37
      ? { status: 201, json: { id: 'x', big: true, size: (json as JsonObject).size ?? null } }
      : undefined;

  test('is shrunk to the smallest case, and reproduced twice on new items', async () => {
    const { url } = await startItemService(big);
    const { outcomes } = await runRules(url, [greedy]);
    expect(outcomes).toMatchObject([
      {
        verdict: 'violated',
        counterexample: {
          case: { size: 37, other: 0 },
          summary: 'a is broken',
          expected: 'small',
          actual: { big: true, size: 37 },
          seenAgain: '2 of 2',
        },
      },
    ]);
  });

  test('shows the sent exchanges of the case, without controls', async () => {
    const { url } = await startItemService(big);
    const withControl = createNamedRule<unknown, Exchange[]>('a', {
      when: async (_, { items }) => {
        const control = await items.create({ name: 'c', size: 1 }, { role: 'control' });
        const item = await items.create({ name: 'n', size: 2 });
        return [item.createdBy, await item.get(), await control.get()];
      },
      then: () => violated({ expected: 1, actual: 2 }),
    });
    const { outcomes } = await runRules(url, [withControl]);
    const { exchanges = [], controls = [] } = outcomes[0]?.counterexample ?? {};
    expect(exchanges.map(({ request, answer }) => [request.method, answer?.status])).toEqual([
      ['POST', 201],
      ['GET', 200],
    ]);
    expect(controls).toHaveLength(2);
    expect(exchanges.map(({ n }) => n)).not.toEqual(expect.arrayContaining([...controls]));
  });

  test('is found again with one case by seed and path', async () => {
    const { url } = await startItemService(big);
    const first = (await runRules(url, [greedy])).outcomes[0]?.counterexample;
    const again = await runRules(url, [greedy], { path: first?.path });
    expect(again.outcomes[0]?.counterexample?.case).toEqual(first?.case);
    // Once to find it, twice to see it again.
    expect(again.outcomes[0]?.requests).toBe(3);
  });

  test('that occurs only once is not reproduced', async () => {
    let posts = 0;
    const { url } = await startItemService(({ method }) => {
      if (method === 'POST') posts += 1;
      return method === 'GET' && posts === 3 ? { status: 500 } : undefined;
    });
    const { outcomes } = await runRules(url, [reading('a')]);
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'not-reproduced' }]);
    expect(outcomes[0]?.counterexample).toBeUndefined();
  });

  test('that occurs in one of two confirmations is not reproduced', async () => {
    let gets = 0;
    const { url } = await startItemService(({ method, path }) => {
      const isRead = method === 'GET' && path !== '/things';
      if (isRead) gets += 1;
      return isRead && gets <= 2 ? { status: 500 } : undefined;
    });
    const fixed = createNamedRule<null, Exchange>('a', {
      given: () => constant(null),
      when: async (_, { items }) => (await items.create({ name: 'n', size: 1 })).get(),
      then: (seen) => (hasStatus(seen, 200) ? held : violated({ expected: 200, actual: seen.answer?.status ?? null })),
    });
    const { outcomes } = await runRules(url, [fixed]);
    expect(outcomes).toMatchObject([
      { verdict: 'inconclusive', cause: 'not-reproduced', why: expect.stringContaining('reproduced 1 of 2 times') },
    ]);
  });

  test('that cannot be confirmed within the budget is inconclusive for the budget', async () => {
    const { url } = await startItemService();
    const wrong = reading('a', { then: () => violated({ expected: 1, actual: 2 }) });
    const { outcomes } = await runRules(url, [wrong], { limits: { maxRequests: 4 } });
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'budget' }]);
  });
});

describe('a rule that breaks', () => {
  test('is errored with its stack trace, and other rules continue', async () => {
    const { url } = await startItemService();
    const { outcomes } = await runRules(url, [
      reading('a', {
        then: () => {
          throw new TypeError('cannot read it');
        },
      }),
      reading('b', { when: async () => Promise.reject(new Error('in when')) }),
      reading('c'),
    ]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['errored', 'errored', 'held']);
    expect(outcomes[0]?.why).toMatch(/TypeError: cannot read it\n\s+at /);
    expect(outcomes[1]?.why).toContain('in when');
  });
});

describe('a violated assumption', () => {
  const falling = reading('a', { then: () => violated({ expected: 1, actual: 2 }) });

  test('makes dependent rules inconclusive without a request', async () => {
    const { url } = await startItemService();
    const { outcomes } = await runRules(url, [falling, reading('b', { assumes: ['a'] })]);
    expect(outcomes[1]).toMatchObject({
      verdict: 'inconclusive',
      cause: 'assumption:a',
      why: 'inconclusive until "a holds" is fixed',
      requests: 0,
    });
  });

  test('on another collection has no effect', async () => {
    const { url } = await startItemService(({ path, method }) =>
      path.startsWith('/others') && method === 'GET' ? { status: 200 } : undefined,
    );
    const others = { ...testCollection, name: 'others' };
    const onThings = reading('a', {
      when: async ({ body }, { items, collection }) => {
        const seen = await (await items.create(body)).get();
        return collection.name === 'others' ? { ...seen, answer: undefined } : seen;
      },
    });
    const { outcomes } = await runRules(url, [onThings, reading('b', { assumes: ['a'] })], {
      collections: [testCollection, others],
    });
    expect(outcomes.map(({ trial, verdict }) => [trial.rule, trial.subject.name, verdict])).toEqual([
      ['a', 'things', 'held'],
      ['a', 'others', 'violated'],
      ['b', 'things', 'held'],
      ['b', 'others', 'inconclusive'],
    ]);
  });
});

describe('the budget', () => {
  const hungry = createNamedRule<Drawn, number>('hungry', {
    given: body,
    when: async ({ body }, { items }) => {
      const made: Item[] = [];
      for (let i = 0; i < 3; i += 1) made.push(await items.create(body));
      await made[0]?.get();
      await made[1]?.delete();
      await (await items.getUnknown(body)).put(body);
      return made.length;
    },
  });
  const tight = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 31, 32, 33, 64];
  test.each(tight)('of %i requests is not exceeded, cleanup included', async (maxRequests) => {
    const { url, arrived, things: stored } = await startItemService();
    const { requests, leftovers, endedEarly } = await runRules(url, [hungry, reading('b')], {
      limits: { maxRequests, concurrency: 2, cases: 20 },
    });
    expect(arrived.length).toBeLessThanOrEqual(maxRequests);
    expect(requests).toBe(arrived.length);
    expect([stored.size, leftovers]).toEqual([0, []]);
    expect(endedEarly).toMatch(new RegExp(`^the budget of ${maxRequests} requests is used up \\(.*--max-requests`));
  });

  test('counts no removal for creations that are refused or removed by the rule', async () => {
    const { url, arrived } = await startItemService(({ method }, n) =>
      method === 'POST' && n % 2 ? { status: 422 } : undefined,
    );
    const posting = createNamedRule<Drawn, null>('a', {
      given: body,
      when: async ({ body }, { items }) => {
        for (let i = 0; i < 4; i += 1) await (await items.post(body)).item?.delete();
        return null;
      },
    });
    await runRules(url, [posting], { limits: { maxRequests: 60, cases: 100 } });
    // Two are put by to find a creation whose answer is lost.
    expect(arrived.length).toBeGreaterThanOrEqual(57);
  });

  test('that is spent makes trials that did not start inconclusive for the budget', async () => {
    const { url } = await startItemService();
    const { outcomes } = await runRules(url, [reading('a'), reading('b')], { limits: { maxRequests: 8 } });
    expect(outcomes).toMatchObject([
      { verdict: 'inconclusive', cause: 'budget', cases: expect.any(Number) },
      {
        verdict: 'inconclusive',
        cause: 'budget',
        why: expect.stringMatching(/the budget of 8 requests is used up \(.*--max-requests/),
        requests: 0,
      },
    ]);
  });
});

describe('an interrupted run', () => {
  test('stops, cleans up and reports it', async () => {
    const interruption = new AbortController();
    const {
      url,
      things: stored,
      arrived,
    } = await startItemService((_, n) => {
      if (n === 7) interruption.abort();
      return undefined;
    });
    const { endedEarly, leftovers, outcomes } = await runRules(url, [reading('a'), reading('b')], {
      signal: interruption.signal,
      limits: { cases: 50 },
    });
    expect(endedEarly).toBe('interrupted');
    expect([stored.size, leftovers]).toEqual([0, []]);
    expect(arrived.length).toBeLessThanOrEqual(9);
    expect(outcomes.map(({ verdict, cause }) => [verdict, cause])).toEqual([
      ['inconclusive', 'budget'],
      ['inconclusive', 'budget'],
    ]);
  });
});

describe('a run that may only read', () => {
  test('sends only safe requests, and reads existing items', async () => {
    const { url, arrived } = await startItemService(({ path, method }) =>
      /^\/things(\/there)?$/.test(path) && method !== 'POST' ? { status: 200, json: [{ id: 'there' }] } : undefined,
    );
    const looking = createNamedRule<Drawn, Exchange[]>('a', {
      given: body,
      touches: 'reads',
      when: async ({ body }, { items }) => {
        const item = await items.getAny(body);
        return [await item.get(), await item.head(), await (await items.getUnknown(body)).get()];
      },
      then: ([got]) => (got?.path === '/things/there' ? held : violated({ expected: 1, actual: got?.path ?? null })),
    });
    const { outcomes, leftovers } = await runRules(url, [looking, reading('b')], {
      permit: 'reads',
      collections: [{ ...testCollection, read: { ...testCollection.list, path: '/things/{id}' } as never }],
    });
    expect(outcomes.map(({ trial, verdict }) => [trial.rule, verdict])).toEqual([['a', 'held']]);
    expect(Object.keys(counted(arrived)).sort()).toEqual(['GET', 'HEAD']);
    expect(leftovers).toEqual([]);
  });

  test('of a service without items is inconclusive, and sends only safe requests', async () => {
    const { url, arrived } = await startItemService();
    const looking = createNamedRule<Drawn, Exchange>('a', {
      given: body,
      touches: 'reads',
      when: async ({ body }, { items }) => (await items.getAny(body)).get(),
    });
    const { outcomes } = await runRules(url, [looking], { permit: 'reads' });
    expect(outcomes).toMatchObject([
      { verdict: 'inconclusive', cause: 'setup', why: expect.stringContaining('lists no items') },
    ]);
    expect(counted(arrived)).toEqual({ GET: 3 });
  });
});

describe('the ledger', () => {
  test('records an item before its creation arrives, and its address before any other request', async () => {
    const file = join(createTemporaryFolder(), 'run.ledger');
    const lines = () =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const before: [string, string[]][] = [];
    const { url } = await startItemService(({ method }) => {
      before.push([method, lines().map((line) => Object.keys(line)[0] ?? '')]);
      return undefined;
    });
    await runRules(url, [reading('a')], { ledgerFile: file, limits: { cases: 1 } });
    expect(before).toEqual([
      ['GET', ['schema']],
      ['POST', ['schema', 'existing', 'intend']],
      ['GET', ['schema', 'existing', 'intend', 'made']],
      ['DELETE', ['schema', 'existing', 'intend', 'made']],
      ['GET', expect.arrayContaining(['schema', 'existing', 'intend', 'made', 'gone'])],
    ]);
    expect(lines()).toMatchObject([
      { schema: 'assay-ledger/1', runMark: expect.stringMatching(/^[0-9a-f]{8}$/), collections: [{ name: 'things' }] },
      { existing: 'things', ids: [], whole: true },
      { intend: 'things', at: '/things' },
      { made: expect.stringMatching(/^\/things\/t/) },
      { gone: expect.stringMatching(/^\/things\/t/) },
      { ended: expect.any(String) },
    ]);
    expect(existsSync(file) && (statSync(file).mode & 0o777).toString(8)).toBe('600');
  });
});

test('a rule whose generator throws is errored alone, and an unknown path causes no error', async () => {
  const { url } = await startItemService();
  const broken = createNamedRule('a/broken', {
    given: () => {
      throw new Error('no such schema');
    },
  });
  const { outcomes } = await runRules(url, [broken, createNamedRule('b/sound')]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['errored', 'held']);
  expect(outcomes[0]?.why).toContain('no such schema');
  const lost = await runRules(url, [createNamedRule('c/sound')], { path: '0:0:0' });
  expect(lost.outcomes[0]?.verdict).toBe('held');
});
