import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { createBodyRule, readableCollection, runRules, startItemService } from '../test-service.fixture.js';

useSteadyClock();

const removing = createBodyRule('a/remove', {
  when: async (body, { items }) => {
    const item = await items.create(body);
    return [await item.delete(), await item.get()];
  },
});

const forgetful = createBodyRule('a/forget', {
  when: async (body, { items }) => (await items.create(body)).delete(),
});

test('undeclared tombstones are reported once for their collection', async () => {
  const service = await startItemService(({ method, path }) => {
    const stored = service.things as Map<string, JsonObject>;
    const found = stored.get(path.slice(8));
    if (method !== 'DELETE' || !found) return undefined;
    stored.set(path.slice(8), { ...found, deleted: true });
    return { status: 204 };
  });
  const { leftovers } = await runRules(service.url, [removing], {
    collections: [readableCollection],
    limits: { cases: 3 },
  });
  expect(leftovers).toEqual([
    { path: '/things', count: expect.any(Number), why: expect.stringMatching(/^\d+ tombstones stay: .*\.purge/) },
  ]);
});

test('a removed item that GET answers with an error is no item that stays', async () => {
  const service = await startItemService(({ method, path }) => {
    const id = path.split('/')[2];
    return method === 'GET' && id !== undefined && !service.things.has(id) ? { status: 500 } : undefined;
  });
  const { leftovers } = await runRules(service.url, [forgetful], {
    collections: [readableCollection],
    limits: { cases: 3 },
  });
  expect(leftovers).toEqual([]);
});

test.each([1, 8])(
  'items that stay after their removal are reported although no rule read them again: %i at a time',
  async (concurrency) => {
    const service = await startItemService(({ method }) => (method === 'DELETE' ? { status: 204 } : undefined));
    const hidden: Collection = { ...readableCollection, list: undefined };
    const limits = { cases: 3, concurrency };
    const { leftovers } = await runRules(service.url, [forgetful], { collections: [hidden], limits });
    expect(leftovers).toEqual([
      { path: '/things', count: service.things.size, why: expect.stringMatching(/^\d+ items still exist: /) },
    ]);
  },
);

test('a service that no longer answers does not turn removed items into leftovers', async () => {
  const removed = new Set<string>();
  const service = await startItemService(({ method, path }) => {
    if (method === 'DELETE') removed.add(path);
    return method === 'GET' && removed.has(path) ? { status: 503 } : undefined;
  });
  const { leftovers } = await runRules(service.url, [forgetful], {
    collections: [readableCollection],
    limits: { cases: 3 },
  });
  expect(leftovers).toEqual([]);
});

test('a removal after which GET of the item returns 500 is not reported as an item that exists', async () => {
  const service = await startItemService(({ method, path }) => {
    const isMissing = path.startsWith('/things/') && !service.things.has(path.slice(8));
    return method === 'GET' && isMissing ? { status: 500 } : undefined;
  });
  const { leftovers } = await runRules(service.url, [removing], {
    collections: [readableCollection],
    limits: { cases: 3 },
  });
  expect(leftovers).toEqual([]);
});

test.each([
  [
    'that stay are reported once for their collection',
    Number.POSITIVE_INFINITY,
    /^\d+ items still exist: .* answered DELETE as /,
  ],
  ['for a moment is gone', 1, undefined],
])('an item that is readable after its removal %s', async (_, looks, why) => {
  const removed = new Map<string, number>();
  const service = await startItemService(({ method, path }) => {
    const left = removed.get(path);
    if (method === 'DELETE' && left === undefined) removed.set(path, looks);
    else if (left === 0) service.things.delete(path.slice(8));
    else if (method === 'GET' && left !== undefined) removed.set(path, left - 1);
    return method === 'DELETE' ? { status: 204 } : undefined;
  });
  const { leftovers } = await runRules(service.url, [removing], {
    collections: [readableCollection],
    limits: { cases: 3 },
  });
  expect(leftovers).toEqual(
    why
      ? [expect.objectContaining({ path: '/things', count: expect.any(Number), why: expect.stringMatching(why) })]
      : [],
  );
});

test('with several requests at once, removed items are read while the list is searched, and no second time', async () => {
  const service = await startItemService();
  await runRules(service.url, [forgetful], { collections: [readableCollection], limits: { cases: 3, concurrency: 8 } });
  const last = service.arrived.findLastIndex(({ method }) => method === 'DELETE');
  const read = service.arrived.slice(last + 1).map(({ path }) => (path === '/things' ? 'list' : 'item'));
  expect(read.toSorted()).toEqual(['item', 'item', 'item', 'list']);
});

test('items that a DELETE of a missing one removed are not deleted again, which would remove those of others', async () => {
  const service = await startItemService(({ method, path }) => {
    const { things } = service;
    if (method !== 'DELETE' || things.has(path.slice(8))) return undefined;
    const newest = [...things.keys()].at(-1);
    if (newest !== undefined) things.delete(newest);
    return { status: 404 };
  });
  service.things.set('of-others', { id: 'of-others', name: 'n' });
  const vanishing = createBodyRule('a/vanish', {
    when: async (body, { items, client }) => {
      for (let i = 0; i < 4; i += 1) await items.create(body);
      return client.trySend({ method: 'DELETE', path: '/things/unknown' });
    },
  });
  const { outcomes, leftovers } = await runRules(service.url, [vanishing], {
    collections: [readableCollection],
    limits: { cases: 1 },
  });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect([[...service.things.keys()], leftovers]).toEqual([['of-others'], []]);
});

test.each([
  ['and no list shows them', 0, false, false],
  ['for the known time', 300, true, false],
  ['for a time that is not known yet', 0, true, true],
])('items that reads do not show yet %s are removed where one went before', async (_, itemMs, isListed, isNew) => {
  let vanished = 0;
  const hasLags = () => !isNew || vanished > 0;
  const reads = new Map<string, number>();
  const service = await startItemService(({ method, path }) => {
    if (method !== 'GET' || path === '/things' || !hasLags()) return undefined;
    reads.set(path, (reads.get(path) ?? 0) + 1);
    return (reads.get(path) ?? 0) < 3 ? { status: 404 } : undefined;
  });
  const vanishing = createBodyRule('a/vanish', {
    when: async (body, { items }) => {
      const { path } = await items.create(body);
      vanished += 1;
      return service.things.delete(path.slice(8));
    },
  });
  const making = createBodyRule('b/make', { when: async (body, { items }) => (await items.create(body)).path });
  const { list, ...rest } = readableCollection;
  const known = isListed ? { ...rest, list } : rest;
  const collections = [{ ...known, consistency: { itemMs, listMs: 0 } } as Collection];
  const { leftovers } = await runRules(service.url, [vanishing, making], { collections, limits: { cases: 2 } });
  expect([service.things.size, leftovers]).toEqual([0, []]);
});
