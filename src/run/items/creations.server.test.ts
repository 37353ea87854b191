import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createBodyRule,
  markedCollection,
  type ReceivedRequest,
  readableCollection,
  runRules,
  type Stored,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const posting = (id: string) =>
  createBodyRule(id, {
    when: async (body, { items }) => items.post(body),
  });
const rules = ['a', 'b', 'c', 'd'].map(posting);

let count = 0;

/** Creates items, and returns only a success status. */
const silentIn =
  (stored: () => Stored, isListing: boolean) =>
  ({ method, json }: ReceivedRequest): StubResponse | undefined => {
    if (method === 'GET' && !isListing) return { status: 200, json: [] };
    if (method !== 'POST' || !isObject(json)) return undefined;
    count += 1;
    const id = `s${count}`;
    stored().set(id, { ...json, id });
    return { status: 200, json: { ok: true } };
  };

async function audit(collection: Collection, isListing: boolean, concurrency = 4) {
  const service = await startItemService((arrival) => silentIn(() => service.things, isListing)(arrival));
  const result = await runRules(service.url, rules, { collections: [collection], limits: { concurrency } });
  return { ...service, ...result };
}

describe('a creation without an address in its response', () => {
  test('is found in the list by its marker, used, and removed', async () => {
    const { outcomes, things: stored, leftovers } = await audit(markedCollection, true);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(rules.map(() => 'held'));
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test.each<[string, Collection, boolean]>([
    ['it carries no mark', testCollection, true],
    ['the list does not show it', markedCollection, false],
    ['there is no list', without(markedCollection), false],
  ])('is the last one when %s', async (_, collection, isListing) => {
    const { outcomes, things: stored, leftovers, arrived } = await audit(collection, isListing);
    expect(stored.size).toBe(1);
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(leftovers).toMatchObject([{ why: expect.stringContaining('its address never became known') }]);
    const undecided = outcomes.filter(({ verdict }) => verdict === 'inconclusive');
    expect(undecided.length).toBeGreaterThanOrEqual(3);
    for (const { cause, why } of undecided) {
      expect(cause).toBe('setup');
      expect(why).toMatch(/^no more items are created in things: the item created in exchange \d+ /);
    }
  });

  test('does not stop creations when other responses had an address', async () => {
    let made = 0;
    const { url, arrived } = await startItemService(({ method }) => {
      if (method === 'POST') made += 1;
      return method === 'POST' && made % 2 === 0 ? { status: 204 } : undefined;
    });
    await runRules(url, rules, { collections: [markedCollection], limits: { concurrency: 1 } });
    // The last one shows that the list contains new items.
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(41);
  });
});

describe('a creation whose Location leads to another path', () => {
  const others = { name: 'theirs', size: 3, id: '1' };

  /** Items of the run are at their own ids, or each Location ends with the id of an item of others. */
  async function auditLocation(isOwn: boolean, at: (id: string) => string, collection = readableCollection) {
    const service = await startItemService(({ method, path, json }) => {
      if (method === 'GET' && path === '/things') return { status: 200, json: [] };
      if (method !== 'POST' || !isObject(json)) return undefined;
      count += 1;
      const id = `a4f09c1b77d2s${count}`;
      service.things.set(id, { ...json });
      return { status: 201, headers: { location: at(isOwn ? id : '1') } };
    });
    service.things.set('1', others);
    const reading = createBodyRule('reads', {
      when: async (body, { items }) => (await items.create(body)).get(),
    });
    const plain = createBodyRule('sends', {
      when: async (_, { items }) => items.post({ name: 'x', size: 1 }, { text: '{"name":"x","size":1}' }),
    });
    const result = await runRules(service.url, [reading, plain], { collections: [collection] });
    return { ...service, ...result };
  }

  test.each([
    (id: string) => `https://cell-2.example:8443/inner/things/${id}`,
    (id: string) => `/inner/things/${id}/`,
    (id: string) => `http://cell-2.example/${id}?as=new#top`,
  ])('is found by the id at its end, used, and removed', async (at) => {
    const { outcomes, things: stored, leftovers } = await auditLocation(true, at);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held', 'held']);
    expect([[...stored.keys()], leftovers]).toEqual([['1'], []]);
  });

  test.each([
    ['a4f09c1b77d2', 1],
    ['14', 0],
  ])('is found by little content only where its id is hardly that of others: %s', async (id, count) => {
    const service = await startItemService(({ method, path, json }) => {
      if (method === 'GET' && path === '/things') return { status: 200, json: [] };
      if (method !== 'POST' || !isObject(json)) return undefined;
      service.things.set(id, json);
      return { status: 201, headers: { location: `/inner/things/${id}` } };
    });
    const rule = createBodyRule('sends', {
      cases: 1,
      when: async (_, { items }) => items.post({ state: 'published' }),
    });
    const { marker: _, ...unmarked } = readableCollection;
    const schema = { type: 'object', properties: { state: { enum: ['published', 'withdrawn'] } } };
    const create = { ...(unmarked.create as Operation), request: { mediaType: 'application/json', schema } };
    await runRules(service.url, [rule], { collections: [{ ...unmarked, create }] });
    expect(service.arrived.filter(({ method }) => method === 'DELETE').length > 0 ? 1 : 0).toBe(count);
  });

  test('is removed with the second one that shows whether it is new, where it has no marker', async () => {
    const { marker: _, ...unmarked } = readableCollection;
    const named = { ...unmarked, standing: ['1'] };
    const { things: stored, leftovers } = await auditLocation(true, (id) => `/inner/things/${id}`, named);
    expect([[...stored.keys()], leftovers]).toEqual([['1'], []]);
  });

  test('is not an item of others with that id', async () => {
    const { arrived, things: stored } = await auditLocation(false, (id) => `https://cell-2.example/inner/things/${id}`);
    expect(stored.get('1')).toEqual(others);
    expect(arrived.filter(({ method, path }) => method !== 'GET' && path !== '/things')).toEqual([]);
  });
});

function without({ list: _, ...rest }: Collection): Collection {
  return rest;
}
