import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.fixture.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { openClient } from '../../http/client.js';
import { openLedger } from '../../ledger/open-ledger.js';
import { readLedger } from '../../ledger/read-ledger.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';
import { cleanUpLedger } from './clean-ledger.js';

useSteadyClock();

const operation = { path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] } as const;
const readable: Collection = { ...testCollection, marker: '/name', read: { method: 'GET', ...operation } };
const unreadable: Collection = { ...testCollection, marker: '/name' };
const hidden: Collection = { ...unreadable, list: undefined };

type Instead = (arrival: ReceivedRequest) => StubResponse | 'hang' | undefined;
const refuse = (status: number) => (): StubResponse => ({ status });

const mine = 'assay-0123abcd-mine';
const another = 'of another client';

/** Cleans the ledger of an earlier run that created one item, whose address shows this name now. */
async function cleanOne(
  name: string,
  { instead = () => undefined, collection = readable, id = '1', as }: Partial<CleanSetup> = {},
) {
  const service = await startItemService(instead);
  const file = join(createTemporaryFolder(), 'ledger.ndjson');
  const earlier = openLedger(file, { runMark: '0123abcd', baseUrl: service.url, collections: [collection] });
  const scope = earlier.openScope();
  scope.recordCreated(scope.intend('things', mine, { at: '/things', ...(as && { as }) }), `/things/${id}`);
  earlier.close();
  (service.things as Map<string, JsonObject>).set(id, { id, name });
  const credentials = { headers: { 'x-as': as ?? '' }, query: {} } as never;
  const client = openClient({ baseUrl: service.url, timeoutMs: 150, ...(as && { callers: { [as]: credentials } }) });
  onTestFinished(() => client.close());
  const remains = readLedger(file);
  const setting = { callers: as ? [as] : [], isFresh: false, purges: {}, isDry: false };
  const { stayed } = await cleanUpLedger({ remains, file, kit: '0', client, baseUrl: service.url, ...setting });
  const deletes = service.arrived.filter(({ method }) => method === 'DELETE').length;
  return { isKept: service.things.has(id), deletes, stayed, entries: readLedger(file).things.length };
}

interface CleanSetup {
  readonly instead: Instead;
  readonly collection: Collection;
  readonly id: string;
  readonly as: 'other';
}

/** Answers the first questions for the item in this way, so many times. */
function answerFirst(reply: () => StubResponse | 'hang', times = 1): Instead {
  let left = times;
  return ({ method, path }) => {
    if (method === 'DELETE') left = 0;
    if (method !== 'GET' || path !== '/things/1' || left === 0) return undefined;
    left -= 1;
    return reply();
  };
}

const failures: [string, () => StubResponse | 'hang'][] = [
  ['429', refuse(429)],
  ['503', refuse(503)],
  ['no answer', () => 'hang'],
];

describe('where the first question for the owner of an item gets', () => {
  test.each(failures)('%s, a later one decides: the item of another client is kept', async (_, reply) => {
    const { isKept, deletes, stayed } = await cleanOne(another, { instead: answerFirst(reply) });
    expect([isKept, deletes]).toEqual([true, 0]);
    expect(stayed).toEqual([{ path: '/things/1', why: expect.stringContaining('neither the marker') }]);
  });

  test.each(failures)('%s, a later one decides: the own item is removed', async (_, reply) => {
    const { isKept, deletes, stayed } = await cleanOne(mine, { instead: answerFirst(reply) });
    expect([isKept, deletes, stayed]).toEqual([false, 1, []]);
  });

  test.each(failures)('%s, as all later ones, nothing is removed', async (_, reply) => {
    const instead = answerFirst(reply, Number.POSITIVE_INFINITY);
    const { isKept, deletes, stayed, entries } = await cleanOne(mine, { instead });
    expect([isKept, deletes, entries]).toEqual([true, 0, 1]);
    expect(stayed).toMatchObject([{ path: '/things/1', why: expect.stringContaining('run assay clean when') }]);
  });
});

describe('an item that GET does not show is seen in its list', () => {
  test.each<[string, Partial<CleanSetup>]>([
    ['GET returns 400', { instead: answerFirst(refuse(400), 99) }],
    ['GET returns 405', { instead: answerFirst(refuse(405), 99) }],
    ['GET returns 204', { instead: answerFirst(refuse(204), 99) }],
    ['there is no GET', { collection: unreadable }],
  ])('%s', async (_, setup) => {
    const others = await cleanOne(another, setup);
    expect([others.isKept, others.deletes, others.stayed.length]).toEqual([true, 0, 1]);
    const own = await cleanOne(mine, setup);
    expect([own.isKept, own.stayed]).toEqual([false, []]);
  });

  test('and is not removed where there is no list, either, unless no other item can have its id', async () => {
    const { isKept, stayed } = await cleanOne(another, { collection: hidden });
    expect(isKept).toBe(true);
    expect(stayed).toMatchObject([{ why: expect.stringContaining('remove it by hand') }]);
    const unique = await cleanOne(mine, { collection: hidden, id: 'b089b79b-7ff6-4de8-88b9-d1f17235b2ee' });
    expect([unique.isKept, unique.stayed]).toEqual([false, []]);
  });
});

test('the default caller does not remove what only the creator was asked for', async () => {
  const instead: Instead = ({ method, path, headers }) => {
    const isOther = headers['x-as'] === 'other';
    if (path !== '/things/1' || !isOther) return undefined;
    // The creator has an item of its own at this address, and may not remove it.
    return method === 'DELETE' ? { status: 403 } : { status: 200, json: { id: '1', name: mine } };
  };
  const { isKept } = await cleanOne(another, { instead, as: 'other' });
  expect(isKept).toBe(true);
});

describe('a removal is not repeated at an address that belongs to another item since', () => {
  const rule = createNamedRule<Json, unknown>('a/make', {
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => items.create(body),
  });

  const { marker: _, ...unmarked } = readable;

  test.each<[string, Collection, number]>([
    ['seen by GET', readable, 503],
    ['seen in the list', unreadable, 503],
    ['not seen', hidden, 503],
    ['seen by GET after a refusal', unmarked, 409],
  ])('%s', async (__, collection, status) => {
    const reused = new Set<string>();
    const service = await startItemService(({ method, path }) => {
      const id = path.slice('/things/'.length);
      if (method !== 'DELETE' || reused.has(id)) return undefined;
      // The item is removed, a proxy answers that it is not, and another client creates one with the same id.
      (service.things as Map<string, JsonObject>).set(id, { id, name: another, size: 1 });
      reused.add(id);
      return { status };
    });
    const { leftovers } = await runRules(service.url, [rule], { collections: [collection], limits: { cases: 2 } });
    expect(reused.size).toBeGreaterThan(0);
    expect([...service.things.keys()].toSorted()).toEqual([...reused].toSorted());
    expect(leftovers.map(({ path }) => path).toSorted()).toEqual([...reused].map((id) => `/things/${id}`).toSorted());
  });
});
