import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import type { JsonObject } from '../../model/json.js';
import { createFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createBodyRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

/** Creates three items in each case. */
const creating = createBodyRule('a/creates', {
  when: async (body, { items }) => {
    await items.create(body);
    await items.create(body);
    return items.create(body);
  },
});

/** Needs any item. */
const reading = createBodyRule('b/reads', {
  when: async (body, { items }) => (await items.getAny(body)).get(),
});

const { remove: _, ...undocumented } = { ...testCollection, read: testCollection.list };
const readable: Collection = {
  ...undocumented,
  read: { ...(testCollection.replace as NonNullable<Collection['replace']>), method: 'GET' },
};
const documented: Collection = { ...readable, remove: testCollection.remove as NonNullable<Collection['remove']> };

type Instead = (arrival: ReceivedRequest, nth: number) => StubResponse | undefined;

async function auditWith(collection: Collection, instead: Instead = () => undefined, maxLeft = 3) {
  const service = await startItemService(instead);
  const { outcomes, leftovers } = await runRules(service.url, [creating, reading], {
    collections: [collection],
    limits: { cases: 6, concurrency: 4, maxLeft },
  });
  const methods = service.arrived.map(({ method }) => method);
  return { service, outcomes, leftovers, methods };
}

const count = (methods: readonly string[], method: string) => methods.filter((one) => one === method).length;

describe('before items of a collection are created', () => {
  test('one is created, read and removed', async () => {
    const { methods, leftovers } = await auditWith(documented);
    const first = methods.indexOf('DELETE');
    expect(count(methods.slice(0, first), 'POST')).toBe(1);
    expect(methods[first - 1]).toBe('GET');
    expect(leftovers).toEqual([]);
  });

  test.each<[string, string]>([
    ['GET', 'GET, PUT, DELETE'],
    ['OPTIONS', 'OPTIONS, DELETE'],
  ])('DELETE that nothing describes is learned from Allow in the response to %s', async (method, allow) => {
    const removed = new Set<string>();
    const { methods, leftovers, service } = await auditWith(readable, (arrival) => {
      if (arrival.method === 'DELETE') removed.add(arrival.path);
      return arrival.method === method && /\/things\/t/.test(arrival.path) && !removed.has(arrival.path)
        ? { status: 200, headers: { allow }, json: { id: arrival.path.slice('/things/'.length) } }
        : undefined;
    });
    expect([leftovers, service.things.size]).toEqual([[], 0]);
    expect(count(methods, 'DELETE')).toBe(count(methods, 'POST'));
    expect(count(methods, 'OPTIONS')).toBeLessThanOrEqual(1);
  });
});

describe('no more items are created than may be left', () => {
  test.each<[string, Collection, Instead]>([
    ['DELETE returns 405', documented, ({ method }) => (method === 'DELETE' ? { status: 405 } : undefined)],
    ['DELETE returns 500', documented, ({ method }) => (method === 'DELETE' ? { status: 500 } : undefined)],
    ['DELETE is unknown', readable, () => undefined],
  ])('where %s, and rules that read share them', async (_, collection, instead) => {
    const { service, leftovers, outcomes } = await auditWith(collection, instead);
    expect([service.things.size, leftovers.length]).toEqual([3, 3]);
    expect(outcomes.map(({ verdict, cause }) => cause ?? verdict)).toEqual(['setup', 'held']);
    expect(outcomes[0]?.why).toContain('--max-left');
    const more = await auditWith(collection, instead, 5);
    expect([more.service.things.size, more.leftovers.length]).toEqual([5, 5]);
  });

  test('where the profile switches DELETE off, and none is sent', async () => {
    const off = { ...readable, facts: [createFact('remove', false, 'declared', 'delete: false')] };
    const { methods, service } = await auditWith(off, ({ method }) =>
      method === 'OPTIONS' ? { status: 204, headers: { allow: 'DELETE' } } : undefined,
    );
    expect([count(methods, 'DELETE'), service.things.size]).toEqual([0, 3]);
  });
});

describe('after three creations in a row without a known reason to fail', () => {
  test('no more are sent where none works', async () => {
    const { methods, outcomes } = await auditWith(documented, ({ method }) =>
      method === 'POST' ? { status: 500 } : undefined,
    );
    expect(count(methods, 'POST')).toBe(3);
    expect(outcomes[0]?.why).toMatch(/3 creations in a row failed without a known reason \(500 in exchange \d+/);
  });

  test('one that worked is sent again, and others follow if it works', async () => {
    let posts = 0;
    const { methods, outcomes } = await auditWith(documented, ({ method }) => {
      if (method === 'POST') posts += 1;
      return method === 'POST' && posts > 8 && posts < 12 ? { status: 500 } : undefined;
    });
    expect(count(methods, 'POST')).toBeGreaterThan(12);
    expect(outcomes[0]?.why ?? '').not.toContain('no more items');
  });
});

describe('removals that take more than one DELETE do not end the creations', () => {
  type Stored = Map<string, JsonObject>;
  const idOf = ({ path }: ReceivedRequest) => path.split(/[/?]/)[2] ?? '';
  const making = createBodyRule('a/makes', { when: async (body, { items }) => items.create(body) });

  async function auditRemoving(
    collection: Collection,
    instead: (arrival: ReceivedRequest, things: Stored) => StubResponse | undefined,
  ) {
    const service = await startItemService((arrival) => instead(arrival, service.things));
    const { outcomes, leftovers } = await runRules(service.url, [making], {
      collections: [collection],
      limits: { cases: 30, concurrency: 1, maxLeft: 3 },
    });
    expect([outcomes[0]?.verdict, outcomes[0]?.why]).toEqual(['held', undefined]);
    return { service, leftovers };
  }

  test('where the service accepts them, and refuses every tenth for a while', async () => {
    let removals = 0;
    const due = new Map<string, number>();
    const { leftovers, service } = await auditRemoving(documented, (arrival, things) => {
      for (const [id, time] of due) if (time <= clock.now()) things.delete(id);
      const id = idOf(arrival);
      if (arrival.method !== 'DELETE' || !things.has(id)) return undefined;
      removals += 1;
      if (removals % 10 === 3) return { status: 503 };
      due.set(id, due.get(id) ?? clock.now() + 2_500);
      return { status: 202 };
    });
    expect([leftovers, service.things.size]).toEqual([[], 0]);
  });

  test('where the service accepts them, and shows the items as deleted', async () => {
    const { service } = await auditRemoving(documented, (arrival, things) => {
      const item = things.get(idOf(arrival));
      if (arrival.method !== 'DELETE' || item === undefined) return undefined;
      things.set(String(item.id), { ...item, deleted: true });
      return { status: 202 };
    });
    expect([...service.things.values()].filter(({ deleted }) => deleted !== true)).toEqual([]);
  });

  test.each([
    ['the refusal', 'It must be archived first'],
    ['a switch of the item', 'It cannot be removed'],
  ])('where an action that %s names comes first, which is learned from the first refusal', async (_, error) => {
    const post = { method: 'POST', provenance: 'described', statuses: [], parameters: [] } as const;
    const actions = ['approve', 'archive'].map((name) => {
      const path = `/things/{id}/${name}`;
      return { name, path, post: { ...post, path } };
    });
    const { leftovers, service } = await auditRemoving({ ...documented, actions }, ({ method, path }, things) => {
      const [, , id = '', action] = path.split('/');
      const item = things.get(id);
      if (item === undefined) return undefined;
      if (method === 'POST' && action !== undefined) {
        things.set(id, { ...item, [action]: true });
        return { status: 200 };
      }
      const archived = item.archive === true;
      const shown: JsonObject = { ...item, archived };
      const refusal: JsonObject = { error };
      if (method === 'GET') return { status: 200, json: shown };
      return method === 'DELETE' && !archived ? { status: 409, json: refusal } : undefined;
    });
    expect([leftovers, service.things.size]).toEqual([[], 0]);
    expect(service.arrived.filter(({ path }) => path.endsWith('/approve'))).toEqual([]);
    // Once it is known, no item is sent a DELETE that is refused.
    const removals = service.arrived.filter(({ method }) => method === 'DELETE').length;
    const unlocked = service.arrived.filter(({ path }) => path.endsWith('/archive')).length;
    expect([unlocked > 30, removals - unlocked <= 3]).toEqual([true, true]);
  });

  test('and no action is performed on what belongs to another client by then', async () => {
    const post = { method: 'POST', provenance: 'described', statuses: [], parameters: [] } as const;
    const path = '/things/{id}/archive';
    const actions = [{ name: 'archive', path, post: { ...post, path } }];
    const foreign = { id: 'x', name: 'of another', archived: false };
    let taken = '';
    const service = await startItemService(({ method, path: asked }) => {
      const [, , id = '', action] = asked.split('/');
      const item = service.things.get(id);
      if (item === undefined) return undefined;
      // From then on, another client has an item at the address of the last one.
      if (service.things.size === 1 && service.arrived.length > 60 && taken === '') taken = id;
      if (action !== undefined) {
        service.things.set(id, { ...item, archived: true });
        return { status: 200 };
      }
      if (method === 'GET' && id === taken) return { status: 200, json: foreign };
      return method === 'DELETE' && item.archived !== true
        ? { status: 409, json: { error: 'It must be archived first' } }
        : undefined;
    });
    await runRules(service.url, [making], {
      collections: [{ ...documented, actions, marker: '/name' }],
      limits: { cases: 30, concurrency: 1, maxLeft: 3 },
    });
    const archived = service.arrived.filter(({ path: asked }) => asked.endsWith('/archive')).map(({ path: at }) => at);
    expect([taken !== '', archived.length > 5]).toEqual([true, true]);
    expect(archived).not.toContain(`/things/${taken}/archive`);
  });

  test('but no action is performed where the item does not show that it is of the run', async () => {
    const post = { method: 'POST', provenance: 'described', statuses: [], parameters: [] } as const;
    const path = '/things/{id}/archive';
    const actions = [{ name: 'archive', path, post: { ...post, path } }];
    const foreign = { id: 'x', name: 'of another', archived: false };
    const service = await startItemService(({ method, path: asked }) => {
      if (method === 'DELETE') return { status: 409, json: { error: 'It must be archived first' } };
      return method === 'GET' && /^\/things\/./.test(asked) ? { status: 200, json: foreign } : undefined;
    });
    await runRules(service.url, [making], {
      collections: [{ ...documented, actions, marker: '/name' }],
      limits: { cases: 3, concurrency: 1, maxLeft: 3 },
    });
    expect(service.arrived.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(0);
    expect(service.arrived.filter(({ path: asked }) => asked.endsWith('/archive'))).toEqual([]);
  });
});
