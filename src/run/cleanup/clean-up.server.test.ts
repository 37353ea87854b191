import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { createNamedRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';

const readable: Collection = {
  ...testCollection,
  marker: '/name',
  read: { ...testCollection.list, method: 'GET' } as never,
};

const removing = createNamedRule<Json, unknown>('a/remove', {
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => {
    const item = await items.create(body);
    return [await item.delete(), await item.get()];
  },
});

test('undeclared tombstones are reported once for their collection', async () => {
  const service = await startItemService(({ method, path }) => {
    const stored = service.things as Map<string, JsonObject>;
    const found = stored.get(path.slice(8));
    if (method !== 'DELETE' || !found) return undefined;
    stored.set(path.slice(8), { ...found, deleted: true });
    return { status: 204 };
  });
  const { leftovers } = await runRules(service.url, [removing], { collections: [readable], limits: { cases: 3 } });
  expect(leftovers).toEqual([{ path: '/things', why: expect.stringMatching(/^\d+ tombstones stay: .*\.purge/) }]);
});

test.each([
  [
    'for good is told once for its collection',
    Number.POSITIVE_INFINITY,
    /^[36] items may still exist: .* answered DELETE as /,
  ],
  ['for a moment is gone', 1, undefined],
])('what is shown after it was removed %s', async (_, looks, why) => {
  const removed = new Map<string, number>();
  const service = await startItemService(({ method, path }) => {
    const left = removed.get(path);
    if (method === 'DELETE' && left === undefined) removed.set(path, looks);
    else if (left === 0) (service.things as Map<string, JsonObject>).delete(path.slice(8));
    else if (method === 'GET' && left !== undefined) removed.set(path, left - 1);
    return method === 'DELETE' ? { status: 204 } : undefined;
  });
  const { leftovers } = await runRules(service.url, [removing], { collections: [readable], limits: { cases: 3 } });
  expect(leftovers).toEqual(why ? [{ path: '/things', why: expect.stringMatching(why) }] : []);
});
