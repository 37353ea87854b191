import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { held, inconclusive } from '../../rule/finding.js';
import { definePassiveRule, type PassiveRuleParts } from '../../rule/passive-rule.js';
import type { NamedRule } from '../../rule/rule.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import {
  createNamedRule,
  markedCollection,
  type ReceivedRequest,
  readableCollection,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const failing = (await loadRuleSet()).rules.filter(({ id }) => id === 'responses/no-request-fails-each-time');

/** A rule that creates items, replaces them and does not judge them. */
const writing = createNamedRule<{ body: Json }, boolean>('a/writes', {
  given: (bodies) => bodies.body().map((body) => ({ body })),
  when: async ({ body }, { items }) => {
    const { item, exchange } = await items.post(body);
    if (item !== undefined) await item.put(item.prepare(body));
    return hasStatus(exchange, 2);
  },
  then: (isCreated) => (isCreated ? held : inconclusive('no-usable-case', 'it was not created')),
});

type Instead = (arrival: ReceivedRequest, nth: number) => StubResponse | undefined;

async function auditWith(
  rules: readonly NamedRule[],
  instead: Instead,
  cases = 30,
  collections: readonly Collection[] = [testCollection],
) {
  const service = await startItemService(instead);
  const { outcomes, leftovers } = await runRules(service.url, [writing, ...rules], {
    collections,
    limits: { cases, concurrency: 8 },
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
  });
  const passive = outcomes.filter(({ trial }) => trial.rule !== writing.id);
  return { service, passive, outcomes, leftovers };
}

/** Items that PUT creates at an address that the client chooses. */
const named: Collection = {
  ...readableCollection,
  create: { ...(testCollection.replace as NonNullable<Collection['replace']>) },
  creation: { path: '/things/{id}', isNamed: true },
};

const getSize = ({ json }: ReceivedRequest): number => (isObject(json) ? Number(json.size) : Number.NaN);

