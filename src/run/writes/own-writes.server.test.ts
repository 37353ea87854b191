import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.fixture.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject } from '../../model/json.js';
import { createFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createBodyRule,
  markedCollection,
  type ReceivedRequest,
  runRules,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const read = { ...testCollection.list, path: '/things/{id}' } as NonNullable<Collection['read']>;
const patch = { ...testCollection.replace, method: 'PATCH' } as NonNullable<Collection['patch']>;

describe('an item that a write creates or moves is removed', () => {
  test('an item created by a POST to the URL of another', async () => {
    const probing = createBodyRule('a/probe', {
      when: async (body, { items, client }) =>
        client.trySend({ method: 'POST', path: (await items.create(body)).path, json: {} }),
    });
    const service = await startItemService(({ method, path }) => {
      if (method !== 'POST' || path === '/things') return undefined;
      service.things.set('probe', { id: 'probe' });
      return { status: 201, headers: { location: '/things/probe' }, json: { id: 'probe' } };
    });
    const { leftovers } = await runRules(service.url, [probing], {
      collections: [markedCollection],
      limits: { cases: 1 },
    });
    expect([[...service.things.keys()], leftovers]).toEqual([[], []]);
  });

  test.each<[string, string, NonNullable<Collection['creation']>]>([
    ['where creations are not sent to the list', '/new', { path: '/new' }],
    ['at its own address, where creations have chosen ids', '/things/n1', { path: '/things/{id}', isNamed: true }],
  ])('an item that a request of a rule creates %s', async (_, place, creation) => {
    const posting = createBodyRule('a/post', {
      when: async (body, { client }) => client.trySend({ method: 'POST', path: place, json: body }),
    });
    const service = await startItemService(({ method, path, json }) => {
      if (method !== 'POST' || path !== place || !isObject(json)) return undefined;
      service.things.set('n1', { ...json, id: 'n1' });
      return { status: 201, headers: { location: '/things/n1' } };
    });
    const { leftovers } = await runRules(service.url, [posting], {
      collections: [{ ...testCollection, creation }],
      limits: { cases: 1 },
    });
    expect([[...service.things.keys()], leftovers]).toEqual([[], []]);
  });

  test('an item that PUT gives another id', async () => {
    const putting = createBodyRule('a/put', {
      when: async (body, { items }) => {
        const item = await items.create(body, { marked: true });
        return item.put(item.sent);
      },
    });
    const service = await startItemService(({ method, path, json }) => {
      if (method !== 'PUT' || !isObject(json)) return undefined;
      service.things.delete(path.slice('/things/'.length));
      service.things.set('moved', { ...json, id: 'moved' });
      return { status: 200, json: { ...json, id: 'moved' } };
    });
    const { leftovers } = await runRules(service.url, [putting], {
      collections: [markedCollection],
      limits: { cases: 1 },
    });
    expect([[...service.things.keys()], leftovers]).toEqual([[], []]);
  });
});

test('a PUT to an unknown path that is answered 200 may have created an item: its list is uncertain until it was searched', async () => {
  const ledgerFile = join(createTemporaryFolder(), 'ledger.ndjson');
  const putting = createBodyRule('a/put-unknown', {
    when: async (body, { client, items }) =>
      client.trySend({ method: 'PUT', path: '/things/unknown', json: items.draft(body) }),
  });
  const service = await startItemService(({ method, json }) => {
    if (method !== 'PUT' || !isObject(json)) return undefined;
    service.things.set('unknown', { ...json, id: 'unknown' });
    return { status: 200, json: { ...json, id: 'unknown' } };
  });
  const { leftovers } = await runRules(service.url, [putting], {
    collections: [markedCollection],
    limits: { cases: 1 },
    ledgerFile,
  });
  expect([[...service.things.keys()], leftovers]).toEqual([[], []]);
  const lines = readFileSync(ledgerFile, 'utf8');
  expect(lines.indexOf('"doubt":"things"')).toBeGreaterThan(lines.indexOf('"made":"/things/unknown"'));
  expect(lines.indexOf('"settled":"things"')).toBeGreaterThan(lines.indexOf('"doubt":"things"'));
});

describe('an item that the run did not create is never changed', () => {
  const other = { id: 'other', name: 'of another client' };
  const action = { name: 'close', path: '/things/{id}/close', steps: [] };
  let refusals: string[] = [];
  const changing = createBodyRule('a/change', {
    when: async (body, { items, client, actions }) => {
      const item = await items.getAny(body);
      const { path } = item;
      const requests = [
        () => item.put(body),
        () => item.patch(body),
        () => item.delete(),
        () => actions.perform(item, action),
        () => client.send({ method: 'PUT', path, json: body }),
        () => client.send({ method: 'PATCH', path: `${path}?x=1`, json: body }),
        () => client.send({ method: 'DELETE', path }),
        () => client.raw({ method: 'DELETE', path: `${path}/name` }),
      ];
      refusals = [];
      for (const request of requests) await request().catch((error: Error) => refusals.push(error.message));
      return null;
    },
  });
  const failCreations = ({ method, path }: ReceivedRequest) =>
    method === 'POST' && path === '/things' ? { status: 500 } : undefined;
  const collection: Collection = { ...markedCollection, read, patch, actions: [action] };
  const listChanges = (arrived: readonly ReceivedRequest[]) =>
    arrived.filter((one) => one.method !== 'GET' && one.path !== '/things').map(nameMethod);

  test('one that was listed before', async () => {
    const service = await startItemService(failCreations);
    service.things.set('other', other);
    await runRules(service.url, [changing], { collections: [collection], limits: { cases: 8 } });
    expect([refusals.length, listChanges(service.arrived), [...service.things.values()]]).toEqual([8, [], [other]]);
    expect(refusals[0]).toBe('PUT /things/other is not sent: the item there is not one of this run');
  });

  test('one that was listed since', async () => {
    const service = await startItemService((arrival) => {
      const instead = failCreations(arrival);
      if (instead) service.things.set('other', other);
      return instead;
    });
    await runRules(service.url, [changing], { collections: [collection], limits: { cases: 8 } });
    expect([refusals.length, listChanges(service.arrived), [...service.things.values()]]).toEqual([8, [], [other]]);
  });
});

describe('a method that the profile disables is never sent', () => {
  const writing = createBodyRule('a/write', {
    when: async (body, { items, client }) => {
      const item = await items.create(body);
      const requests = [
        () => item.put(body),
        () => item.patch(body),
        () => item.delete(),
        () => client.send({ method: 'PUT', path: item.path, json: body }),
        () => client.send({ method: 'PATCH', path: item.path, json: body }),
        () => client.send({ method: 'DELETE', path: item.path }),
      ];
      for (const request of requests) await request().catch(() => undefined);
      return requests;
    },
  });

  test.each([
    ['PUT', 'replace'],
    ['PATCH', 'patch'],
    ['DELETE', 'remove'],
  ])('%s', async (method, about) => {
    const service = await startItemService();
    const { arrived } = service;
    const fact = createFact(about, false, 'declared', 'assay.yaml:3:5');
    const { remove, ...others } = markedCollection;
    const collection: Collection = {
      ...others,
      ...{ read, patch, facts: [fact] },
      ...(about !== 'remove' && remove && { remove }),
    };
    await runRules(service.url, [writing], { collections: [collection], limits: { cases: 2 } });
    const sent = arrived.map(nameMethod);
    expect(sent).not.toContain(method);
    expect(sent).toEqual(expect.arrayContaining(['PUT', 'PATCH', 'DELETE'].filter((other) => other !== method)));
  });
});

const nameMethod = ({ method }: ReceivedRequest): string => method;
