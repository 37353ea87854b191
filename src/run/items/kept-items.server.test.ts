import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { LedgerEntry } from '../../ledger/entry.js';
import { clock, pause } from '../../model/clock.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { assume, held, violated } from '../../rule/finding.js';
import type { NamedRule } from '../../rule/rule.js';
import type { Tools } from '../../rule/tools.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import {
  createBodyRule,
  type Instead,
  type ReceivedRequest,
  type RunOverrides,
  readableCollection,
  runRules,
  type StubResponse,
  startItemService,
} from '../test-service.fixture.js';
import { KeptItems } from './kept-items.js';

useSteadyClock();

const { remove, ...withoutDelete } = readableCollection;
const collection: Collection = withoutDelete;

const failing = (await loadRuleSet()).rules.filter(({ id }) => id === 'responses/no-request-fails-each-time');

async function auditWith(rules: readonly NamedRule[], instead: Instead = () => undefined) {
  const service = await startItemService(instead);
  const limits = { cases: 6, concurrency: 4, maxLeft: 3 };
  const { outcomes, leftovers } = await runRules(service.url, rules, { collections: [collection], limits });
  return { service, leftovers, verdicts: outcomes.map(({ verdict, cause }) => cause ?? verdict), outcomes };
}

const getSize = (json: Json | undefined) => (isObject(json) ? json.size : undefined);

/** Writes to its item and reads it: another case that uses the item at the same time would be seen, and content that it has not. */
const createWritingRule = (id: string) =>
  createBodyRule(id, {
    reusedItems: 1,
    when: async (body, { items, fresh }) => {
      const item = await items.create(body);
      const size = fresh.word().length * 10 + (Number(item.id.slice(1)) % 10);
      const before = await item.get();
      const first = await item.put({ ...(item.sent as object), size });
      const seen = [await item.get(), await item.get()];
      const isOwn =
        getSize(before.answer?.json) === getSize(item.sent) &&
        seen.every(({ answer }) => getSize(answer?.json) === size);
      return { isOwn: isOwn && hasStatus(first, 200) };
    },
    // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
    then: (({ isOwn }: any) => (isOwn ? held : violated({ expected: 'own', actual: 'of another case' }))) as never,
  });

test('cases of several rules use the items that stay, one case at a time, with the content that these have', async () => {
  const { service, leftovers, verdicts, outcomes } = await auditWith(
    ['a/1', 'a/2', 'a/3', 'a/4'].map(createWritingRule),
  );
  expect(verdicts).toEqual(['held', 'held', 'held', 'held']);
  expect(outcomes.every(({ cases }) => cases === 6)).toBe(true);
  expect([service.things.size, leftovers.length]).toEqual([3, 3]);
});

test.each([403, 405, 500])(
  'items whose DELETE is answered with %i stay, and are used as those without DELETE',
  async (status) => {
    const service = await startItemService(({ method }) => (method === 'DELETE' ? { status } : undefined));
    const { outcomes, leftovers } = await runRules(service.url, ['a/1', 'a/2', 'a/3'].map(createWritingRule), {
      collections: [readableCollection],
      limits: { cases: 6, concurrency: 4, maxLeft: 3 },
    });
    expect(outcomes.map(({ verdict, cases }) => [verdict, cases])).toEqual(Array(3).fill(['held', 6]));
    expect([service.things.size, leftovers.length]).toEqual([3, 3]);
  },
);

const closingPath = '/things/{id}/close';
const posting = { method: 'POST', path: closingPath, provenance: 'declared', statuses: [], parameters: [] };
const close = { name: 'close', path: closingPath, post: posting } as never;

test('an item on which an action was performed is used by no other case: it may refuse what these do', async () => {
  const closed = new Set<string>();
  const service = await startItemService(({ method, path }) => {
    const [, , id = '', action] = path.split('/');
    if (action === 'close') closed.add(id);
    if (action === 'close') return { status: 200, json: { id } };
    return method === 'PUT' && closed.has(id) ? { status: 409 } : undefined;
  });
  const closing = createBodyRule('a/0', {
    cases: 1,
    reusedItems: 1,
    when: async (body, { items, actions }) => {
      await actions.perform(await items.create(body), close);
    },
  });
  const { outcomes } = await runRules(service.url, [closing, createWritingRule('a/1'), createWritingRule('a/2')], {
    collections: [{ ...collection, actions: [close] }],
    limits: { cases: 6, maxLeft: 3 },
  });
  expect(closed.size).toBe(1);
  expect(outcomes.map(({ verdict, cases }) => [verdict, cases])).toEqual([
    ['held', 1],
    ['held', 6],
    ['held', 6],
  ]);
});

