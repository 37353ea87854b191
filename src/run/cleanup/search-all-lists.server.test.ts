import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.fixture.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { openClient } from '../../http/client.js';
import { readLedger } from '../../ledger/read-ledger.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createBodyRule,
  markedCreation,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';
import { cleanUpLedger } from './clean-ledger.js';

useSteadyClock();

const operation = (method: Operation['method'], path: string): Operation => ({
  ...{ method, path, provenance: 'declared', statuses: [], parameters: [] },
});

const things: Collection = {
  ...testCollection,
  marker: '/name',
  pagination: { ...testCollection.pagination, items: '/things' },
};
/** A collection in which clients create nothing. */
const copies: Collection = {
  ...{ ...things, name: 'copies', path: '/copies', itemPath: '/copies/{id}', create: undefined, replace: undefined },
  list: operation('GET', '/copies'),
  read: operation('GET', '/copies/{id}'),
  remove: operation('DELETE', '/copies/{id}'),
} as Collection;

const { remove: _, ...kept } = copies;

type Entries = Map<string, JsonObject>;

interface Service {
  readonly entries: Entries;
  /** What happens when an item is created. */
  readonly onCreated?: (name: string, entries: Entries) => void;
  /** The response to GET of an address, from the items and the other entries. */
  readonly show?: (path: string, things: readonly JsonObject[], entries: Entries) => Json | undefined;
}

const addCopy = (name: string, entries: Entries) =>
  void entries.set(`c${entries.size}`, { id: `c${entries.size}`, name });

async function start(
  { entries, onCreated = addCopy, show }: Service,
  refuse: (json: JsonObject, entries: Entries) => StubResponse | undefined = () => undefined,
) {
  const answer = ({ method, path, json }: ReceivedRequest): StubResponse | undefined => {
    const [, list, id] = path.split('?')[0]?.split('/') ?? [];
    const refusal = method === 'POST' && isObject(json) ? refuse(json, entries) : undefined;
    if (refusal !== undefined) return refusal;
    if (method === 'POST' && isObject(json)) onCreated(String(json.name), entries);
    const shown = method === 'GET' ? show?.(path, [...service.things.values()], entries) : undefined;
    if (shown !== undefined) return { status: 200, json: shown };
    if (list !== 'copies') return undefined;
    if (id === undefined) return { status: 200, json: [...entries.values()] };
    const found = entries.get(id);
    if (method === 'DELETE') entries.delete(id);
    return found === undefined ? { status: 404 } : { status: method === 'DELETE' ? 204 : 200, json: found };
  };
  const service = await startItemService(answer);
  return service;
}

async function audit(parts: Service, collections: readonly Collection[], views: readonly string[] = []) {
  const service = await start(parts);
  const ledgerFile = join(createTemporaryFolder(), 'ledger.ndjson');
  const input = { collections, views, ledgerFile, limits: { cases: 3 } };
  const { leftovers, notes } = await runRules(service.url, [markedCreation], input);
  const told = leftovers.map(({ path, count, mayExist }) => ({ path, count, ...(mayExist && { mayExist }) }));
  const removed = () => service.arrived.flatMap(({ method, path }) => (method === 'DELETE' ? [path] : []));
  return { ...service, told, notes: notes.filter((note) => /mentions?/.test(note)), removed, ledgerFile };
}

async function clean({ url, ledgerFile: file }: { readonly url: string; readonly ledgerFile: string }, isDry = false) {
  const client = openClient({ baseUrl: url });
  onTestFinished(() => client.close());
  return cleanUpLedger({
    ...{ remains: readLedger(file), file, kit: '0', client, baseUrl: url, callers: [] },
    ...{ isFresh: false, purges: {}, isDry },
  });
}

test('what creations caused in another list is reported by the run, and removed by a cleanup', async () => {
  const entries: Entries = new Map([['c0', { id: 'c0', name: 'of another client' }]]);
  const run = await audit({ entries }, [things, copies]);
  expect(run.told).toEqual([{ path: '/copies', count: 3 }]);
  expect(run.removed().filter((path) => path.startsWith('/copies'))).toEqual([]);
  const dry = await clean(run, true);
  expect([dry.done.map(({ outcome }) => outcome), entries.size]).toEqual([Array(3).fill('to be removed'), 4]);
  const { stayed, done } = await clean(run);
  expect([stayed, done.map(({ path }) => path).sort()]).toEqual([[], ['/copies/c1', '/copies/c2', '/copies/c3']]);
  expect([...entries.keys()]).toEqual(['c0']);
});

