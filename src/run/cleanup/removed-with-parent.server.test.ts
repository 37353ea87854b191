import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import type { JsonObject } from '../../model/json.js';
import type { Parent } from '../../model/service/collection-parts.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { createNamedRule, runRules, testCollection } from '../test-service.fixture.js';

useSteadyClock();

/**
 * Shops with notes below them, which have no DELETE; `cascades` says whether DELETE of a shop removes its notes, `areHidden` whether GET
 * finds none.
 */
async function startShops(cascades: boolean, areHidden = false, isSlow = false) {
  const stored = new Map<string, JsonObject>();
  /** When what is removed slowly goes. */
  const going = new Map<string, number>();
  let last = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').split('?')[0] ?? '';
    for (const [one, until] of going) if (clock.now() > until) stored.delete(one);
    const reply = (status: number, json?: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
    if (request.method === 'POST') {
      last += 1;
      const at = `${path}/${last}`;
      stored.set(at, { ...JSON.parse(Buffer.concat(chunks).toString()), id: String(last) });
      return reply(201, stored.get(at), { location: at });
    }
    if (areHidden && path.includes('/notes/')) return reply(404);
    const isItem = stored.has(path);
    if (isSlow && request.method === 'DELETE' && path.includes('/notes/') && isItem) {
      if (!going.has(path)) going.set(path, clock.now() + 3_000);
      return reply(202);
    }
    if (isSlow && request.method === 'DELETE' && [...stored.keys()].some((one) => one.startsWith(`${path}/`)))
      return reply(400);
    if (request.method === 'DELETE' && isItem && !path.includes('/notes/')) {
      stored.delete(path);
      for (const at of cascades ? [...stored.keys()] : []) if (at.startsWith(`${path}/`)) stored.delete(at);
      return reply(204);
    }
    if (/\/(shops|notes)$/.test(path)) {
      const entries = [...stored].filter(([at]) => at.slice(0, at.lastIndexOf('/')) === path);
      return reply(
        200,
        entries.map(([, entry]) => entry),
      );
    }
    return isItem ? reply(request.method === 'GET' ? 200 : 405, stored.get(path)) : reply(404);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stored };
}

const at = (operation: Operation | undefined, path: string) => operation && { ...operation, path };
const shops: Collection = {
  ...testCollection,
  ...{ name: 'shops', path: '/shops', itemPath: '/shops/{id}' },
  list: at(testCollection.list, '/shops') as Operation,
  create: at(testCollection.create, '/shops') as Operation,
  remove: at(testCollection.remove, '/shops/{id}') as Operation,
};
const { remove: _, replace: __, ...removable } = testCollection;
const notes: Collection = {
  ...removable,
  ...{ name: 'notes', path: '/shops/{shopId}/notes', itemPath: '/shops/{shopId}/notes/{id}', marker: '/name' },
  list: at(testCollection.list, '/shops/{shopId}/notes') as Operation,
  create: at(testCollection.create, '/shops/{shopId}/notes') as Operation,
  read: at(testCollection.list, '/shops/{shopId}/notes/{id}') as Operation,
  parents: [{ place: '{shopId}', collection: 'shops', withChildren: 'cascade' }],
};

const createRule = (count: number) =>
  createNamedRule('a/create', {
    given: (bodies) => bodies.body(),
    when: async (body, { items, collection }) => {
      if (collection.name === 'notes') for (let i = 0; i < count; i += 1) await items.create(body as JsonObject);
    },
  });
const creating = createRule(5);

test.each<[boolean, boolean]>([
  [true, false],
  [false, true],
])('items without DELETE that go with the item above: %s, and left behind: %s', async (cascades, isLeft) => {
  const { url, stored } = await startShops(cascades);
  const { outcomes, leftovers } = await runRules(url, [creating], {
    collections: [shops, notes],
    limits: { cases: 2, maxLeft: 3 },
  });
  const decided = outcomes.find(({ trial }) => trial.subject.name === 'notes');
  expect(decided?.why ?? decided?.verdict).toBe('held');
  expect([leftovers.length > 0, [...stored.keys()].length > 0]).toEqual([isLeft, isLeft]);
  expect(leftovers.length).toBe(stored.size);
});

const { withChildren: _withChildren, ...undeclared } = notes.parents[0] as Parent;

test.each<[boolean, string]>([
  [true, 'held'],
  [false, 'inconclusive'],
])(
  'where nothing is declared, whether items without DELETE go with the item above is observed: %s',
  async (cascades, verdict) => {
    const { url, stored } = await startShops(cascades);
    const { outcomes, leftovers } = await runRules(url, [creating], {
      collections: [shops, { ...notes, parents: [undeclared] }],
      limits: { cases: 2, maxLeft: 3 },
    });
    const decided = outcomes.find(({ trial }) => trial.subject.name === 'notes');
    expect(decided?.verdict, decided?.why).toBe(verdict);
    expect(leftovers.length).toBe(stored.size);
    expect(stored.size).toBe(cascades ? 0 : 3);
  },
);

test('an item without DELETE that no read ever shows, below one of others, is not taken for one that is gone', async () => {
  const { url, stored } = await startShops(false, true);
  stored.set('/shops/of-others', { id: 'of-others' });
  const { create: _create, remove: _remove, ...existing } = shops;
  const { leftovers } = await runRules(url, [creating], {
    collections: [existing, { ...notes, parents: [undeclared] }],
    limits: { cases: 2, maxLeft: 3 },
  });
  const own = [...stored.keys()].filter((path) => path.includes('/notes/'));
  expect(own.length).toBeGreaterThan(0);
  expect(new Set(leftovers.map(({ path }) => path))).toEqual(new Set(own));
});

test('items are created as long as those above them wait for removals that are under way', async () => {
  const { url, stored } = await startShops(false, false, true);
  const { outcomes, leftovers } = await runRules(url, [createRule(1)], {
    collections: [shops, { ...notes, remove: at(testCollection.remove, '/shops/{shopId}/notes/{id}') as Operation }],
    limits: { cases: 6, maxLeft: 3 },
  });
  expect(outcomes.map(({ verdict, cases, why }) => [why ?? verdict, cases])).toEqual([
    ['held', 6],
    ['held', 6],
  ]);
  expect([leftovers, stored.size]).toEqual([[], 0]);
});