test('an item on which an action was tried before DELETE is used by no other case', async () => {
  const service = await startItemService(({ method, path }) => {
    if (path.endsWith('/close')) return { status: 200 };
    return method === 'DELETE' ? { status: 409, json: { detail: 'close it first' } } : undefined;
  });
  const { outcomes } = await runRules(service.url, [createWritingRule('a/1')], {
    collections: [{ ...readableCollection, actions: [close] }],
    limits: { cases: 6, concurrency: 1, maxLeft: 3 },
  });
  expect(service.arrived.some(({ path }) => path.endsWith('/close'))).toBe(true);
  expect(outcomes[0]?.cases).toBeLessThan(3);
});

test('no case waits for an item whose removal was accepted', async () => {
  const service = await startItemService(({ method }) => (method === 'DELETE' ? { status: 202 } : undefined));
  const begun = clock.now();
  const { outcomes } = await runRules(service.url, ['a/1', 'a/2', 'a/3'].map(createWritingRule), {
    collections: [readableCollection],
    limits: { cases: 6, concurrency: 4, maxLeft: 3, maxSeconds: 1_000 },
  });
  expect(outcomes.map(({ cause }) => cause)).not.toContain('budget');
  expect(clock.now() - begun).toBeLessThan(40_000);
});

test('a rule that judges creations gets no item of another case, and none gets more than it can use', async () => {
  const judging = createBodyRule('a/judges', { when: async (body, { items }) => items.create(body) });
  const two = createBodyRule('a/two', {
    reusedItems: 1,
    when: async (body, { items }) => [await items.create(body), await items.create(body)],
  });
  const { service, verdicts } = await auditWith([judging, two]);
  expect(verdicts).toEqual(['setup', 'setup']);
  expect(service.things.size).toBe(3);
});

const refusing = createBodyRule('b/refuses', {
  when: async (_, { items }) => items.post({ name: 'wrong', size: -1 }, { isInvalid: true }),
});

test('content that should be refused is sent although no more items are created, and is accepted a few times only', async () => {
  const isWrong = (json: Json | undefined) => !(Number(getSize(json)) >= 0);
  const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });
  const sound = await auditWith([filling, refusing], ({ method, json }) =>
    method === 'POST' && isWrong(json) ? { status: 422 } : undefined,
  );
  expect(sound.verdicts[1]).toBe('held');
  expect(sound.service.things.size).toBe(3);
  const lenient = await auditWith([filling, refusing]);
  expect(lenient.service.things.size).toBe(6);
  expect(lenient.leftovers).toHaveLength(6);
});

test('an address that belongs to another item by now is not used', async () => {
  const taken = new Set<string>();
  const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });
  const { service, verdicts } = await auditWith([filling, createWritingRule('b/writes')], ({ method, path }) => {
    // Another client removes the items of the run, and its own get their ids.
    if (method === 'OPTIONS') taken.add(path);
    return method === 'GET' && taken.has(path)
      ? { status: 200, json: { id: path.slice(8), name: 'mine', size: 1 } }
      : undefined;
  });
  expect(verdicts).toEqual(['setup', 'setup']);
  expect(service.arrived.filter(({ method, path }) => method === 'PUT' && taken.has(path))).toEqual([]);
});

test('an item that the service removed makes room for another, a few times', async () => {
  const service = await startItemService(({ method, path }) => {
    // GET with this query removes the item.
    const id = /^\/things\/(t\d+)\?_method=DELETE$/.exec(path)?.[1];
    return method === 'GET' && id !== undefined && service.things.delete(id) ? { status: 200, json: {} } : undefined;
  });
  const destroying = createBodyRule('a/destroys', {
    reusedItems: 1,
    when: async (body, { items, client }) => {
      const item = await items.create(body);
      await client.send({ method: 'GET', path: `${item.path}?_method=DELETE` });
      assume(hasStatus(await item.get(), 404), 'setup', 'the item is still there');
    },
  });
  const limits = { cases: 60, concurrency: 1, maxLeft: 3 };
  const { outcomes, leftovers } = await runRules(service.url, [destroying], { collections: [collection], limits });
  expect(outcomes[0]?.cases).toBeGreaterThan(5);
  expect(service.arrived.filter(({ method }) => method === 'POST').length).toBeLessThan(40);
  expect(service.things.size).toBeLessThanOrEqual(3);
  expect(leftovers.length).toBe(service.things.size);
});

