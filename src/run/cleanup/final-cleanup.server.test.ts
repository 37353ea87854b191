import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock, pause } from '../../model/clock.js';
import { isObject, type Json } from '../../model/json.js';
import {
  audit,
  createBodyRule,
  createNamedRule,
  markedCollection,
  markedCreation,
  readableCollection,
  runRules,
  startItemService,
} from '../test-service.fixture.js';

useSteadyClock();

describe('at the end, a list is searched for remaining items', () => {
  test('when creations are answered with 303', async () => {
    let made = 0;
    const { things: left, leftovers } = await audit(({ method, json }, stored) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      made += 1;
      stored.set(`e${made}`, { ...json, id: `e${made}` });
      return { status: 303, headers: { location: '/things' } };
    });
    expect([left.size, leftovers]).toEqual([0, []]);
  });

  test('when a removal came too early', async () => {
    const early = new Set<string>();
    const { things: left, leftovers } = await audit(({ method, path }) => {
      if (method !== 'DELETE' || early.has(path)) return undefined;
      early.add(path);
      return { status: 404 };
    });
    expect([left.size, leftovers]).toEqual([0, []]);
  });

  test('when a removal was accepted and never done, and the rest is reported', async () => {
    const { things: left, leftovers } = await audit(({ method }) =>
      method === 'DELETE' ? { status: 202 } : undefined,
    );
    expect(left.size).toBe(3);
    expect(leftovers).toHaveLength(3);
    expect(leftovers[0]?.why).toBe('the list still contains it after its removal');
  });

  test.each([markedCollection, readableCollection])(
    'when it shows more than was known, and each whose removal is not seen to be complete is reported',
    async (collection) => {
      let isAccepted = false;
      const instead: Parameters<typeof audit>[0] = ({ method, path, json }, stored) => {
        const id = path.slice('/things/'.length);
        if (method === 'POST' && isObject(json))
          stored.set(`twin${stored.size}`, { ...json, id: `twin${stored.size}` });
        if (method === 'DELETE' && id.startsWith('twin')) isAccepted = true;
        if (method === 'DELETE' && isAccepted) return { status: 202 };
        return method === 'GET' && isAccepted ? { status: 503 } : undefined;
      };
      const { things: left, leftovers } = await audit(instead, { collections: [collection] });
      expect(left.size).toBe(3);
      expect(leftovers.map(({ path }) => path).toSorted()).toEqual(
        [...left.keys()].map((id) => `/things/${id}`).toSorted(),
      );
      expect(leftovers.map(({ mayExist }) => mayExist)).toEqual([true, true, true]);
    },
  );

  test('once, as before the first creation, when every removal succeeded', async () => {
    const { arrived } = await audit(() => undefined);
    const [first, ...others] = arrived.map(({ method, path }) => `${method} ${path}`);
    expect([first, others.at(-1)]).toEqual(['GET /things', 'GET /things']);
    expect(others.filter((one) => one.startsWith('GET'))).toHaveLength(1);
  });
});

test('creations that were accepted do not delay the search, and those that failed do', async () => {
  const late = createBodyRule('a/late', {
    when: async (body, { items }) => {
      await pause(4_000);
      return items.post(body, { marked: true });
    },
  });
  /** Seconds from the last creation to the search. */
  const measure = async (isRefused: (n: number) => boolean): Promise<number> => {
    const times: (readonly [string, number])[] = [];
    let made = 0;
    const service = await startItemService(({ method }) => {
      times.push([method, clock.now()]);
      if (method === 'POST') made += 1;
      return method === 'POST' && isRefused(made) ? { status: 408 } : undefined;
    });
    await runRules(service.url, [late], { collections: [markedCollection], limits: { cases: 3 } });
    const at = (wanted: string) => times.findLast(([method]) => method === wanted)?.[1] ?? Number.NaN;
    return (at('GET') - at('POST')) / 1000;
  };
  expect(await measure((n) => n === 1)).toBeLessThan(1);
  expect(await measure((n) => n === 3)).toBeGreaterThanOrEqual(3);
});

test('an item that quotes items of the run remains, even if it shows the whole text in another member', async () => {
  let made = 0;
  const { things: left, leftovers } = await audit(({ method, json }, stored) => {
    if (method !== 'POST' || !isObject(json)) return undefined;
    made += 1;
    stored.set(`q${made}`, { id: `q${made}`, name: `please review ${json.name}`, latest: json.name ?? null });
    stored.set(`e${made}`, { ...json, id: `e${made}` });
    return { status: 303, headers: { location: '/things' } };
  });
  expect([[...left.keys()], leftovers]).toEqual([['q1', 'q2', 'q3'], []]);
});

