import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { held } from '../../rule/finding.js';
import {
  audit,
  createBodyRule,
  markedCollection,
  readableCollection,
  type StubResponse,
} from '../test-service.fixture.js';

useSteadyClock();

/** Items that PUT creates under an id that the client chooses. */
const named: Collection = {
  ...readableCollection,
  create: { ...markedCollection.create, method: 'PUT', path: '/things/{id}' },
  creation: { path: '/things/{id}', isNamed: true },
} as Collection;

const creating = createBodyRule('a/make', { when: async (body, { items }) => items.create(body), then: () => held });

async function createNamed(accepted: RegExp, collection = named) {
  const { outcomes, leftovers, things, arrived, notes } = await audit(
    ({ method, path }) =>
      method === 'PUT' && !accepted.test(path.slice('/things/'.length)) ? { status: 422, json: {} } : undefined,
    { tried: [creating], collections: [collection] },
  );
  expect([leftovers, things.size]).toEqual([[], 0]);
  const puts = arrived.filter(({ method }) => method === 'PUT').map(({ path }) => path.slice('/things/'.length));
  return { told: outcomes.map(({ verdict, why }) => why ?? verdict), puts, notes };
}

test.each([
  ['UUIDs', /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['numbers', /^[1-9]\d{5,}$/],
])('ids that the client chooses are %s where the service refuses other texts', async (form, accepted) => {
  const { told, puts, notes } = await createNamed(accepted);
  expect(told).toEqual(['held']);
  expect(puts.at(-1)).toMatch(accepted);
  expect(notes).toContain(
    `${named.name}: the service takes ${form} as ids that the client chooses, and refuses other texts`,
  );
});

test('other ids are not tried where the first ones are accepted', async () => {
  const { told, puts } = await createNamed(/^assay-\w+$/);
  expect(told).toEqual(['held']);
  expect(puts.filter((id) => !id.startsWith('assay-'))).toEqual([]);
});

test('a number is not tried where nothing can be read at its address', async () => {
  const { read: _, ...unreadable } = named;
  const { told, puts } = await createNamed(/^\d+$/, unreadable as Collection);
  expect(told).not.toEqual(['held']);
  expect(puts.filter((id) => /^\d+$/.test(id))).toEqual([]);
});

test.each<[string, { readonly status: number; readonly json: Json }]>([
  ['shows none', { status: 200, json: [] }],
  ['is refused', { status: 400, json: {} }],
  ['shows no ids', { status: 200, json: [{ name: 'Ada' }] }],
])('no number of an item of others is written to where the list %s', async (_, list) => {
  const isOthers = (id: string) => /^\d+$/.test(id) && Number(id) % 3 === 0;
  const written: string[] = [];
  const { arrived } = await audit(
    ({ method, path }): StubResponse | undefined => {
      const id = path.slice('/things/'.length);
      if (path === '/things') return list;
      if (method === 'PUT' && !/^\d+$/.test(id)) return { status: 422, json: {} };
      if (!isOthers(id)) return undefined;
      if (method !== 'GET') written.push(`${method} ${id}`);
      return { status: 200, json: { id, name: 'of others', size: 1 } };
    },
    { tried: [creating], collections: [named], limits: { cases: 20 } },
  );
  expect(arrived.some(({ method, path }) => method === 'GET' && isOthers(path.slice('/things/'.length)))).toBe(true);
  expect(written).toEqual([]);
});