test('items that no read ever showed are not taken for removed ones, and no more are created', async () => {
  const { service, leftovers } = await auditWith(
    ['a/1', 'a/2', 'a/3'].map((id) =>
      createBodyRule(id, {
        reusedItems: 1,
        when: async (body, { items }) => {
          const item = await items.create(body);
          assume(hasStatus(await item.get(), 200), 'setup', 'it is not there');
        },
      }),
    ),
    ({ method, path }) => (method === 'GET' && path !== '/things' ? { status: 404 } : undefined),
  );
  expect(service.arrived.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(4);
  expect(leftovers.length).toBe(service.things.size);
});

test('what seems to create items without an address is repeated as it is, before too many may be left', async () => {
  const accusing = createBodyRule('a/accuses', {
    cases: 6,
    when: async (body, { items }) => items.post({ ...(body as object), size: -1 }, { isInvalid: true }),
    // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
    then: (({ exchange }: any) =>
      hasStatus(exchange, 201) ? violated({ expected: 'refused', actual: '201' }) : held) as never,
  });
  const service = await startItemService(({ method, json }) =>
    method === 'POST' && getSize(json) === -1 ? { status: 201, json: { accepted: true } } : undefined,
  );
  const { outcomes } = await runRules(service.url, [accusing], {
    collections: [readableCollection],
    limits: { cases: 6, concurrency: 1, maxLeft: 3 },
  });
  expect(outcomes[0]?.verdict).toBe('violated');
  expect(service.arrived.filter(({ method, json }) => method === 'POST' && getSize(json) === -1)).toHaveLength(3);
});

test('content that should be refused is never answered with the creation of another item', async () => {
  const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });
  const sending = createBodyRule('b/sends', {
    reusedItems: 1,
    when: async (_, { items }) => items.post({ name: 'wrong', size: -1 }, { isInvalid: true }),
    // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
    then: (({ sent }: any) =>
      getSize(sent) === -1 ? held : violated({ expected: 'refused', actual: '201' })) as never,
  });
  const { verdicts } = await auditWith([filling, sending]);
  expect(verdicts[1]).not.toMatch(/violated|not-reproduced/);
});

test('a control that a case creates after its item is a new one, or none', async () => {
  const controlling = createBodyRule('a/controls', {
    reusedItems: 1,
    when: async (body, { items }) => {
      await items.create(body);
      return items.create({ name: 'control', size: 7 }, { role: 'control' });
    },
    // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
    then: (({ sent }: any) => (getSize(sent) === 7 ? held : violated({ expected: '7', actual: 'another' }))) as never,
  });
  const { outcomes } = await auditWith([controlling]);
  expect(JSON.stringify(outcomes)).not.toMatch(/"violated|not-reproduced/);
});

test('a failure of content that should be refused, and of a change, is repeated where no more items are created', async () => {
  const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });
  const changing = createBodyRule('b/changes', {
    reusedItems: 1,
    when: async (body, { items }) => (await items.create(body)).patch({ size: 4 }),
  });
  const isFailing: Instead = ({ method, json }) => {
    if (method === 'PATCH' || (method === 'POST' && getSize(json) === -1)) return { status: 500 };
    return method === 'POST' && !(Number(getSize(json)) >= 0) ? { status: 422 } : undefined;
  };
  const service = await startItemService(isFailing);
  const { outcomes } = await runRules(service.url, [filling, refusing, changing, ...failing], {
    collections: [collection],
    limits: { cases: 6, concurrency: 4, maxLeft: 3 },
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
  });
  const found = outcomes.filter(({ verdict }) => verdict === 'violated').map(({ trial }) => trial.subject.name);
  expect(found.sort()).toEqual(['PATCH /things/{id}', 'POST /things']);
  expect(service.things.size).toBe(3);
});

/** Judges an item as it was created. */
const judging = createBodyRule('b/judges', {
  reusedItems: 1,
  judgesCreations: 'as first read',
  when: async (body, { items }) => {
    const item = await items.create(body);
    return { item, read: await item.get() };
  },
  // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
  then: (({ item, read }: any) =>
    getSize(item.sent) === getSize(read.answer?.json)
      ? held
      : violated({ expected: 'as sent', actual: 'changed', shows: [item.createdBy, read] })) as never,
});