const bare = createBodyRule('a/bare', {
  when: async (_, { client }) => client.send({ method: 'POST', path: '/things', json: { name: 'bare', size: 1 } }),
});

test('a creation without an item is removed from the quota', async () => {
  const service = await startItemService(({ method }) => (method === 'POST' ? { status: 500 } : undefined));
  const rules = Array.from({ length: 6 }, (_, i) =>
    createNamedRule<Json, unknown>(`a/bare${i}`, { ...bare.rule } as never),
  );
  const { leftovers, notes } = await runRules(service.url, rules, {
    collections: [markedCollection],
    limits: { cases: 10, maxLive: 40 },
  });
  expect([leftovers, notes]).toEqual([[], []]);
  expect(service.arrived.filter(({ method }) => method === 'POST')).toHaveLength(60);
});

describe('an item that could not be removed after its case is removed at the end', () => {
  test.each([409, 423, 500, 503])('when the first DELETE was answered %i', async (status) => {
    const refused = new Set<string>();
    const { things: left, leftovers } = await audit(({ method, path }) => {
      if (method !== 'DELETE' || refused.has(path)) return undefined;
      refused.add(path);
      return { status };
    });
    expect([refused.size, left.size, leftovers]).toEqual([3, 0, []]);
  });

  test('and reports a leftover when that does not help', async () => {
    const { leftovers, arrived } = await audit(({ method }) => (method === 'DELETE' ? { status: 409 } : undefined));
    expect(leftovers.map(({ why }) => why)).toEqual(Array(3).fill('DELETE returned 409'));
    expect(arrived.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(3);
  });

  test('and reads the entity tag before each conditional DELETE but the first', async () => {
    const {
      things: left,
      leftovers,
      arrived,
    } = await audit(({ method, headers, path }, stored) => {
      if (method === 'GET' && stored.has(path.slice(8)))
        return { status: 200, headers: { etag: '"1"' }, json: stored.get(path.slice(8)) ?? null };
      return method === 'DELETE' && headers['if-match'] !== '"1"' ? { status: 428 } : undefined;
    });
    expect([left.size, leftovers]).toEqual([0, []]);
    const bare = arrived.filter(({ method, headers }) => method === 'DELETE' && headers['if-match'] === undefined);
    expect(bare).toHaveLength(1);
  });
});

test('purges an item from a bin, also when the rule itself removed it', async () => {
  const bin = new Set<string>();
  const service = await startItemService(({ method, path }) => {
    if (method === 'DELETE' && path.startsWith('/things/') && service.things.has(path.slice(8))) bin.add(path.slice(8));
    if (method !== 'DELETE' || !path.startsWith('/bin/')) return undefined;
    bin.delete(path.slice(5));
    return { status: 204 };
  });
  const removing = createBodyRule('a/remove', {
    when: async (body, { items }) => [await items.post(body), await (await items.create(body)).delete()],
  });
  const { leftovers } = await runRules(service.url, [removing], {
    collections: [markedCollection],
    limits: { cases: 3 },
    purges: { things: [{ method: 'DELETE', path: '/bin/{id}' }] },
  });
  expect(service.arrived.filter(({ path }) => path.startsWith('/bin/'))).toHaveLength(6);
  expect([[...bin], service.things.size, leftovers]).toEqual([[], 0, []]);
});

test('a step of a purge is conditional where the service wants that', async () => {
  const service = await startItemService(({ method, path, headers }) => {
    const stored = service.things.get(path.slice(8));
    if (method === 'GET' && stored) return { status: 200, headers: { etag: '"1"' }, json: stored };
    return method === 'DELETE' && headers['if-match'] !== '"1"' ? { status: 428 } : undefined;
  });
  const { remove: _, ...collection } = markedCollection;
  const { leftovers } = await runRules(service.url, [markedCreation], {
    collections: [collection],
    limits: { cases: 3 },
    purges: { things: [{ method: 'DELETE', path: '/things/{id}' }] },
  });
  expect([service.things.size, leftovers]).toEqual([0, []]);
});

test('an item that a rule creates by a raw request is removed, too', async () => {
  const direct = createBodyRule('a/direct', {
    when: async (body, { client }) => [
      await client.send({ method: 'POST', path: '/things', json: body }),
      await client.send({ method: 'PUT', path: '/things/put', json: body }),
    ],
  });
  const service = await startItemService();
  const { leftovers } = await runRules(service.url, [direct], { limits: { cases: 2 } });
  expect(service.arrived.filter(({ method }) => method === 'POST')).toHaveLength(2);
  expect([service.things.size, leftovers]).toEqual([0, []]);
});
