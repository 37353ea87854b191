import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { audit, createBodyRule, markedCollection, type ReceivedRequest } from '../test-service.fixture.js';

useSteadyClock();

const marked: Collection = { ...markedCollection, standing: ['other'] };
const other: JsonObject = { id: 'other', name: 'of another client', size: 1 };
const changing = createBodyRule('a/change', {
  when: async (body, { items }) => {
    const item = await items.create(body);
    await item.put({ ...(item.sent as JsonObject), size: 7 });
    return item.delete();
  },
});

const auditCreations = (collection: Collection, create: Parameters<typeof audit>[0]) =>
  audit((arrival, stored) => (arrival.method === 'POST' ? create(arrival, stored) : undefined), {
    ...{ collections: [collection], tried: [changing], existing: [other], limits: { cases: 5 } },
  });
const touching = (arrived: readonly ReceivedRequest[]) =>
  arrived.filter(({ method }) => method !== 'GET' && method !== 'POST').map(({ method, path }) => `${method} ${path}`);

describe('a creation that returns an existing item', () => {
  test.each<[string, Collection]>([
    ['is known from the list', marked],
    ['is on another page of the list', { ...marked, standing: ['other'] }],
  ])('is neither changed nor removed when it %s', async (_, collection) => {
    const {
      outcomes,
      arrived,
      things: stored,
    } = await auditCreations(collection, () => ({ status: 201, json: other }));
    expect(touching(arrived)).toEqual([]);
    expect(stored.get('other')).toEqual(other);
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup' }]);
    expect(outcomes[0]?.why).toMatch(
      /^no more items are created in things: .* an item that existed before|^the created item has no known address/,
    );
  });

  test('is left unchanged and reported if it shows the sent content', async () => {
    const { arrived, leftovers } = await auditCreations(marked, ({ json }) => ({
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
    } = await auditCreations(marked, (_, stock) => {
      made += 1;
      const id = `n${made}`;
      stock.set(id, { id, size: 1 });
      return { status: 201, json: { id } };
    });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 5 }]);
    expect([[...stored.keys()], leftovers]).toEqual([['other'], []]);
  });

  test('is distinguished from an item that shows the marker in any case', async () => {
    const { outcomes, arrived } = await auditCreations(marked, ({ json }) => {
      const name = isObject(json) ? String(json.name).toUpperCase() : '';
      return { status: 201, json: { id: 'mine', name } };
    });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 5 }]);
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(5);
  });
});
