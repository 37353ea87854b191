import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import type { JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createBodyRule,
  createNamedRule,
  readableCollection,
  runRules,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const at = (name: string, path: string, itemPath: string): Collection => {
  const move = (operation: Operation | undefined, to: string) => operation && { ...operation, path: to };
  const { replace: _, list, create, remove, ...known } = testCollection;
  const moved = { list: move(list, path), create: move(create, path), remove: move(remove, itemPath) };
  return { ...known, ...moved, read: move(list, itemPath), name, path, itemPath, marker: '/name' } as Collection;
};
const boxes = at('boxes', '/boxes', '/boxes/{id}');
const shops = at('shops', '/shops', '/shops/{id}');
const notes: Collection = {
  ...at('notes', '/shops/{shopId}/notes', '/shops/{shopId}/notes/{id}'),
  parents: [{ place: '{shopId}', collection: 'shops' }],
};

const creating = [['a/boxes', 'boxes'], ...['b/one', 'b/two', 'b/three'].map((id) => [id, 'notes'])].map(
  ([id = '', name]) =>
    createNamedRule(id, {
      given: (bodies) => bodies.body(),
      when: async (body, { items, collection }) => {
        if (collection.name === name) await items.create(body as JsonObject);
      },
    }),
);

test('items that wait for removals below them, which never end, keep no other one from being removed', async () => {
  const stored = new Map<string, JsonObject>();
  const refused = new Set<string>();
  let last = 0;
  const { url } = await startItemService(({ method, path: whole, json }) => {
    const [path = ''] = whole.split('?');
    if (method === 'POST') {
      const item = { ...(json as JsonObject), id: String(++last) };
      stored.set(`${path}/${item.id}`, item);
      return { status: 201, headers: { location: `${path}/${item.id}` }, json: item };
    }
    if (/\/(boxes|shops|notes)$/.test(path)) {
      const entries = [...stored].filter(([one]) => one.slice(0, one.lastIndexOf('/')) === path);
      return { status: 200, json: entries.map(([, item]) => item) };
    }
    const item = stored.get(path);
    if (!item) return { status: 404 };
    if (method !== 'DELETE') return { status: 200, json: item };
    if (path.includes('/notes/')) return { status: 202 };
    if ([...stored.keys()].some((one) => one.startsWith(`${path}/`))) return { status: 400 };
    // A box cannot be removed at first.
    if (path.startsWith('/boxes/') && !refused.has(path)) {
      refused.add(path);
      return { status: 400 };
    }
    stored.delete(path);
    return { status: 204 };
  });
  const { leftovers } = await runRules(url, creating, {
    collections: [boxes, shops, notes],
    limits: { cases: 2, maxLeft: 10, concurrency: 1 },
  });
  expect(leftovers.filter(({ path }) => path.startsWith('/boxes/'))).toEqual([]);
  expect([...stored.keys()].filter((path) => path.startsWith('/boxes/'))).toEqual([]);
});

test('an interrupted run does not await removals so that more can be created', async () => {
  const interruption = new AbortController();
  let removals = 0;
  let endedAt = 0;
  const { url, things } = await startItemService(({ method, path }) => {
    // As many items exist as may be left, and the removal of the last one is looked for.
    if (removals === 3 && method === 'GET' && path !== '/things' && !interruption.signal.aborted) {
      endedAt = clock.now();
      interruption.abort();
    }
    if (method === 'DELETE') removals += 1;
    return method === 'DELETE' ? { status: 202 } : undefined;
  });
  const { leftovers } = await runRules(
    url,
    [createBodyRule('a/one', { when: (body, { items }) => items.create(body) })],
    {
      collections: [readableCollection],
      limits: { cases: 6, maxLeft: 3 },
      signal: interruption.signal,
    },
  );
  expect(interruption.signal.aborted).toBe(true);
  expect(leftovers.length).toBe(things.size);
  // The end of the run awaits them once.
  expect(clock.now() - endedAt).toBeLessThan(15_000);
});
