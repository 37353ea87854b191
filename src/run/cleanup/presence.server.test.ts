import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import {
  audit,
  type ReceivedRequest,
  readableCollection,
  type Stored,
  type StubResponse,
} from '../test-service.fixture.js';

useSteadyClock();

const { remove: _, ...kept } = readableCollection;
const { list: __, ...unlisted } = kept;

test('an item that GET shows like one that never existed is gone', async () => {
  const answer = ({ method, path }: ReceivedRequest, stored: Stored): StubResponse | undefined =>
    method === 'GET' && path.startsWith('/things/') && !stored.has(path.slice('/things/'.length))
      ? { status: 200, json: { message: `there is no ${path}` } }
      : undefined;
  // The removal is accepted, so that the item is read until it is gone.
  const accept = (arrival: ReceivedRequest, stored: Stored): StubResponse | undefined => {
    if (arrival.method !== 'DELETE') return answer(arrival, stored);
    stored.delete(arrival.path.slice('/things/'.length));
    return { status: 202 };
  };
  expect((await audit(accept, { collections: [readableCollection] })).leftovers).toEqual([]);
});

test.each([
  ['alone', readableCollection],
  ['in a member', { ...readableCollection, envelope: { style: 'member', response: 'data' } } as Collection],
])('an item that says after an accepted removal that it is deleted, %s, is no leftover', async (_title, collection) => {
  const isInside = collection.envelope !== undefined;
  const bury = ({ method, path }: ReceivedRequest, stored: Stored): StubResponse | undefined => {
    const id = path.slice('/things/'.length);
    const thing = stored.get(id);
    if (method === 'DELETE' && thing) stored.set(id, { ...thing, deleted: true });
    if (method === 'DELETE') return { status: 202 };
    if (path === '/things' && method === 'GET')
      return { status: 200, json: [...stored.values()].filter(({ deleted }) => deleted !== true) };
    return method === 'GET' && thing ? { status: 200, json: isInside ? { data: thing } : thing } : undefined;
  };
  const { leftovers, arrived } = await audit(bury, { collections: [collection] });
  expect(leftovers).toMatchObject([{ count: 6, why: expect.stringContaining('6 tombstones stay') }]);
  expect(arrived.length).toBeLessThan(60);
});

test.each([
  ['with a list', kept],
  ['without one', unlisted],
])(
  'items that cannot be removed and disappear before the end are not left, in a collection %s',
  async (_title, collection) => {
    const made = new Set<string>();
    const expire = ({ method, path }: ReceivedRequest, stored: Stored): StubResponse | undefined => {
      if (method === 'OPTIONS') {
        made.add(path);
        return { status: 405 };
      }
      for (const path of made) stored.delete(path.slice('/things/'.length));
      return undefined;
    };
    const { leftovers, things } = await audit(expire, { collections: [collection as Collection] });
    expect([leftovers, things.size]).toEqual([[], 0]);
  },
);

test('a creation that is confirmed without an address, and that no list shows, left nothing', async () => {
  let made = 0;
  const drop = ({ method, json }: ReceivedRequest): StubResponse | undefined => {
    if (method !== 'POST' || !isObject(json)) return undefined;
    made += 1;
    return made === 4 ? { status: 201 } : undefined;
  };
  const { leftovers, things } = await audit(drop, { collections: [readableCollection] });
  expect([leftovers, things.size, made > 4]).toEqual([[], 0, true]);
});

test('an item that its list shows by its id alone, while GET is refused, is left', async () => {
  const answer = ({ method, path }: ReceivedRequest, stored: Stored): StubResponse | undefined => {
    if (method === 'GET' && path.startsWith('/things/')) return { status: 400 };
    if (method === 'DELETE') return { status: 400 };
    return method === 'GET' ? { status: 200, json: [...stored.keys()] } : undefined;
  };
  const { leftovers, things } = await audit(answer, { collections: [readableCollection] });
  expect(things.size).toBeGreaterThan(0);
  expect(leftovers.map(({ path = '' }) => path.slice('/things/'.length)).sort()).toEqual([...things.keys()].sort());
});

test('an item whose removal was refused is not gone while reads lag behind', async () => {
  const made = new Map<string, number>();
  let requests = 0;
  const lag = ({ method, path }: ReceivedRequest, stored: Stored): StubResponse | undefined => {
    requests += 1;
    for (const id of stored.keys()) if (!made.has(id)) made.set(id, requests);
    const id = path.slice('/things/'.length);
    // Reads show an item after a few requests, and a new one cannot be removed at once.
    const isNew = requests - (made.get(id) ?? requests) < 24;
    if (method === 'GET' && stored.has(id) && isNew) return { status: 404 };
    return method === 'DELETE' && stored.has(id) && isNew ? { status: 409 } : undefined;
  };
  const { leftovers, things } = await audit(lag, { collections: [readableCollection] });
  expect([things.size, leftovers]).toEqual([0, []]);
});
