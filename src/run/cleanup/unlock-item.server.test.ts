import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createNamedRule,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const post = { method: 'POST', provenance: 'declared', statuses: [], parameters: [] } as const;
const createAction = (name: string) => ({
  name,
  path: `/things/{id}/${name}`,
  post: { ...post, path: `/things/{id}/${name}` },
});
const stateful: Collection = {
  ...testCollection,
  read: { method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] },
  actions: [createAction('start'), createAction('completion')],
  states: {
    pointer: '/status',
    terminal: ['finished'],
    transitions: { new: { start: 'started' }, started: { completion: 'finished' } },
  },
};
const lockDelete = (locked: NonNullable<Collection['states']>['locked']): Collection['states'] =>
  stateful.states && { ...stateful.states, ...(locked && { locked }) };
const next: Readonly<Record<string, string>> = { start: 'started', completion: 'finished' };

const starting = createNamedRule('a/start', {
  given: (bodies) => bodies.body(),
  when: async (body, { items, actions, subject, collection }) => {
    const item = await items.create({ ...(body as JsonObject), status: 'new' });
    const [start = subject.action()] = collection.actions;
    await actions.perform(item, start);
  },
});

test.each<[string, Collection['states'], string[]]>([
  ['declared to refuse DELETE', lockDelete({ started: ['DELETE'] }), []],
  ['not terminal', stateful.states, []],
  [
    'declared to refuse DELETE, like every later one',
    lockDelete({ started: ['DELETE'], finished: ['DELETE'] }),
    ['started'],
  ],
])('items in a state that is %s', async (_, states, left) => {
  const service = await startItemService(({ method, path }): StubResponse | undefined => {
    const [, , id = '', action = ''] = path.split('/');
    const item = service.things.get(id) as JsonObject | undefined;
    if (item === undefined) return undefined;
    const to = next[action];
    if (method === 'POST' && to !== undefined) {
      service.things.set(id, { ...item, status: to });
      return { status: 201, json: {} };
    }
    return method === 'DELETE' && item.status === 'started' ? { status: 409, json: {} } : undefined;
  });
  const { leftovers } = await runRules(service.url, [starting], {
    collections: [{ ...stateful, states }] as Collection[],
  });
  const standing = [...service.things.values()].map((item) => (item as JsonObject).status);
  expect([...new Set(standing)]).toEqual(left);
  expect(leftovers.length).toBe(standing.length);
});

test('an item that refuses DELETE, and that reads do not show yet', async () => {
  const writes: string[] = [];
  const reads = new Map<string, number>();
  const service = await startItemService(({ method, path }): StubResponse | undefined => {
    const [, , id = '', action] = path.split('/');
    if (method !== 'GET') writes.push(`${method} ${path}`);
    const item = service.things.get(id) as JsonObject | undefined;
    if (item === undefined) return undefined;
    if (action === 'archive') service.things.set(id, { ...item, archived: true });
    if (action === 'archive') return { status: 200, json: {} };
    const count = reads.get(id) ?? 0;
    if (method === 'GET') reads.set(id, count + 1);
    if (method === 'GET' && count < 4) return { status: 404, json: {} };
    if (method === 'GET') return { status: 200, json: { archived: false, ...item } };
    return method === 'DELETE' && item.archived !== true ? { status: 409, json: {} } : undefined;
  });
  const { states: _, ...archived } = { ...stateful, actions: [createAction('archive')] };
  const creating = createNamedRule('a/create', {
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => void (await items.create(body)),
  });
  const { leftovers } = await runRules(service.url, [creating], { collections: [archived as Collection] });
  const names = writes.map((one) => one.replace(/t\d+/, '{id}'));
  // The first attempt removes it: a later one would not be sent before the end of the run.
  expect(names.slice(2, 5)).toEqual(['DELETE /things/{id}', 'POST /things/{id}/archive', 'DELETE /things/{id}']);
  expect([...service.things, ...leftovers]).toEqual([]);
});

test('a check that removes an item unlocks it first, as the cleanup learned', async () => {
  const service = await startItemService(({ method, path }): StubResponse | undefined => {
    const [, , id = '', action] = path.split('/');
    const item = service.things.get(id);
    if (item === undefined) return undefined;
    if (action === 'archive') service.things.set(id, { ...item, archived: true });
    if (action === 'archive') return { status: 200, json: {} };
    if (method === 'GET') return { status: 200, json: { archived: false, ...item } };
    return method === 'DELETE' && item.archived !== true ? { status: 409, json: {} } : undefined;
  });
  const { states: _, ...archived } = { ...stateful, actions: [createAction('archive')] };
  const creating = createNamedRule('a/create', {
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => void (await items.create(body)),
  });
  const removing = createNamedRule<Json, number | undefined>('b/remove', {
    touches: 'deletes',
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => (await (await items.create(body)).delete()).answer?.status,
    then: (status) => ({ verdict: 'held', note: String(status) }),
  });
  const { outcomes } = await runRules(service.url, [creating, removing], { collections: [archived as Collection] });
  expect(outcomes.at(-1)?.notes).toEqual(['204']);
});
