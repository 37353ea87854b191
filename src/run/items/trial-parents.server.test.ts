import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import type { Rule } from '../../rule/rule.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const itemAddress: ResourceSubject = {
  kind: 'resource',
  name: '/things/{id}',
  operations: [],
  values: [],
  collection: {
    ...testCollection,
    ...{ name: '/things/{id}', path: '/things/{id}', parents: [{ place: '{id}', collection: 'things' }] },
  },
};

/** Runs two rules that read the address of an item at the same time; returns the paths that they read, and the created items. */
async function readTogether(parts: Partial<Rule<null, null>>, instead?: Parameters<typeof startItemService>[0]) {
  const paths: string[] = [];
  let release = () => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const rules = ['a/one', 'a/two'].map((id) =>
    createNamedRule<null, null>(id, {
      ...{ per: 'resource', touches: 'reads', cases: 1, ...parts },
      when: async (_, { collection, client }) => {
        paths.push(collection.path);
        if (paths.length === 2) release();
        await both;
        await client.send({ method: 'GET', path: collection.path });
        return null;
      },
    }),
  );
  const service = await startItemService(instead);
  const { outcomes, leftovers } = await runRules(service.url, rules, {
    collections: [testCollection],
    subjects: [itemAddress],
    limits: { concurrency: 4 },
  });
  const created = service.arrived.filter(({ method }) => method === 'POST').length;
  expect(outcomes.map(({ verdict, why }) => why ?? verdict)).toEqual(['held', 'held']);
  expect([leftovers, service.things.size]).toEqual([[], 0]);
  return { paths, created };
}

test('trials that only read an address share the item above it', async () => {
  const { paths, created } = await readTogether({});
  expect(new Set(paths).size).toBe(1);
  expect(created).toBe(1);
});

test.each<[string, Partial<Rule<null, null>>]>([
  ['write', { touches: 'writes' }],
  ['look at more than the item', { watches: 'list' }],
])('trials that %s have items of their own', async (_, parts) => {
  const { paths, created } = await readTogether(parts);
  expect(new Set(paths).size).toBe(2);
  expect(created).toBe(2);
});

test('where no item can be created, the address is requested as it is', async () => {
  const refused = ({ method, path }: ReceivedRequest) =>
    method === 'POST' ? { status: 403 } : path === '/things' ? undefined : { status: 200, json: {} };
  const { paths } = await readTogether({}, refused);
  expect(paths).toEqual(['/things/{id}', '/things/{id}']);
});
