import { expect, test } from 'vitest';
import { type Collection, isObject, type Json, type JsonObject } from '../rule/index.js';
import { named, runRules, shelf, things } from './things.fixture.js';

const readable: Collection = { ...things, marker: '/name', read: { ...things.list, method: 'GET' } as never };

const making = named<Json, unknown>('a/make', {
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => {
    const item = await items.make(body);
    return [await item.get(), await item.get()];
  },
});

test('what was given to somebody else at an address of ours is left alone, and told', async () => {
  let reads = 0;
  let counted = 40;
  const service = await shelf(({ method, path, json }) => {
    const stored = service.things as Map<string, JsonObject>;
    if (method === 'POST' && isObject(json)) {
      counted += 1;
      stored.set(String(counted), { ...json, id: counted });
      return { status: 201, headers: { location: `/things/${counted}` }, json: { ...json, id: counted } };
    }
    if (method !== 'GET' || !/^\/things\/\d+$/.test(path)) return undefined;
    reads += 1;
    const id = path.slice(8);
    if (reads > 12) stored.set(id, { id: Number(id), name: 'of somebody else', size: 1 });
    return undefined;
  });
  const { leftovers } = await runRules(service.url, [making], { collections: [readable], limits: { cases: 10 } });
  const removed = service.arrived.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(service.things.size).toBeGreaterThan(0);
  for (const [id, { name }] of service.things) {
    expect([name, removed.includes(`/things/${id}`)]).toEqual(['of somebody else', false]);
    expect(leftovers).toContainEqual({ path: `/things/${id}`, why: expect.stringContaining('left alone') });
  }
});

test('what is kept as deleted, though nobody declared it, is told once for its collection', async () => {
  const removing = named<Json, unknown>('a/remove', {
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => {
      const item = await items.make(body);
      return [await item.delete(), await item.get()];
    },
  });
  const service = await shelf(({ method, path }) => {
    const stored = service.things as Map<string, JsonObject>;
    const found = stored.get(path.slice(8));
    if (method !== 'DELETE' || !found) return undefined;
    stored.set(path.slice(8), { ...found, deleted: true });
    return { status: 204 };
  });
  const { leftovers } = await runRules(service.url, [removing], { collections: [readable], limits: { cases: 3 } });
  expect(leftovers).toEqual([{ path: '/things', why: expect.stringMatching(/^\d+ tombstones stay: .*\.purge/) }]);
});
