import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import {
  audit,
  createBodyRule,
  markedCollection,
  markedCreation,
  readableCollection,
  runRules,
  type Stored,
  startItemService,
} from '../test-service.fixture.js';

useSteadyClock();

/** Audits a service with two items of others. */
async function auditWithOthers(instead: Parameters<typeof audit>[0], cases = 8, collection = markedCollection) {
  const existing = ['x1', 'x2'].map((id) => ({ id, name: `existing ${id}` }));
  const run = await audit(instead, { collections: [collection], existing, limits: { cases, maxLeft: 3 } });
  const left = [...run.things.keys()].filter((id) => !id.startsWith('x'));
  return { ...run, left, posts: run.arrived.filter(({ method }) => method === 'POST').length };
}

let lastId = 0;
const store = (stored: Stored, body: JsonObject): void => {
  lastId += 1;
  stored.set(`s${lastId}`, { ...body, id: `s${lastId}` });
};

describe('what a service stores in spite of its answer', () => {
  test('is found by its marker and removed, and three failures in a row stop creations', async () => {
    const { left, leftovers, posts, outcomes } = await auditWithOthers(({ method, json }, stored) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      store(stored, json);
      return { status: 500 };
    });
    expect([left, leftovers, posts]).toEqual([[], [], 3]);
    expect(JSON.stringify(outcomes)).toContain('3 creations in a row failed without a known reason (500 in exchange');
  });

  test('is stated as what may exist if it does not show the marker', async () => {
    const { left, leftovers } = await auditWithOthers(({ method, json }, stored) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      store(stored, { name: 'anonymous' });
      return { status: 422 };
    }, 2);
    expect(left.length).toBeGreaterThan(0);
    expect(leftovers).toEqual([
      { path: '/things', count: left.length, mayExist: true, why: expect.stringContaining('without its marker') },
    ]);
  });

  test('is stated, too, where the list may go on after what it shows', async () => {
    const unknown: Collection = {
      ...markedCollection,
      pagination: { ...markedCollection.pagination, style: 'unknown' },
    };
    const { left, leftovers, notes } = await auditWithOthers(
      ({ method, json }, stored) => {
        if (method !== 'POST' || !isObject(json)) return undefined;
        // Five entries may be the first page of more.
        if (stored.size < 5) store(stored, { name: 'anonymous' });
        return { status: 422 };
      },
      2,
      unknown,
    );
    expect([left.length, leftovers]).toEqual([3, [expect.objectContaining({ path: '/things', count: 3 })]]);
    expect(notes.join()).toContain('only as far as the list could be read: the first 5 entries');
  });

  test('is not invented: entries that appear while every creation is accounted for are a note', async () => {
    const { leftovers, notes } = await auditWithOthers(({ method }, stored) => {
      if (method === 'DELETE') stored.set('x3', { id: 'x3', name: 'of another client' });
      return undefined;
    });
    expect(leftovers).toEqual([]);
    expect(notes.join()).toContain('things: the list has 1 entry that was not there before the run');
  });
});

test('entries that appear where a creation had no outcome are named beside it', async () => {
  const service = await startItemService(({ method, json }) => {
    if (method !== 'POST' || !isObject(json)) return undefined;
    store(service.things, { name: 'anonymous' });
    return 'hang';
  });
  const run = { collections: [markedCollection], limits: { cases: 1, maxLeft: 3 }, options: { timeoutMs: 200 } };
  const { leftovers, notes } = await runRules(service.url, [markedCreation], run);
  const left = [...service.things.keys()];
  expect(leftovers).toEqual(left.map(() => expect.objectContaining({ mayExist: true })));
  const places = left.map((id) => `/things/${id}`).join(', ');
  expect(notes).toEqual([
    expect.stringContaining(`creations without an outcome may have stored, see the leftovers: ${places}`),
  ]);
});