test('a rule about creations gets items as they were created, with the exchanges that show it', async () => {
  const changing = createBodyRule('a/changes', {
    reusedItems: 1,
    when: async (body, { items }) => {
      const item = await items.create(body);
      await item.get();
      await item.patch({ size: 4 });
    },
  });
  const sound = await auditWith([changing, judging]);
  expect(sound.verdicts).toEqual(['held', 'held']);
  expect(sound.service.things.size).toBe(3);
  const faulty = await auditWith([changing, judging], ({ method, json }) => {
    if (method === 'POST' && isObject(json)) Object.assign(json, { size: Number(json.size) + 1 });
    return undefined;
  });
  expect(faulty.verdicts).toEqual(['held', 'violated']);
  const shown = faulty.outcomes[1]?.counterexample?.exchanges.map(({ request }) => request.method);
  expect(shown).toEqual(['POST', 'GET']);
  expect(faulty.service.things.size).toBe(3);
});

test('a first GET after a write to another item is not the item as it was created', async () => {
  const changing = createBodyRule('a/changes', {
    reusedItems: 1,
    when: async (body, { items }) => {
      const item = await items.create(body);
      const other = await items.create(body);
      await other.patch({ size: 4 });
      await item.get();
    },
  });
  // A PATCH of one item counts in each of them, as that of a default does.
  const service = await startItemService(({ method }) => {
    if (method === 'PATCH') for (const thing of service.things.values()) Object.assign(thing, { size: 77 });
    return undefined;
  });
  const limits = { cases: 6, concurrency: 1, maxLeft: 8 };
  const { outcomes } = await runRules(service.url, [changing, judging], { collections: [collection], limits });
  expect(outcomes[1]?.cause ?? outcomes[1]?.verdict).not.toMatch(/violated|not-reproduced/);
});

test('a rule about lists gets only items to which nothing was written, and of whose creation there is no copy', async () => {
  const touched: string[] = [];
  const filling = createBodyRule('a/fills', {
    when: async (body, { items }) => {
      const changed = await items.create(body);
      touched.push(changed.id);
      await changed.put(changed.sent);
      const copied = await items.post(body);
      touched.push(copied.item?.id ?? '');
      await items.post(body, { like: copied });
    },
  });
  const listed: string[] = [];
  const listing = createBodyRule('b/lists', {
    reusedItems: 1,
    judgesCreations: 'as they are',
    when: async (body, { items }) => {
      const item = await items.create(body);
      listed.push(item.id);
      return { item, copies: items.findCopies(await items.list(), item) };
    },
    // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
    then: (({ copies }: any) =>
      copies.length === 0 ? held : violated({ expected: 'one', actual: 'a copy' })) as never,
  });
  const limits = { cases: 12, concurrency: 1, maxLeft: 8 };
  const service = await startItemService(() => undefined);
  const { outcomes } = await runRules(service.url, [filling, listing], { collections: [collection], limits });
  expect(outcomes[1]).toMatchObject({ verdict: 'held', cases: 12 });
  expect([listed.length >= 12, touched.length > 3]).toEqual([true, true]);
  expect(listed.filter((id) => touched.includes(id))).toEqual([]);
});

test('content that should be refused is sent more often where each success names no item', async () => {
  const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });
  const isWrong = (json: Json | undefined) => !(Number(getSize(json)) >= 0);
  const { service } = await auditWith([filling, refusing], ({ method, json }) =>
    method === 'POST' && isWrong(json) ? { status: 200, json: { error: 'size is wrong' } } : undefined,
  );
  const sent = service.arrived.filter(({ method, json }) => method === 'POST' && isWrong(json));
  expect([sent.length > 5, sent.length < 12]).toEqual([true, true]);
  expect(service.things.size).toBe(3);
});

/** A server in front of a service that can stop and come back. */
type Front = Awaited<ReturnType<typeof openFront>>;

async function openFront(url: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const inner = connect(Number(new URL(url).port), '127.0.0.1');
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  const open = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const close = () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  const port = await open(0);
  onTestFinished(() => void close());
  return { url: `http://127.0.0.1:${port}`, open: () => open(port), close };
}

