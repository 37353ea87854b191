import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { held, inconclusive, violated } from '../../rule/finding.js';
import type { Tools } from '../../rule/tools.js';
import type { Bodies } from '../../rule/values/bodies.js';
import { constant, record } from '../../rule/values/generators.js';
import {
  createNamedRule,
  type ItemService,
  readableCollection,
  runRules,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

type Drawn = { readonly body: Json };
const drawn = (bodies: Bodies) => record({ body: bodies.body() });
const once = { cases: 1 };
const doing = (when: (body: Json, tools: Tools) => Promise<unknown>) =>
  createNamedRule<Drawn, unknown>('does', { ...once, given: drawn, when: ({ body }, tools) => when(body, tools) });

const marked: Collection = { ...testCollection, marker: '/name' };
const keyed: Collection = {
  ...marked,
  idempotency: { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false },
};

describe('a removal that is answered 429', () => {
  test('is repeated after Retry-After', async () => {
    let refusals = 0;
    const { url, things: stored } = await startItemService(({ method }) => {
      if (method !== 'DELETE' || refusals === 2) return undefined;
      refusals += 1;
      return { status: 429, headers: { 'retry-after': '0' } } as never;
    });
    const { leftovers } = await runRules(url, [doing(async (body, { items }) => items.create(body))]);
    expect([stored.size, leftovers, refusals]).toEqual([0, [], 2]);
  });

  test('is reported as a leftover if it never succeeds', async () => {
    const { url } = await startItemService(({ method }) =>
      method === 'DELETE' ? ({ status: 429, headers: { 'retry-after': '0' } } as never) : undefined,
    );
    const { leftovers } = await runRules(url, [doing(async (body, { items }) => items.create(body))]);
    expect(leftovers).toMatchObject([{ why: 'DELETE returned 429' }]);
  });
});

describe('an aborted creation', () => {
  const torn = (abortAt: 'whole' | 'half') =>
    doing(async (body, { items }) => {
      const first = await items.abort(body, { abortAt, key: 'k', marked: true });
      const again = await items.post(body, { key: 'k', like: first });
      if (JSON.stringify(again.sent) !== JSON.stringify(first.sent)) throw new Error('it was sent otherwise');
    });

  test.each(['whole', 'half'] as const)(
    'that is repeated is removed once, and the %s first one is not reported',
    async (abortAt) => {
      const { url, arrived, things: stored } = await startItemService();
      const { outcomes, leftovers } = await runRules(url, [torn(abortAt)], { collections: [keyed] });
      expect(outcomes).toMatchObject([{ verdict: 'held' }]);
      expect(leftovers).toEqual([]);
      // The service of this test ignores keys, so the complete request created a second item, which only the list shows.
      const posts = arrived.filter(({ method }) => method === 'POST');
      expect([posts.length, stored.size]).toEqual([abortAt === 'whole' ? 2 : 1, 0]);
    },
  );

  test('that is not repeated is found in the list by its marker, and removed', async () => {
    const { url, things: stored, arrived } = await startItemService();
    const rule = doing(async (body, { items }) => items.abort(body, { abortAt: 'whole', marked: true }));
    const { leftovers } = await runRules(url, [rule], { collections: [keyed] });
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test('of unreadable content is known to have created nothing if the list shows other items of the run alone', async () => {
    let removals = 0;
    const { url, things: stored } = await startItemService(({ method, json }) => {
      if (method === 'DELETE') removals += 1;
      if (method === 'DELETE' && removals < 3) return { status: 500 };
      return method === 'POST' && typeof json === 'string' ? 'hang' : undefined;
    });
    const rule = doing(async (body, { items, client }) => {
      await items.create(body, { marked: true });
      await client.trySend({ method: 'POST', path: '/things', text: '"unreadable"' });
    });
    const { leftovers } = await runRules(url, [rule], { collections: [keyed], options: { timeoutMs: 200 } });
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test('that is not repeated and has no marker is reported as a leftover', async () => {
    const { url } = await startItemService();
    const rule = doing(async (body, { items }) => items.abort(body, { abortAt: 'whole' }));
    const { marker: _, ...bare } = keyed;
    const { leftovers } = await runRules(url, [rule], { collections: [bare] });
    expect(leftovers).toMatchObject([{ why: expect.stringContaining('it was sent without a mark') }]);
  });
});

describe('an item found in a list', () => {
  test('with a marker of this run is taken as created by it, and removed', async () => {
    const { url, things: stored } = await startItemService();
    const rule = doing(async (body, { items }) => {
      const first = await items.abort(body, { abortAt: 'whole', marked: true });
      const { entries } = await items.listUntil(({ entries: seen }) => JSON.stringify(seen).includes(first.mark));
      if (entries.map((entry) => items.claim(entry)).filter(Boolean).length !== 1) throw new Error('not claimed');
    });
    const listMs = 2_000;
    const { outcomes, leftovers } = await runRules(url, [rule], {
      collections: [{ ...keyed, consistency: { itemMs: 0, listMs } }],
    });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test('without a marker of this run is not changed', async () => {
    const { url } = await startItemService(({ method, path }) =>
      method === 'GET' && path.startsWith('/things')
        ? ({ status: 200, json: [{ id: 'x', name: 'theirs' }] } as never)
        : undefined,
    );
    const rule = doing(async (_, { items }) => {
      const { entries } = await items.list();
      if (entries.some((entry) => items.claim(entry) !== undefined)) throw new Error('claimed');
    });
    expect((await runRules(url, [rule], { collections: [marked] })).outcomes).toMatchObject([{ verdict: 'held' }]);
  });
});

describe('a collection below a parent', () => {
  const parts: Collection = {
    ...testCollection,
    name: 'parts',
    path: '/things/{thingId}/parts',
    itemPath: '/things/{thingId}/parts/{id}',
    parents: [
      { place: '{thingId}', collection: 'things' },
      { place: '/owner', collection: 'things' },
    ],
  };
  const collections = [testCollection, parts];

  test('is tested below a parent created for it, which is removed afterwards', async () => {
    const {
      url,
      arrived,
      things: stored,
    } = await startItemService(({ method, path, json }) => {
      if (!path.includes('/parts')) return undefined;
      const body = isObject(json) ? json : {};
      return (method === 'POST' ? { status: 201, json: { ...body, id: 'p' } } : { status: 204 }) as never;
    });
    const rule = doing(async (body, { items, collection }) => {
      if (collection.path.includes('{')) throw new Error('not filled in');
      await items.create(body);
    });
    const { outcomes, leftovers } = await runRules(url, [rule], { collections, subjects: [parts] });
    expect(outcomes).toMatchObject([{ verdict: 'held', trial: { subject: { path: '/things/{thingId}/parts' } } }]);
    expect([stored.size, leftovers]).toEqual([0, []]);
    const [reading, first, second, part, ...removals] = arrived;
    expect([reading, first, second].map((one) => `${one?.method} ${one?.path}`)).toEqual([
      'GET /things',
      'POST /things',
      'POST /things',
    ]);
    expect(part?.path).toMatch(/^\/things\/t\d+\/parts$/);
    expect(part?.json).toMatchObject({ owner: expect.stringMatching(/^t\d+$/) });
    expect(removals.map(({ method, path }) => `${method} ${path.replace(/t\d+/, 't')}`)).toEqual([
      'DELETE /things/t/parts/p',
      'DELETE /things/t',
      'DELETE /things/t',
      'GET /things',
    ]);
  });

  test('is inconclusive when no parent can be created', async () => {
    const { url } = await startItemService(({ method }) =>
      method === 'POST' ? ({ status: 409 } as never) : undefined,
    );
    const { outcomes } = await runRules(url, [doing(async () => {})], { collections, subjects: [parts] });
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup' }]);
  });
});

describe('a violation', () => {
  test('has the number of requests before it, and is shrunk within a limit', async () => {
    const { url } = await startItemService();
    const rule = createNamedRule<Drawn, unknown>('fails', {
      cases: 10,
      given: drawn,
      when: async ({ body }, { items }) => {
        for (let i = 0; i < 30; i += 1) await items.list();
        return (await items.create(body)).id;
      },
      then: (id) => violated({ expected: 'no', actual: String(id) }),
    });
    const [outcome] = (await runRules(url, [rule])).outcomes;
    expect(outcome).toMatchObject({ verdict: 'violated', foundAfter: 31 });
    expect(outcome?.requests).toBeLessThan(31 * 9);
  });

  test('is absent for held', async () => {
    const { url } = await startItemService();
    const [outcome] = (
      await runRules(url, [createNamedRule('holds', { given: () => constant(null), then: () => held })])
    ).outcomes;
    expect(outcome?.foundAfter).toBeUndefined();
  });
});

describe('where it is only assumed how items are addressed', () => {
  const { remove: _, replace: __, ...fixed } = testCollection;
  const read = { ...readableCollection.read, provenance: 'assumed' } as Collection['read'];

  test.each<[string, Partial<Collection>, string | undefined, string]>([
    ['Location is right where nothing shows the item', {}, undefined, '/by-key/a1/thing'],
    ['Location is right where it shows the item', { ...(read && { read }) }, '/by-key/a1/thing', '/by-key/a1/thing'],
    ['another address is right where that shows the item', { ...(read && { read }) }, '/things/a1', '/things/a1'],
  ])('%s', async (_name, parts, shown, expected) => {
    const { url } = await startItemService(({ method, path }) => {
      if (method === 'POST') return { status: 201, json: { id: 'a1' }, headers: { location: '/by-key/a1/thing' } };
      return path === shown ? { status: 200, json: { id: 'a1' } } : { status: shown === undefined ? 405 : 404 };
    });
    const rule = doing((body, { items }) => items.create(body));
    const { leftovers } = await runRules(url, [rule], { collections: [{ ...fixed, ...parts }] });
    expect(new Set(leftovers.map(({ path }) => path))).toEqual(new Set([expected]));
  });
});

test('wherever the requests end, items whose creation was accepted only are found by its answer', async () => {
  const { list: _, ...unlisted } = readableCollection;
  const rule = doing(async (body, { items }) => {
    await items.create(body);
    return Promise.all(Array.from({ length: 5 }, () => items.create(body)));
  });
  for (let maxRequests = 12; maxRequests < 40; maxRequests += 1) {
    const service = await startItemService(({ method, json }) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      const id = `t${service.arrived.length}`;
      service.things.set(id, { ...json, id });
      return { status: 202, headers: { location: `/things/${id}` } };
    });
    const { leftovers } = await runRules(service.url, [rule], { collections: [unlisted], limits: { maxRequests } });
    expect([maxRequests, service.things.size, leftovers]).toEqual([maxRequests, 0, []]);
  }
});

test('an id that the client sent is the address where the response names none, and items show it', async () => {
  const start = async (isStored: boolean, isLate: boolean) => {
    const made = new Map<string, Json>();
    const looks = new Map<string, number>();
    const service = await startItemService(({ method, path, json }) => {
      const id = path.split('/')[2];
      if (method === 'GET' && id === undefined) return { status: 200, json: [] };
      if (method === 'POST' && isObject(json)) {
        made.set(isStored ? String(json.key) : `t${made.size}`, json);
        return { status: isLate ? 202 : 201 };
      }
      const found = made.get(decodeURIComponent(id ?? ''));
      if (method === 'GET') looks.set(path, (looks.get(path) ?? 0) + 1);
      if (found === undefined || (isLate && (looks.get(path) ?? 0) < 3)) return { status: 404 };
      if (method === 'DELETE') made.delete(decodeURIComponent(id ?? ''));
      return method === 'DELETE' ? { status: 204 } : { status: 200, json: found };
    });
    return { ...service, made };
  };
  const schema = {
    type: 'object',
    required: ['key', 'name'],
    properties: { key: { type: 'string' }, name: { type: 'string' } },
  };
  const request = { ...testCollection.create?.request, schema, required: true };
  const collection = {
    ...readableCollection,
    create: { ...readableCollection.create, request },
    marker: '/name',
    unique: ['/key'],
  } as Collection;
  const rule = createNamedRule<Drawn, number>('does', {
    ...once,
    given: drawn,
    when: async ({ body }, { items }) => {
      const all = [await items.post(body), await items.post(body)];
      // What is sent as text has an id of its own.
      const other = await items.post(body, { text: JSON.stringify({ key: 'other', name: 'x' }) });
      if (other.item !== undefined) throw new Error(`the item was taken to be at ${other.item.path}`);
      return all.filter(({ item, sent }) => isObject(sent) && item?.id === sent.key).length;
    },
    then: (found) => ({ verdict: 'held', note: String(found) }),
  });
  for (const [isStored, isLate] of [
    [true, false],
    [true, true],
    [false, false],
  ] as const) {
    const { url, arrived, made } = await start(isStored, isLate);
    const { outcomes } = await runRules(url, [rule], { collections: [collection] });
    if (isStored) expect([outcomes[0]?.notes, [...made.keys()]]).toEqual([['2'], ['other']]);
    else expect(arrived.filter(({ method }) => method === 'DELETE')).toEqual([]);
  }
});

test('sends a request as the given caller', async () => {
  const { url } = await startItemService();
  const callers = {
    full: { headers: { authorization: 'Bearer full' }, query: {} },
    none: { headers: {}, query: {} },
  };
  const rule = createNamedRule<null, unknown>('asks', {
    when: async (_, { client }) => {
      await client.send({ method: 'GET', path: '/things' });
      await client.send({ method: 'GET', path: '/things', as: 'none' });
      return client.send({ method: 'GET', path: '/things', as: 'limited' }).catch((error: Error) => error.message);
    },
    then: (actual) => violated({ expected: 'seen', actual: String(actual) }),
  });
  const [outcome] = (await runRules(url, [rule], { options: { callers } })).outcomes;
  expect(outcome?.counterexample?.actual).toBe('no credentials are known for the caller limited');
  const sent = outcome?.counterexample?.exchanges.map(({ request }) => request.headers.authorization);
  expect(sent).toEqual(['[redacted]', undefined]);
});

test('removes all items of simultaneous creations with one marker', async () => {
  const { url, things: stored } = await startItemService();
  const rule = doing(async (body, { items }) => {
    const first = await items.abort(body, { abortAt: 'half', marked: true });
    await Promise.all([1, 2, 3].map(() => items.post(body, { like: first })));
  });
  const { leftovers } = await runRules(url, [rule], { collections: [marked] });
  expect([stored.size, leftovers]).toEqual([0, []]);
});

describe('a creation that is only accepted', () => {
  const creating = createNamedRule<Drawn, unknown>('does', {
    ...once,
    given: drawn,
    when: async ({ body }, { items }) => (await items.create(body)).createdBy,
    then: (made) => ((made as { isDone?: boolean }).isDone ? held : inconclusive('setup', 'it is not complete')),
  });
  const accept = async (reads: number) => {
    let left = reads;
    const service: ItemService = await startItemService(({ method, path, json }) => {
      if (method === 'POST') {
        service.things.set('a', { ...(json as object), id: 'a' });
        return { status: 202, json: { id: 'a' } };
      }
      left -= Number(method === 'GET' && path === '/things/a');
      return method === 'GET' && path === '/things/a' && left >= 0 ? { status: 404 } : undefined;
    });
    return service;
  };

  test.each([0, 2])('is complete once its item can be read, after %i reads', async (reads) => {
    const { url } = await accept(reads);
    const { outcomes } = await runRules(url, [creating], { collections: [readableCollection] });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  });

  test('stays open while its item cannot be read', async () => {
    const { url } = await accept(Number.POSITIVE_INFINITY);
    const { outcomes } = await runRules(url, [creating], { collections: [readableCollection] });
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', why: 'it is not complete' }]);
  });
});

test('an unknown item is asked for with the query that the addresses of items have', async () => {
  const service: ItemService = await startItemService(({ method, path, json }) => {
    const [plain = '', query] = path.split('?');
    if (method === 'POST') {
      service.things.set('a', { ...(json as object), name: 'a' });
      return { status: 201, headers: { location: '/things/a?v=2' } };
    }
    if (plain === '/things') return undefined;
    return query === 'v=2' ? { status: plain === '/things/a' ? 200 : 404, json: { id: 'a' } } : { status: 400 };
  });
  const asking = createNamedRule<Drawn, unknown>('does', {
    ...once,
    given: drawn,
    when: async ({ body }, { items }) => (await items.getUnknown(body)).get(),
    then: (read) => (hasStatus(read as Exchange, 404) ? held : inconclusive('setup', 'it is no address')),
  });
  const { outcomes } = await runRules(service.url, [asking], { collections: [readableCollection] });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
});
