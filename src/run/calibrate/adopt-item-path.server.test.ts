import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { JsonObject } from '../../model/json.js';
import { createOperation } from '../../model/service/operation.js';
import { creatable } from '../../rule/needs/usual-needs.js';
import {
  createNamedRule,
  type ItemService,
  markedCollection,
  runRules,
  startItemService,
} from '../test-service.fixture.js';

useSteadyClock();

/** Creates an item, and reads it at its address. */
const reads = createNamedRule('made/things', {
  needs: [creatable],
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => (await (await items.create(body)).get()).answer?.status,
});

const { itemPath: _, replace: __, remove: ___, ...listed } = markedCollection;
const create = { ...createOperation('POST', '/things', 'assumed'), request: listed.create?.request };
const undescribed = { ...listed, create } as typeof markedCollection;

/** A service that says in Location where an item is; `show` says what is there. */
async function runWith(
  show: (thing: JsonObject, id: string) => JsonObject,
  limits: { readonly maxLeft?: number } = {},
) {
  let count = 0;
  const service: ItemService = await startItemService(({ method, path, json }) => {
    const { things } = service;
    const id = /^\/lookup\/thing-by-key\/(.+)$/.exec(path)?.[1] ?? '';
    if (method === 'POST') {
      const made = { ...(json as JsonObject), id: `k${++count}` };
      things.set(made.id, made);
      return { status: 201, headers: { location: `/lookup/thing-by-key/${made.id}` }, json: made };
    }
    if (id === '') return path === '/things' ? undefined : { status: 404 };
    if (method === 'DELETE' && things.delete(id)) return { status: 204 };
    const thing = things.get(id);
    if (thing === undefined) return { status: 404 };
    return method === 'GET' ? { status: 200, json: show(thing, id) } : { status: 405 };
  });
  const run = await runRules(service.url, [reads], { collections: [undescribed], limits: { cases: 3, ...limits } });
  const written = service.arrived.filter(({ method, path }) => !/^(GET|OPTIONS)$/.test(method) && path !== '/things');
  return { ...run, size: service.things.size, written };
}

test.each([{}, { maxLeft: 3 }])('are where Location leads, if each is there itself: %j', async (limits) => {
  const { outcomes, leftovers, size, collections, notes } = await runWith((thing) => thing, limits);
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect([leftovers, size, collections[0]?.itemPath]).toEqual([[], 0, '/lookup/thing-by-key/{id}']);
  expect(collections[0]).not.toHaveProperty('replace');
  expect(notes).toContain('things: items are at /lookup/thing-by-key/{id}, where the answers to creations lead');
});

test.each<[string, Parameters<typeof runWith>[0]]>([
  ['what has the item in it', (thing, id) => ({ id, item: thing })],
  ['an item of others', (_thing, id) => ({ id, name: 'of others', size: 1 })],
])('are not where Location leads to %s', async (_title, show) => {
  const { collections, written, leftovers } = await runWith(show);
  expect([collections[0]?.itemPath, written]).toEqual([undefined, []]);
  expect(leftovers.length).toBeGreaterThan(0);
});

test('are left, and reported, where the assumed DELETE is answered with 404', async () => {
  let count = 0;
  const service: ItemService = await startItemService(({ method, path, json }) => {
    const { things } = service;
    const thing = things.get(/^\/lookup\/(.+)$/.exec(path)?.[1] ?? '');
    if (method === 'GET') return thing ? { status: 200, json: thing } : { status: 404 };
    if (method !== 'POST') return { status: 404 };
    const made = { ...(json as JsonObject), id: `k${++count}` };
    things.set(made.id, made);
    return { status: 201, headers: { location: `/lookup/${made.id}` }, json: made };
  });
  const { list: _list, ...unlisted } = undescribed;
  const { leftovers } = await runRules(service.url, [reads], { collections: [unlisted], limits: { cases: 3 } });
  expect(leftovers.map(({ path }) => path).sort()).toEqual(
    [...service.things.keys()].map((id) => `/lookup/${id}`).sort(),
  );
});