describe('a request that fails each time', () => {
  test('is reported for an item whose id the client chose, where its creation says nothing', async () => {
    const chosen = new Map<string, string>();
    const service = await startItemService(({ method, path, json }): StubResponse => {
      if (method === 'POST' && isObject(json)) chosen.set(String(json.id), String(json.name));
      if (method === 'POST') return { status: 201, json: {} };
      const id = decodeURIComponent(path.split('/')[2] ?? '');
      if (method === 'PUT') return { status: chosen.has(id) ? 500 : 404 };
      if (method === 'DELETE') return { status: chosen.delete(id) ? 204 : 404 };
      const entries = [...chosen].map(([key, name]) => ({ id: key, name }));
      if (path.startsWith('/things?') || path === '/things') return { status: 200, json: entries };
      return chosen.has(id) ? { status: 200, json: { id, name: chosen.get(id) ?? '' } } : { status: 404 };
    });
    const { create } = markedCollection;
    const properties = { id: { type: 'string', pattern: '^[a-z]{8,12}$' }, name: { type: 'string', maxLength: 60 } };
    const schema = { type: 'object', properties, required: ['id', 'name'] };
    const collection = {
      ...readableCollection,
      marker: '/name',
      unique: ['/id'],
      create: { ...create, request: { mediaType: 'application/json', schema } },
    } as Collection;
    const { outcomes } = await runRules(service.url, [writing, ...failing], {
      collections: [collection],
      limits: { cases: 5 },
      subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
    });
    expect(outcomes.slice(1)).toMatchObject([
      { verdict: 'violated', trial: { subject: { name: 'PUT /things/{id}' } } },
    ]);
  });

  test('is reported where it needs the entity tag of its item', async () => {
    const { passive } = await auditWith(
      failing,
      ({ method, path, headers }) => {
        const etag = `"${path}"`;
        if (method === 'PUT' && headers['if-match'] === undefined) return { status: 428 };
        if (method === 'PUT') return { status: headers['if-match'] === etag ? 500 : 412 };
        return method === 'GET' && path.startsWith('/things/t')
          ? { status: 200, headers: { etag }, json: {} }
          : undefined;
      },
      5,
      [readableCollection],
    );
    expect(passive).toMatchObject([{ verdict: 'violated', trial: { subject: { name: 'PUT /things/{id}' } } }]);
  });

  test('is reported for its operation, with the smallest body', async () => {
    const { passive, outcomes, leftovers } = await auditWith(failing, (arrival) =>
      arrival.method === 'POST' && getSize(arrival) % 3 === 0 ? { status: 500 } : undefined,
    );
    expect(passive).toHaveLength(1);
    expect(passive[0]).toMatchObject({
      verdict: 'violated',
      trial: { subject: { name: 'POST /things' } },
      counterexample: { case: { request: { body: { size: 0 } } }, seenAgain: expect.stringMatching(/^(\d+) of \1$/) },
    });
    expect(passive[0]?.counterexample?.exchanges).toHaveLength(1);
    expect(outcomes[0]?.verdict).toBe('held');
    expect(leftovers).toEqual([]);
  });

  test('is reported for creations at an address of their own, which looks like that of an item', async () => {
    const service = await startItemService(({ method, path, json }): StubResponse | undefined => {
      if (method !== 'POST' || path !== '/things/new' || !isObject(json)) return undefined;
      if (Number(json.size) % 3 === 0) return { status: 500 };
      const id = `t${service.things.size + 1}-${json.size}`;
      service.things.set(id, { ...json, id });
      return { status: 201, headers: { location: `/things/${id}` }, json: { ...json, id } };
    });
    const create = { ...(testCollection.create as NonNullable<Collection['create']>), path: '/things/new' };
    const { outcomes } = await runRules(service.url, [writing, ...failing], {
      collections: [{ ...testCollection, create, creation: { path: '/things/new' } }],
      limits: { cases: 30 },
      subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
    });
    expect(outcomes.slice(1)).toMatchObject([
      {
        verdict: 'violated',
        trial: { subject: { name: 'POST /things/new' } },
        counterexample: { case: { request: { body: { size: 0 } } } },
      },
    ]);
    expect(service.things.size).toBe(0);
  });

  test('is reported where the rate of requests is limited, which repeating them exceeds', async () => {
    let sent: number[] = [];
    const { passive } = await auditWith(
      failing,
      ({ method }) => {
        sent = sent.filter((at) => at > clock.now() - 5_000);
        if (sent.length >= 12) return { status: 429 };
        sent.push(clock.now());
        return method === 'PUT' ? { status: 500 } : undefined;
      },
      3,
    );
    expect(passive).toMatchObject([{ verdict: 'violated', trial: { subject: { name: 'PUT /things/{id}' } } }]);
  });

  test('is found with the smallest body behind a gateway that sometimes fails', async () => {
    let count = 0;
    const { passive } = await auditWith(failing, (arrival) => {
      count += 1;
      if (count % 5 === 0) return { status: 503 };
      return arrival.method === 'POST' && getSize(arrival) > 0 && getSize(arrival) % 3 === 0
        ? { status: 500 }
        : undefined;
    });
    expect(passive).toMatchObject([
      { verdict: 'violated', counterexample: { case: { request: { body: { size: 3 } } } } },
    ]);
  });

  test('is found on an item, after the writes that it needs', async () => {
    const replaced = new Map<string, number>();
    const { passive } = await auditWith(failing, ({ method, path }) => {
      if (method !== 'PUT') return undefined;
      replaced.set(path, (replaced.get(path) ?? 0) + 1);
      return { status: 500 };
    });
    expect(passive).toMatchObject([{ verdict: 'violated', trial: { subject: { name: 'PUT /things/{id}' } } }]);
    expect(passive[0]?.counterexample?.case).toMatchObject({ on: 'item', before: [], request: { body: {} } });
  });

  test('is found on an item that its client named, after the PUT that creates it', async () => {
    const put = new Set<string>();
    const failSecond: Instead = ({ method, path }) => {
      if (method === 'DELETE') put.delete(path);
      if (method !== 'PUT') return undefined;
      const isSecond = put.has(path);
      put.add(path);
      return isSecond ? { status: 500 } : undefined;
    };
    const { passive } = await auditWith(failing, failSecond, 30, [named]);
    expect(passive).toMatchObject([{ verdict: 'violated', trial: { subject: { name: 'PUT /things/{id}' } } }]);
  });

  test.each([2, 3, 5])('is none where every %ith request fails, whatever it says', async (every) => {
    let count = 0;
    const { passive } = await auditWith(failing, () => {
      count += 1;
      // A pattern that no sequence of equal requests meets each time.
      return (count * 7919) % 11 < 11 / every - 1 ? { status: 500 } : undefined;
    });
    expect(passive.map(({ verdict }) => verdict)).not.toContain('violated');
  });

  test('is sent with a new marker, also in an envelope: what failed may have stored its item', async () => {
    const seen = new Set<string>();
    const service = await startItemService(({ method, json }) => {
      const inside = isObject(json) && isObject(json.thing) ? json.thing : {};
      if (method !== 'POST' || Number(inside.size) < 500) return undefined;
      const isTaken = seen.has(String(inside.name));
      seen.add(String(inside.name));
      return { status: isTaken ? 409 : 500 };
    });
    const failingOnce = createNamedRule('a/fails', {
      when: async (_, { items }) => items.post({ name: 'x', size: 501 }, { marked: true }),
    });
    const { outcomes } = await runRules(service.url, [failingOnce, ...failing], {
      collections: [{ ...markedCollection, envelope: { style: 'member', request: 'thing' } }],
      limits: { cases: 2, concurrency: 1 },
      subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
    });
    expect(outcomes.filter(({ verdict }) => verdict === 'violated')).toMatchObject([
      { trial: { subject: { name: 'POST /things' } } },
    ]);
  });

  test('says nothing while the control fails, too', async () => {
    const { passive } = await auditWith(failing, ({ method }) => (method === 'GET' ? undefined : { status: 500 }), 3);
    expect(passive.map(({ verdict }) => verdict)).not.toContain('errored');
  });
});

