import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { type HostedServer, hostServer } from '../../demo/service/http/host-server.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { held } from '../../rule/finding.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import {
  createBodyRule,
  createNamedRule,
  type RunOverrides,
  runRules,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly json: Json | undefined;
  /** Number of requests since the start of the process, this one included. */
  readonly sinceStart: number;
  /** Number of reads since the last write, this one included. */
  readonly readsSinceWrite: number;
}

/** When the process ends: instead of a response, or after the response to each write. */
interface Weakness {
  readonly isLast?: (arrival: Arrival) => boolean;
  readonly isOverAfterWrites?: boolean;
  /** How long it is away, in milliseconds; default: 300. */
  readonly downtimeMs?: number;
  /** What it has instead of its items when it comes back. */
  readonly comesBackWith?: readonly JsonObject[];
}

/** Serves items under `/things`, and stops for a while as its weakness says. */
async function startStoppableService({ isLast, isOverAfterWrites = false, downtimeMs = 300, comesBackWith }: Weakness) {
  const things = new Map<string, JsonObject>();
  const state = { count: 0, reads: 0, stops: 0, ids: 0, isDown: false };
  let hosting: HostedServer | undefined;
  const stop = async () => {
    if (state.isDown) return;
    Object.assign(state, { isDown: true, stops: state.stops + 1 });
    await hosting?.pauseFor(downtimeMs, () => undefined);
    if (comesBackWith !== undefined) things.clear();
    for (const one of comesBackWith ?? []) things.set(String(one.id), one);
    Object.assign(state, { isDown: false, count: 0 });
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const { method = '', url = '' } = request;
    const text = Buffer.concat(chunks).toString();
    const json = text === '' ? undefined : (JSON.parse(text) as Json);
    state.count += 1;
    state.reads = method === 'GET' ? state.reads + 1 : 0;
    if (isLast?.({ method, path: url, json, sinceStart: state.count, readsSinceWrite: state.reads })) return stop();
    if (method !== 'GET' && isOverAfterWrites) response.once('finish', () => void stop());
    const answer = (status: number, body?: Json) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const id = /^\/things\/([^/?]+)$/.exec(url)?.[1];
    if (id === undefined && method !== 'POST') return void answer(200, [...things.values()]);
    if (id === undefined) {
      state.ids += 1;
      const made = { ...(json as JsonObject), id: `t${state.ids}` };
      things.set(made.id, made);
      return void answer(201, made);
    }
    if (!things.has(id)) return void answer(404);
    if (method === 'DELETE') {
      things.delete(id);
      return void answer(204);
    }
    answer(200, things.get(id));
  });
  hosting = await hostServer(server, 0, '127.0.0.1');
  onTestFinished(hosting.close);
  return { url: hosting.url, things, state };
}

const stopping = (await loadRuleSet()).rules.filter(({ id }) =>
  ['responses/no-request-stops-the-service', 'responses/no-request-fails-each-time'].includes(id),
);

/** Creates an item and reads the list. */
const writing = createBodyRule('a/writes', {
  when: async (body, { items, client }) => {
    await items.create(body);
    return client.send({ method: 'GET', path: '/things' });
  },
  then: () => held,
});

async function auditStoppable(weakness: Weakness, overrides: RunOverrides = {}, rules = [writing]) {
  const service = await startStoppableService(weakness);
  const { outcomes, leftovers, endedEarly } = await runRules(service.url, [...rules, ...stopping], {
    limits: { cases: 12, concurrency: 4 },
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
    ...overrides,
  });
  const [judged] = outcomes.filter(({ trial }) => trial.rule.endsWith('stops-the-service'));
  const [failing] = outcomes.filter(({ trial }) => trial.rule.endsWith('fails-each-time'));
  return { service, outcomes, judged, failing, leftovers, endedEarly, stops: service.state.stops };
}

/** Ends at the creation of a large item. */
const large: Weakness = {
  isLast: ({ method, json }) => method === 'POST' && isObject(json) && Number(json.size) > 400,
};

