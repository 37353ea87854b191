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
  expect([leftovers, service.things.size]).toEqual([[], 0]);
  return { paths, created, told: outcomes.map(({ verdict, why }) => why ?? verdict), arrived: service.arrived };
}

test('trials that only read an address share the item above it', async () => {
  const { paths, created, told } = await readTogether({});
  expect(told).toEqual(['held', 'held']);
  expect(new Set(paths).size).toBe(1);
  expect(created).toBe(1);
});

test.each<[string, Partial<Rule<null, null>>]>([
  ['write', { touches: 'writes' }],
  ['look at more than the item', { watches: 'list' }],
])('trials that %s have items of their own', async (_, parts) => {
  const { paths, created, told } = await readTogether(parts);
  expect(told).toEqual(['held', 'held']);
  expect(new Set(paths).size).toBe(2);
  expect(created).toBe(2);
});

test('where no item can be created, the address of one is not requested, and the reason is given', async () => {
  const refused = ({ method, path }: ReceivedRequest) =>
    method === 'POST' ? { status: 403 } : path === '/things' ? undefined : { status: 200, json: {} };
  const { told, arrived } = await readTogether({}, refused);
  const why = 'GET /things/{id} is not sent: no value is known for {id}';
  expect(told).toEqual([why, why]);
  expect(arrived.filter(({ path }) => /[{]|%7B/i.test(path))).toEqual([]);
});
