import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Collection, ResourceSubject } from '../../model/service/subject.js';
import { held, violated } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import {
  createBodyRule,
  createNamedRule,
  type ReceivedRequest,
  readableCollection,
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

test('an item below one of the run that no response names is found in its list by its content', async () => {
  const below = new Map<string, JsonObject[]>();
  const service = await startItemService(({ method, path, json }) => {
    const [, shelf, , id] = /^\/things\/([^/]+)(\/books(?:\/(.+))?)$/.exec(path) ?? [];
    if (shelf === undefined) return undefined;
    const books = below.get(shelf) ?? [];
    const found = books.find((one) => one.id === id);
    if (method === 'POST' && isObject(json)) below.set(shelf, [...books, { ...json, id: `b${books.length}` }]);
    if (method === 'DELETE')
      below.set(
        shelf,
        books.filter((one) => one !== found),
      );
    if (method !== 'GET') return { status: method === 'POST' ? 200 : 204 };
    return id === undefined ? { status: 200, json: books } : found ? { status: 200, json: found } : { status: 404 };
  });
  const { marker: _, ...plain } = readableCollection;
  const operations = Object.entries({ list: '', create: '', read: '/{id}', remove: '/{id}' }).map(([role, end]) => [
    role,
    { ...plain[role as 'list'], path: `/things/{shelf}/books${end}` },
  ]);
  const books: Collection = {
    ...plain,
    ...Object.fromEntries(operations),
    ...{ name: 'books', path: '/things/{shelf}/books', itemPath: '/things/{shelf}/books/{id}' },
    parents: [{ place: '{shelf}', collection: 'things' }],
  };
  const naming = createBodyRule('a/names', {
    when: async (body, { items }) => (await items.create(body)).get(),
    // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
    then: (({ answer }: any) =>
      answer?.status === 200 ? held : violated({ expected: '200', actual: 'none' })) as never,
  });
  const { outcomes } = await runRules(service.url, [naming], {
    collections: [readableCollection, books],
    limits: { cases: 3, concurrency: 1 },
  });
  const about = outcomes.filter(({ trial }) => trial.subject.name === 'books');
  expect(about.map(({ verdict, cases }) => [verdict, cases])).toEqual([['held', 3]]);
});