describe('a request that stops the service', () => {
  test('is reported, and nothing is left behind', async () => {
    const { judged, failing, leftovers, endedEarly, service } = await auditStoppable(large);
    expect(judged).toMatchObject({
      verdict: 'violated',
      trial: { subject: { name: 'POST /things' } },
      counterexample: { seenAgain: expect.stringMatching(/^([3-5]) of \1$/) },
    });
    const [sent, after] = judged?.counterexample?.exchanges ?? [];
    expect(sent).toMatchObject({ request: { method: 'POST' }, silence: expect.any(String) });
    expect(after).toMatchObject({ request: { method: 'GET' }, silence: expect.stringContaining('ECONNREFUSED') });
    expect(judged?.counterexample?.controls.length).toBeGreaterThanOrEqual(3);
    expect(failing?.verdict).not.toBe('violated');
    expect([leftovers, endedEarly, service.things.size]).toEqual([[], undefined, 0]);
  });

  test('is not sent again to another host without the permission for floods', async () => {
    const { judged, stops } = await auditStoppable(large, { isForeign: true });
    expect(judged).toMatchObject({
      verdict: 'inconclusive',
      cause: 'setup',
      why: expect.stringContaining('--permit floods'),
    });
    const allowed = await auditStoppable(large, { isForeign: true, permit: 'floods' });
    expect(allowed.judged?.verdict).toBe('violated');
    expect(allowed.stops).toBeGreaterThan(stops);
  });
});

test.each<[string, Weakness]>([
  ['after 31 requests', { isLast: ({ sinceStart }) => sinceStart === 31 }],
  ['after 7 requests', { isLast: ({ sinceStart }) => sinceStart === 7 }],
  ['after each write, as a watcher of its data file does', { isOverAfterWrites: true }],
  ['at the first read after a write', { isLast: ({ readsSinceWrite }) => readsSinceWrite === 1 }],
])('no request violates a rule when a service stops %s', async (_, weakness) => {
  const { judged, stops } = await auditStoppable(weakness);
  expect(stops).toBeGreaterThan(0);
  expect(judged?.verdict).not.toBe('violated');
});

test('no rule holds whose request was under way when the service stopped, whatever it makes of a missing answer', async () => {
  const trying = Array.from({ length: 8 }, (_, i) =>
    createNamedRule(`a/tries-${i}`, {
      touches: 'reads',
      when: async (__, { client }) => client.trySend({ method: 'GET', path: i === 3 ? '/things/stop' : '/things' }),
      then: () => held,
    }),
  );
  const limits = { cases: 1, concurrency: 8 };
  // Away for longer than a busy machine needs to see that no connection is accepted.
  const weakness: Weakness = { isLast: ({ path }) => path === '/things/stop', downtimeMs: 3_000 };
  const { outcomes, stops } = await auditStoppable(weakness, { limits }, trying);
  expect(stops).toBeGreaterThan(0);
  const verdictOf = (rule: string) => outcomes.find(({ trial }) => trial.rule === rule)?.verdict;
  expect(verdictOf('a/tries-3')).toBe('inconclusive');
  expect(verdictOf('responses/no-request-fails-each-time')).not.toBe('held');
  expect(verdictOf('responses/no-request-stops-the-service')).toBe('violated');
});

test.each<[string, Collection]>([
  ['can be read', { ...testCollection, marker: '/name', read: { ...testCollection.list, method: 'GET' } as never }],
  ['can only be listed', testCollection],
])('items of others that have the addresses of lost ones are not removed where they %s', async (_, collection) => {
  const theirs = Array.from({ length: 9 }, (__, i) => ({ id: `t${i + 1}`, name: 'theirs', size: 1 }));
  const losing = createBodyRule('a/loses', {
    when: async (body, { items, client }) => {
      await items.create(body);
      return client.trySend({ method: 'GET', path: '/things/stop' });
    },
    then: () => held,
  });
  const weakness: Weakness = { isLast: ({ path }) => path === '/things/stop', comesBackWith: theirs };
  const overrides = { limits: { cases: 2, concurrency: 1 }, collections: [collection] };
  const { service, leftovers, stops } = await auditStoppable(weakness, overrides, [losing as never]);
  expect(stops).toBeGreaterThan(0);
  expect(theirs.filter(({ id }) => service.things.get(id)?.name !== 'theirs')).toEqual([]);
  expect(leftovers.filter(({ mayExist }) => mayExist !== true)).toEqual([]);
});

test('a service that never stops is held', async () => {
  const { judged } = await auditStoppable({});
  expect(judged?.verdict).toBe('held');
});