describe('where a header carries a key', () => {
  const idempotency = { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false } as const;
  const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });
  const repeating = createBodyRule('b/repeats', {
    reusedItems: 1,
    when: async (body, { items, fresh }) => {
      const first = await items.post(body, { key: fresh.key() });
      const again = await items.post(body, { ...(first.key && { key: first.key }), like: first });
      return { first, again };
    },
    // biome-ignore lint/suspicious/noExplicitAny: the observation of this rule alone
    then: (({ first, again }: any) =>
      first.item.id === again.item.id ? held : violated({ expected: 'one', actual: 'two' })) as never,
  });
  const readKey = ({ headers }: ReceivedRequest) => String(headers['idempotency-key']);

  /** Audits a service that creates one item for each key, as far as it remembers them. */
  async function auditKeyed(
    isRemembered: boolean,
    given: Partial<Collection> = {},
    between: (tools: Tools, front: Front) => Promise<unknown> = async () => undefined,
  ) {
    const made = new Map<string, StubResponse>();
    const service = await startItemService((arrival) => {
      if (arrival.method !== 'POST') return undefined;
      const known = isRemembered ? made.get(readKey(arrival)) : undefined;
      if (known) return known;
      const id = `k${service.things.size + 1}`;
      const json: JsonObject = { ...(arrival.json as JsonObject), id };
      service.things.set(id, json);
      const reply = { status: 201, headers: { location: `/things/${id}` }, json };
      made.set(readKey(arrival), reply);
      return reply;
    });
    const front = await openFront(service.url);
    const waiting = ['a/waits', 'a/waits-again'].map((id) =>
      createBodyRule(id, { cases: 1, when: (_, tools) => between(tools, front) }),
    );
    const { outcomes, leftovers } = await runRules(front.url, [filling, ...waiting, repeating], {
      collections: [{ ...collection, idempotency, ...given }],
      limits: { cases: 4, concurrency: 1, maxLeft: 3, maxSeconds: 900 },
    });
    const posts = service.arrived.filter(({ method }) => method === 'POST');
    return { last: outcomes.at(-1), keys: posts.map(readKey), things: service.things, leftovers };
  }

  test('its effect is judged with items that stay, and a correct service creates no more', async () => {
    const { last, keys, things, leftovers } = await auditKeyed(true);
    expect([last?.verdict, last?.cases, things.size, leftovers.length]).toEqual(['held', 4, 3, 3]);
    expect([new Set(keys).size, keys.length]).toEqual([3, 7]);
  });

  test('a service that forgets keys is found, by few items more', async () => {
    const { last, things } = await auditKeyed(false);
    expect(last?.verdict).toBe('violated');
    expect(things.size).toBeLessThanOrEqual(6);
  });

  test.each([
    ['longer ago than a service remembers keys', { ms: 125_000, given: {} }],
    ['longer ago than declared', { ms: 4_000, given: { idempotency: { ...idempotency, ttl: 5 } } }],
  ])('but not by what was created %s', async (_, { ms, given }) => {
    const { last, things } = await auditKeyed(true, given, () => pause(ms));
    expect([last?.verdict, last?.cause, things.size]).toEqual(['inconclusive', 'setup', 3]);
  });

  test('nor by what was created before the service stopped, which may have forgotten the keys', async () => {
    const { last, things } = await auditKeyed(true, {}, async ({ client }, front) => {
      await front.close();
      await client.trySend({ method: 'GET', path: '/things' });
      await front.open();
      await client.trySend({ method: 'GET', path: '/things' });
    });
    expect([last?.verdict, last?.cause, things.size]).toEqual(['inconclusive', 'setup', 3]);
  });

  test('each creation has a new key where one is required, and none where items can be removed', async () => {
    const required = { remove, idempotency: { ...idempotency, required: true } };
    const { keys } = await auditKeyed(true, required);
    expect(new Set(keys.map((key) => /^[0-9a-f-]{36}$/.test(key)))).toEqual(new Set([true]));
    const optional = await auditKeyed(true, { remove });
    expect(optional.keys).toContain('undefined');
  });
});

test('a creation that asks for no key has none, also where one is required', async () => {
  const bare = createBodyRule('a/bare', { when: async (body, { items }) => items.post(body, { key: null }) });
  const service = await startItemService();
  const keyed: Collection = {
    ...readableCollection,
    idempotency: { in: 'header', name: 'Idempotency-Key', format: 'raw', required: true },
  };
  await runRules(service.url, [bare], { collections: [keyed], limits: { cases: 4 } });
  const keys = service.arrived.flatMap(({ method, headers }) =>
    method === 'POST' ? [headers['idempotency-key'] !== undefined] : [],
  );
  // Those of the calibration have one.
  expect(new Set(keys)).toEqual(new Set([true, false]));
});

