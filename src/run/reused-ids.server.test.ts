import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { hasStatus } from '../model/exchange.js';
import type { JsonObject } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import { held } from '../rule/finding.js';
import {
  createNamedRule,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from './test-service.fixture.js';

useSteadyClock();

const readable: Collection = {
  ...testCollection,
  read: { ...testCollection.remove, method: 'GET' } as NonNullable<Collection['read']>,
};

/** Four rules that create and remove items, and how many of them ran at the same time. */
function makers() {
  let now = 0;
  let most = 0;
  const rules = ['a/one', 'b/two', 'c/three', 'd/four'].map((id) =>
    createNamedRule(id, {
      when: async (_, { items }) => {
        now += 1;
        most = Math.max(most, now);
        const item = await items.create({ name: 'x', size: 1 });
        await item.delete();
        now -= 1;
        return hasStatus(await item.get(), 404);
      },
      then: () => held,
    }),
  );
  return { rules, most: () => most };
}

test('runs one trial of a collection at a time when ids are reused', async () => {
  const free: string[] = [];
  const own = await startItemService(({ method, path, json }) => {
    const kept = own.things as Map<string, JsonObject>;
    if (method === 'DELETE') free.push(path.slice('/things/'.length));
    const id = method === 'POST' ? free.pop() : undefined;
    if (id === undefined) return undefined;
    kept.set(id, { ...(json as JsonObject), id });
    return { status: 201, headers: { location: `/things/${id}` }, json: kept.get(id) ?? null };
  });
  const { rules, most } = makers();
  await runRules(own.url, rules, { collections: [readable], limits: { concurrency: 4 } });
  expect(most()).toBe(1);
});

test('runs trials in parallel when ids are not reused', async () => {
  const { url } = await startItemService();
  const { rules, most } = makers();
  await runRules(url, rules, { collections: [readable], limits: { concurrency: 4 } });
  expect(most()).toBeGreaterThan(1);
});

test.each<[string, boolean, string]>([
  ['is stored nowhere is one of this run', false, 'held'],
  ['existed before is left alone', true, 'setup'],
])('an item that each creation names, and that %s', async (_, isStored, verdict) => {
  const service = await startItemService(({ method, path }): StubResponse | undefined => {
    if (method === 'POST') return { status: 201, headers: { location: '/things/t9' }, json: { id: 't9' } };
    if (path === '/things') return { status: 200, json: [{ id: 'of-others', name: 'x', size: 2 }] };
    if (method === 'GET' && isStored && path === '/things/t9')
      return { status: 200, json: { id: 't9', name: 'z', size: 1 } };
    return undefined;
  });
  const posting = createNamedRule('a/posts', {
    when: async (_drawn, { items }) => items.create({ name: 'x', size: 1 }),
  });
  const collection: Collection = { ...readable, standing: ['of-others'] };
  const { outcomes } = await runRules(service.url, [posting], { collections: [collection], limits: { cases: 2 } });
  expect(outcomes.map((one) => one.cause ?? one.verdict)).toEqual([verdict]);
  expect(service.arrived.some(({ method }) => method === 'DELETE')).toBe(!isStored);
});