test('an entry that resembles a refused body may exist, also where a cleanup removes others', async () => {
  const bare = createBodyRule('a/bare', {
    when: async (_, { client }) => client.send({ method: 'POST', path: '/things', json: { size: 7 } }),
  });
  let made = 0;
  const service = await start({ entries: new Map() }, (json, entries) => {
    made += 1;
    if (json.name !== undefined) return undefined;
    entries.set('draft', { id: 'draft', size: 7 });
    return { status: 422 };
  });
  const ledgerFile = join(createTemporaryFolder(), 'ledger.ndjson');
  const input = { collections: [things, copies], ledgerFile, limits: { cases: 1 } };
  await runRules(service.url, [markedCreation, bare], input);
  const { stayed } = await clean({ ...service, ledgerFile });
  expect(made).toBeGreaterThan(1);
  expect(stayed).toMatchObject([{ path: '/copies', count: 1, mayExist: true }]);
});

test('what cannot be removed is reported again', async () => {
  const run = await audit({ entries: new Map() }, [things, kept]);
  const { stayed } = await clean(run);
  expect([run.told, stayed.map(({ path, count }) => [path, count])]).toEqual([
    [{ path: '/copies', count: 3 }],
    [['/copies', 3]],
  ]);
});

test('an item of another client that names one of the run is only mentioned, and never removed', async () => {
  const entries: Entries = new Map([['c0', { id: 'c0', name: 'of another client' }]]);
  const rename = (name: string) => void entries.set('c0', { id: 'c0', name });
  const run = await audit({ entries, onCreated: rename }, [things, copies]);
  expect(run.told).toEqual([]);
  expect(run.notes).toEqual([expect.stringMatching(/^\/copies: 1 entry mentions the run/)]);
  const { stayed } = await clean(run);
  expect([stayed, entries.size]).toEqual([[], 1]);
});

test.each<[string, (name: string, entries: Entries) => void]>([
  ['a sentence', (name, entries) => void entries.set(name, { id: entries.size, text: `${name} was created` })],
  ['a member of another name', (name, entries) => void entries.set(name, { id: entries.size, thing: name })],
  [
    'an entry for each event',
    (name, entries) => {
      for (const event of ['checked', 'created']) entries.set(`${name} ${event}`, { id: entries.size, event, name });
    },
  ],
])('log entries with %s are mentioned, and are no items', async (_title, onCreated) => {
  const entries: Entries = new Map();
  const run = await audit({ entries, onCreated }, [things, kept]);
  expect(run.told).toEqual([]);
  expect(run.notes).toEqual([expect.stringContaining(`/copies: ${entries.size} entries mention the run`)]);
});

test('a second array of a list is searched', async () => {
  const show: Service['show'] = (path, stored, entries) =>
    path.split('?')[0] === '/things' ? { things: stored, invitations: [...entries.values()] } : undefined;
  const run = await audit({ entries: new Map(), show }, [things]);
  expect(run.told).toEqual([{ path: '/things', count: 3 }]);
});

test('an address that is no collection is searched', async () => {
  const show: Service['show'] = (path, _, entries) =>
    path === '/overview' ? { newest: { copies: [...entries.values()] } } : undefined;
  const plain = { ...things, pagination: testCollection.pagination };
  const run = await audit({ entries: new Map(), show }, [plain], ['/overview']);
  expect(run.told).toEqual([{ path: '/overview', count: 3 }]);
});

test('what is gone when a list is read again is not reported', async () => {
  let reads = 0;
  const show: Service['show'] = (path, _, entries) => {
    if (path.split('?')[0] !== '/copies') return undefined;
    reads += 1;
    return reads <= 2 ? [...entries.values()] : [];
  };
  const run = await audit({ entries: new Map(), show }, [things, kept]);
  expect([run.told, reads]).toEqual([[], 3]);
});
