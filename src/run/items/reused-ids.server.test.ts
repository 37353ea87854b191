import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const marked: Collection = { ...testCollection, marker: '/name', standing: ['other'] };
const other: JsonObject = { id: 'other', name: 'of another client', size: 1 };
const changing = createNamedRule<Json, unknown>('a/change', {
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => {
    const item = await items.create(body);
    await item.put({ ...(item.sent as JsonObject), size: 7 });
    return item.delete();
  },
});

type Stored = Map<string, JsonObject>;

const audit = async (
  collection: Collection,
  instead: (arrival: ReceivedRequest, stored: Stored) => StubResponse | undefined,
) => {
  const stock = (): Stored => service.things as Stored;
  const service = await startItemService((arrival) =>
    arrival.method === 'POST' ? instead(arrival, stock()) : undefined,
  );
  stock().set('other', other);
  const result = await runRules(service.url, [changing], { collections: [collection], limits: { cases: 5 } });
  return { ...service, ...result };
};
const touching = (arrived: readonly ReceivedRequest[]) =>
  arrived.filter(({ method }) => method !== 'GET' && method !== 'POST').map(({ method, path }) => `${method} ${path}`);

describe('a creation that returns an existing item', () => {
  test.each<[string, Collection]>([
    ['is known from the list', marked],
    ['is on another page of the list', { ...marked, standing: ['other'] }],
  ])('is neither changed nor removed when it %s', async (_, collection) => {
    const { outcomes, arrived, things: stored } = await audit(collection, () => ({ status: 201, json: other }));
    expect(touching(arrived)).toEqual([]);
    expect(stored.get('other')).toEqual(other);
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup' }]);
    expect(outcomes[0]?.why).toMatch(
      /^no more items are created in things: .* an item that existed before|^the created item has no known address/,
    );
  });

  test('is left unchanged and reported if it shows the sent content', async () => {
    const { arrived, leftovers } = await audit(marked, ({ json }) => ({
      status: 201,
      json: { ...(json as JsonObject), id: 'other' },
    }));
    expect(touching(arrived)).toEqual([]);
    expect(leftovers).toMatchObject([{ path: '/things/other', why: expect.stringContaining('existed before') }]);
  });

  test('is distinguished from a response without the sent content that is new each time', async () => {
    let made = 0;
    const {
      outcomes,
      things: stored,
      leftovers,
    } = await audit(marked, (_, stock) => {
      made += 1;
      const id = `n${made}`;
      stock.set(id, { id, size: 1 });
      return { status: 201, json: { id } };
    });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 5 }]);
    expect([[...stored.keys()], leftovers]).toEqual([['other'], []]);
  });

  test('is distinguished from an item that shows the marker in any case', async () => {
    const { outcomes, arrived } = await audit(marked, ({ json }) => {
      const name = isObject(json) ? String(json.name).toUpperCase() : '';
      return { status: 201, json: { id: 'mine', name } };
    });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 5 }]);
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(5);
  });
});
