import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import {
  markedCreation,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const read: Collection['read'] = {
  ...{ method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] },
};
const readable: Collection = { ...testCollection, marker: '/name', read };
const { remove: _, ...kept } = readable;
const { list: __, ...unlisted } = kept;

type Stored = Map<string, JsonObject>;

async function audit(
  instead: (arrival: ReceivedRequest, stored: Stored) => StubResponse | undefined,
  collection: Collection,
) {
  const service = await startItemService((arrival) => instead(arrival, service.things as Stored));
  const { leftovers } = await runRules(service.url, [markedCreation], {
    collections: [collection],
    limits: { cases: 3 },
  });
  return { leftovers, things: service.things };
}

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
  expect((await audit(accept, readable)).leftovers).toEqual([]);
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
    const { leftovers, things } = await audit(expire, collection as Collection);
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
  const { leftovers, things } = await audit(drop, readable);
  expect([leftovers, things.size, made > 4]).toEqual([[], 0, true]);
});