test('what repetitions create counts to the items that may be left', async () => {
  const repeating = createBodyRule('a/repeats', {
    when: async (body, { items }) => {
      const first = await items.post(body);
      for (let i = 0; i < 6; i += 1) await items.post(body, { like: first });
    },
  });
  const service = await startItemService();
  await runRules(service.url, [repeating], {
    collections: [collection],
    limits: { cases: 20, concurrency: 1, maxLeft: 12 },
  });
  expect([service.things.size > 6, service.things.size <= 12 + 3]).toEqual([true, true]);
});

test('a key in the content is no sign of an item, which later cases find by its members', async () => {
  const service = await startItemService(({ json }) => {
    if (isObject(json)) delete (json as Record<string, Json>).key;
    return undefined;
  });
  const { marker, ...unmarked } = collection;
  const keyed: Collection = { ...unmarked, idempotency: { in: 'body', name: 'key', format: 'raw', required: true } };
  const rules = ['a/1', 'a/2', 'a/3'].map(createWritingRule);
  const limits = { cases: 6, concurrency: 1, maxLeft: 3 };
  const { outcomes } = await runRules(service.url, rules, { collections: [keyed], limits });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held', 'held', 'held']);
  expect(service.things.size).toBe(3);
});

test('an item that shows nothing since the run wrote nothing to it is still used', async () => {
  const { marker, ...unmarked } = collection;
  const emptying = createBodyRule('a/empties', {
    reusedItems: 1,
    when: async (body, { items }) => {
      const item = await items.create(body);
      assume(hasStatus(await item.put({}), 200), 'setup', 'PUT was refused');
    },
  });
  const service = await startItemService(() => undefined);
  const limits = { cases: 6, concurrency: 1, maxLeft: 3 };
  const { outcomes } = await runRules(service.url, [emptying], { collections: [unmarked], limits });
  expect(outcomes.map(({ verdict, cases }) => [verdict, cases])).toEqual([['held', 6]]);
  expect(service.things.size).toBe(3);
});

test('no case waits for an item that can never fit', async () => {
  const kept = new KeptItems();
  const entry = { at: '/shelves/s1/things' } as LedgerEntry;
  const made = { address: { id: '1', path: '/shelves/s1/things/1' }, entry, sent: {}, madeAt: 0 };
  kept.add({ ...made, identity: { mark: 'm', word: 'w', uniques: {} }, made: { n: 1 } as Exchange }, { seen: [] });
  const found = kept.take(60_000, (item) => item.entry.at === '/shelves/s2/things').then((item) => [item]);
  // It is known at once, without a timer.
  expect(await Promise.race([found, setImmediate('it waits')])).toEqual([undefined]);
});

/** Runs rules about the items without DELETE that are below an item of others. */
async function auditBelow(rules: readonly NamedRule[], limits: RunOverrides['limits']) {
  const service = await startItemService((arrival): StubResponse | undefined => {
    if (/^\/shelves(\/s1)?$/.test(arrival.path))
      return { status: 200, json: arrival.path === '/shelves' ? [{ id: 's1' }] : { id: 's1' } };
    Object.assign(arrival, { path: arrival.path.replace('/shelves/s1', '') });
    return undefined;
  });
  const turn = <T extends object>(part: T, path: string): T =>
    JSON.parse(JSON.stringify(part).replaceAll('/things', path));
  const { create, replace, remove: _, ...shelves } = { ...readableCollection, name: 'shelves', path: '/shelves' };
  const parents = [{ collection: 'shelves', place: '{shelf}' }];
  const collections = [turn(shelves, '/shelves'), { ...turn(collection, '/shelves/{shelf}/things'), parents }];
  const subjectsOf = (known: readonly Collection[]) => known.filter(({ name }) => name === 'things');
  const { outcomes } = await runRules(service.url, rules, { collections, limits, subjectsOf });
  return { service, whys: outcomes.map(({ verdict, why }) => why ?? verdict) };
}

test('items below one of others stay for later cases below the same one', async () => {
  const rules = ['a/1', 'a/2', 'a/3'].map(createWritingRule);
  const { service, whys } = await auditBelow(rules, { cases: 6, concurrency: 1, maxLeft: 3 });
  expect(whys).toEqual(['held', 'held', 'held']);
  expect(service.things.size).toBe(3);
});

test('no requests are kept back to remove items that nothing removes', async () => {
  const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });
  const { whys } = await auditBelow([filling], { cases: 30, concurrency: 1, maxLeft: 100, maxRequests: 400 });
  expect(whys).toEqual(['held']);
});
