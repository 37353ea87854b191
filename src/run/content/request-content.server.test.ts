import { describe, expect, it } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { held, violated } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import { creatable } from '../../rule/needs/usual-needs.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

/** Creates, changes and reads an item, and finds it in the list. */
const round = createNamedRule<Json, Awaited<ReturnType<Item['get']>>[]>('a/round', {
  needs: [creatable],
  given: (bodies) => bodies.body(),
  when: async (body, { items, client }) => {
    const item = await items.create(body);
    await items.getUnknown(body);
    await item.put({ ...(item.sent as JsonObject), size: 7 });
    const listing = await items.list();
    const entry = items.findEntry(listing, item);
    const read = await client.send({ method: 'GET', path: item.path });
    return isObject(entry) && entry.size === 7 ? [item.createdBy, read] : [];
  },
  then: (seen) =>
    seen.length === 2 &&
    seen.every(({ answer }) => isObject(answer?.json) && 'name' in answer.json && 'id' in answer.json)
      ? held
      : violated({ expected: 'bare items', actual: seen.map(({ answer }) => answer?.json ?? null) }),
});

const inMember = ({ json }: ReceivedRequest): Json | undefined =>
  isObject(json) && isObject(json.thing) ? json.thing : undefined;
const inResource = ({ json }: ReceivedRequest): Json | undefined =>
  isObject(json) && isObject(json.data) && json.data.type === 'things' ? json.data.attributes : undefined;

/** Serves items in an envelope. */
const travelling = (
  inside: (arrival: ReceivedRequest) => Json | undefined,
  item: (thing: JsonObject) => Json,
  list: (all: readonly JsonObject[]) => Json,
) => {
  let made = 0;
  const stored = new Map<string, JsonObject>();
  return (arrival: ReceivedRequest): StubResponse => {
    const id = arrival.path.split('/')[2];
    const body = inside(arrival);
    const isWrite = arrival.method === 'POST' || arrival.method === 'PUT';
    if (isWrite && !(isObject(body) && 'name' in body)) return { status: 400, json: { error: 'not in its envelope' } };
    if (arrival.method === 'POST') {
      made += 1;
      const thing = { ...(body as JsonObject), id: `t${made}` };
      stored.set(thing.id, thing);
      return { status: 201, json: item(thing) };
    }
    if (id === undefined) return { status: 200, json: list([...stored.values()]) };
    const found = stored.get(id);
    if (!found) return { status: 404, json: { error: 'no such thing' } };
    if (arrival.method === 'DELETE') stored.delete(id);
    if (arrival.method === 'PUT') stored.set(id, { ...(body as JsonObject), id });
    return arrival.method === 'DELETE' ? { status: 204 } : { status: 200, json: item(stored.get(id) ?? found) };
  };
};

const resource = ({ id, ...attributes }: JsonObject): JsonObject => ({ type: 'things', id: id ?? '', attributes });

describe('envelope', () => {
  it.each<[string, Collection['envelope'], Parameters<typeof travelling>]>([
    [
      'as a member',
      { style: 'member', request: 'thing', response: 'thing' },
      [inMember, (thing) => ({ thing, meta: {} }), (all) => ({ items: all })],
    ],
    [
      'as a member of the answer only',
      { style: 'member', response: 'data' },
      [({ json }) => json, (data) => ({ data }), (data) => ({ data })],
    ],
    [
      'as resource objects',
      { style: 'json-api', type: 'things' },
      [inResource, (thing) => ({ data: resource(thing) }), (all) => ({ data: all.map(resource) })],
    ],
  ])('is put on and taken off where items travel %s', async (_, envelope, service) => {
    const { url } = await startItemService(travelling(...service));
    const { items: __, ...pagination } = { ...testCollection.pagination };
    const { outcomes, leftovers } = await runRules(url, [round], {
      collections: [{ ...testCollection, pagination, ...(envelope && { envelope }) }],
      limits: { cases: 3 },
    });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 3 }]);
    expect(leftovers).toEqual([]);
  });
});