describe('without working removal', () => {
  test.each([
    [405, 'is not allowed'],
    [403, 'is forbidden'],
  ])('at most three items are created where DELETE returns %i', async (status) => {
    const { left, leftovers, posts } = await auditWithOthers(({ method }) =>
      method === 'DELETE' ? { status } : undefined,
    );
    expect([left.length, leftovers.length, posts]).toEqual([3, 3, 3]);
    expect(leftovers.every(({ mayExist }) => mayExist === undefined)).toBe(true);
  });

  test('the run waits where DELETE fails for ten seconds, and goes on', async () => {
    let failures = 0;
    const { left, leftovers, posts } = await auditWithOthers(({ method }) => {
      if (method !== 'DELETE' || failures >= 6) return undefined;
      failures += 1;
      return { status: 500 };
    });
    expect([left, leftovers]).toEqual([[], []]);
    expect(posts).toBeGreaterThanOrEqual(8);
  });
});

test('a run goes on where three items could not be removed while the service lost them', async () => {
  let removals = 0;
  const { left, leftovers, outcomes } = await auditWithOthers(
    ({ method, path }, stored) => {
      if (method !== 'DELETE') return undefined;
      removals += 1;
      const isLost = removals > 6 && removals <= 9;
      if (isLost) stored.delete(path.slice('/things/'.length));
      return isLost ? { status: 503 } : undefined;
    },
    8,
    readableCollection,
  );
  expect([left, leftovers]).toEqual([[], []]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
});

test('items of others that are gone are named, and nothing more is written', async () => {
  const { harm, things, outcomes, endedEarly } = await auditWithOthers(({ method }, stored) => {
    if (method === 'DELETE') stored.delete('x2');
    return undefined;
  });
  expect([...things.keys()]).toEqual(['x1']);
  expect(harm).toMatchObject([{ url: '/things/x2', is: 'gone', restore: { method: 'POST', url: '/things' } }]);
  expect(harm[0]?.after).toMatch(/^DELETE \/things\/t\d+ \(exchange \d+\)/);
  expect(endedEarly).toContain('1 item of others is gone');
  expect(outcomes.map(({ verdict, cause }) => [verdict, cause])).toEqual([['inconclusive', 'budget']]);
});

test('an item that the service itself removed is no leftover of a run that may not delete', async () => {
  const service = await startItemService();
  const gone: string[] = [];
  const vanishing = createBodyRule('a/vanish', {
    when: async (body, { items }) => {
      const [first] = [await items.create(body, { marked: true }), await items.create(body, { marked: true })];
      service.things.delete(first.id);
      gone.push(first.path);
    },
  });
  const { leftovers } = await runRules(service.url, [vanishing], {
    collections: [readableCollection],
    limits: { cases: 1 },
    permit: 'writes',
  });
  expect(leftovers.map(({ path }) => path).sort()).toEqual(
    [...service.things.keys()].map((id) => `/things/${id}`).sort(),
  );
  expect(gone.filter((path) => leftovers.some((one) => one.path === path))).toEqual([]);
  expect(gone).toHaveLength(1);
});

describe('a DELETE without an answer', () => {
  test.each<[string, boolean, number | undefined, object[]]>([
    ['leaves nothing if GET says that the item is gone', true, undefined, []],
    ['leaves an item that GET returns', false, undefined, [{ why: expect.stringContaining('got no answer') }]],
    ['may leave an item that cannot be read', false, 500, [{ mayExist: true }]],
  ])('%s', async (_, isDone, status, expected) => {
    let removals = 0;
    const service = await startItemService(({ method, path }) => {
      if (method === 'DELETE') {
        removals += 1;
        if (isDone) service.things.delete(path.slice('/things/'.length));
        return 'hang';
      }
      const isLater = method === 'GET' && removals > 0 && path.startsWith('/things/');
      return isLater && status !== undefined ? { status } : undefined;
    });
    const { leftovers } = await runRules(service.url, [markedCreation], {
      collections: [readableCollection],
      limits: { cases: 1, maxLeft: 3 },
      options: { timeoutMs: 20 },
    });
    const left = leftovers.map(({ path: _path, ...one }) => one);
    expect(left.slice(0, 1)).toMatchObject(expected);
    expect(left.filter(({ mayExist }) => !mayExist)).toHaveLength(status === undefined ? service.things.size : 0);
  });
});