describe('a flaw of responses', () => {
  const createRule = (parts: Partial<PassiveRuleParts> = {}): NamedRule => ({
    id: 'a/allow',
    rule: {
      ...definePassiveRule({
        clause: 'TST-01',
        title: 'Every 405 has Allow',
        otherwise: 'A 405 has no Allow',
        since: '0.2',
        observes: {
          concerns: (exchange) => hasStatus(exchange, 405),
          findFlaw: ({ answer }) => (answer?.headers.allow === undefined ? '405 without Allow' : undefined),
          expected: '405 with Allow',
        },
        silentIn: [],
        ...parts,
      }),
      level: 'SHOULD',
      family: 'http',
    },
  });
  const refusePut =
    (headers: Record<string, string>): Instead =>
    (arrival) =>
      arrival.method === 'PUT' ? { status: 405, headers } : undefined;

  test('is reported with the request that shows it', async () => {
    const { passive } = await auditWith([createRule()], refusePut({}), 4);
    expect(passive).toMatchObject([
      {
        verdict: 'violated',
        trial: { subject: { name: 'PUT /things/{id}' } },
        counterexample: { actual: '405 without Allow', seenAgain: '2 of 2' },
      },
    ]);
  });

  test('is none where it is there', async () => {
    const { passive } = await auditWith([createRule()], refusePut({ allow: 'GET' }), 4);
    expect(passive).toMatchObject([{ verdict: 'held', trial: { subject: { name: 'service' } } }]);
    expect(passive[0]?.cases).toBeGreaterThan(0);
  });

  test('is not looked for where no response is concerned', async () => {
    const { passive } = await auditWith([createRule()], () => undefined, 4);
    expect(passive).toMatchObject([{ verdict: 'not-applicable' }]);
  });

  test('waits for a rule that it assumes', async () => {
    const broken = createNamedRule('b/broken', {
      then: () => ({ verdict: 'violated', grounds: { expected: 1, actual: 2 } }),
    });
    const { passive } = await auditWith([broken, createRule({ assumes: ['b/broken'] })], refusePut({}), 4);
    expect(passive.at(-1)).toMatchObject({ verdict: 'inconclusive', cause: 'assumption:b/broken' });
  });
});
