import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { hasStatus } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { held, inconclusive } from '../../rule/finding.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import {
  createNamedRule,
  type ItemService,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'responses/refused-request-has-no-effect');

/** Creates items, replaces and removes them, and judges nothing. */
const writing = createNamedRule<{ body: Json }, boolean>('a/writes', {
  given: (bodies) => bodies.body().map((body) => ({ body })),
  when: async ({ body }, { items }) => {
    const { item, exchange } = await items.post(body);
    if (item !== undefined) await item.put(item.prepare({ ...(body as JsonObject), size: 999 }));
    return hasStatus(exchange, 2);
  },
  then: (isCreated) => (isCreated ? held : inconclusive('no-usable-case', 'it was not created')),
});

const read: Operation = {
  method: 'GET',
  path: '/things/{id}',
  provenance: 'declared',
  statuses: [],
  parameters: [],
};

/** Creates an item with a key, and sends the key again with other content or after the first response was lost. */
const replaying = createNamedRule<{ body: Json }, boolean>('a/replays', {
  given: (bodies) => bodies.body().map((body) => ({ body })),
  when: async ({ body }, { items, fresh }) => {
    const key = fresh.key();
    const first = await items.post(body, { key, marked: true });
    await items.post({ ...(body as JsonObject), size: 999 }, { key, like: first });
    await items.list();
    return true;
  },
  then: (isDone) => (isDone ? held : inconclusive('no-usable-case', 'nothing was sent')),
});

const idempotency = { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false } as const;

type Instead = (arrival: ReceivedRequest, service: ItemService) => StubResponse | undefined;

async function auditWith(instead: Instead, sending = writing, parts: Partial<Collection> = {}) {
  const service: ItemService = await startItemService((arrival) => instead(arrival, service));
  const { outcomes, leftovers } = await runRules(service.url, [sending, ...rules], {
    collections: [{ ...testCollection, read, marker: '/name', idempotency, ...parts }],
    limits: { cases: 20, concurrency: 4 },
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
  });
  return { outcomes: outcomes.filter(({ trial }) => trial.rule !== sending.id), leftovers };
}

const store = ({ things }: ItemService, id: string, json: Json | undefined) =>
  things.set(id, { ...(json as JsonObject), id });

const getId = ({ path }: ReceivedRequest) => path.split('/')[2] ?? '';

/** Counts only the requests of one method. */
function everyNth(method: string, n: number): (arrival: ReceivedRequest) => boolean {
  let count = 0;
  return (arrival) => {
    if (arrival.method !== method) return false;
    count += 1;
    return count % n === 0;
  };
}

describe('an effect of a refused request', () => {
  test('is found where 429 stores the item, and the item is removed', async () => {
    const isMeant = everyNth('POST', 5);
    let last = 0;
    const { outcomes, leftovers } = await auditWith((arrival, service) => {
      if (!isMeant(arrival)) return undefined;
      last += 1;
      store(service, `x${last}`, arrival.json);
      return { status: 429, headers: { 'retry-after': '0' } };
    });
    expect(outcomes).toMatchObject([
      {
        verdict: 'violated',
        trial: { subject: { name: 'POST /things' } },
        counterexample: { actual: 'POST returned 429, and the item exists', seenAgain: '2 of 2' },
      },
    ]);
    expect(outcomes[0]?.counterexample?.exchanges.map(({ answer }) => answer?.status)).toEqual([429, 200]);
    expect(leftovers).toEqual([]);
  });

  test.each([409, 422])('is found where a PUT that returns %s is applied', async (status) => {
    const { outcomes } = await auditWith((arrival, service) => {
      if (arrival.method !== 'PUT') return undefined;
      store(service, getId(arrival), arrival.json);
      return { status };
    });
    expect(outcomes).toMatchObject([
      {
        verdict: 'violated',
        trial: { subject: { name: 'PUT /things/{id}' } },
        counterexample: { actual: expect.stringContaining(`PUT returned ${status}, and the item has`) },
      },
    ]);
  });

  test('is found where a refused PUT removes the item', async () => {
    const { outcomes } = await auditWith((arrival, { things }) => {
      if (arrival.method !== 'PUT') return undefined;
      things.delete(getId(arrival));
      return { status: 409 };
    });
    expect(outcomes).toMatchObject([
      { verdict: 'violated', counterexample: { actual: 'PUT returned 409, and the item is gone' } },
    ]);
  });
});

describe('in a service that takes an item as a member of the content', () => {
  /** The service takes the item out, and refuses what has none. */
  const auditWrapped = (instead: Instead) =>
    auditWith(
      (arrival, service) => {
        if (!/POST|PUT/.test(arrival.method)) return undefined;
        const { thing } = arrival.json as JsonObject;
        if (!isObject(thing)) return { status: 400 };
        Object.assign(arrival, { json: thing });
        return instead(arrival, service);
      },
      writing,
      { envelope: { style: 'member', request: 'thing' } },
    );

  test('a stored creation is found', async () => {
    const isMeant = everyNth('POST', 5);
    const { outcomes, leftovers } = await auditWrapped((arrival, service) => {
      if (!isMeant(arrival)) return undefined;
      store(service, `x${service.arrived.length}`, arrival.json);
      return { status: 429, headers: { 'retry-after': '0' } };
    });
    expect(outcomes).toMatchObject([{ verdict: 'violated', trial: { subject: { name: 'POST /things' } } }]);
    expect(leftovers).toEqual([]);
  });

  test('a PUT that is applied is found', async () => {
    const { outcomes } = await auditWrapped((arrival, service) => {
      if (arrival.method !== 'PUT') return undefined;
      store(service, getId(arrival), arrival.json);
      return { status: 409 };
    });
    expect(outcomes).toMatchObject([{ verdict: 'violated', trial: { subject: { name: 'PUT /things/{id}' } } }]);
  });
});

describe('no effect of a refused request is', () => {
  const expectSilent = async (instead: Instead) => {
    const { outcomes } = await auditWith(instead);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['not-applicable']);
  };
  const expectHeld = async (instead: Instead, sending = writing) => {
    const { outcomes } = await auditWith(instead, sending);
    expect(outcomes).toMatchObject([{ verdict: 'held', trial: { subject: { name: 'service' } } }]);
    expect(outcomes[0]?.cases).toBeGreaterThan(0);
  };

  test('what the same request creates when it is sent again', () => {
    const isMeant = everyNth('POST', 3);
    return expectHeld((arrival) => (isMeant(arrival) ? { status: 429, headers: { 'retry-after': '0' } } : undefined));
  });

  // The first request under the key created the item.
  test.each([409, 422])('a key that is sent again and refused with %s', async (status) => {
    const keys = new Set<unknown>();
    let refused = 0;
    await expectHeld((arrival) => {
      const key = arrival.headers['idempotency-key'];
      // The items are still listed when the creations are traced.
      if (arrival.method === 'DELETE') return { status: 405 };
      if (arrival.method !== 'POST' || key === undefined) return undefined;
      if (!keys.has(key)) {
        keys.add(key);
        return undefined;
      }
      refused += 1;
      return { status };
    }, replaying);
    expect(refused).toBeGreaterThan(0);
  });

  test('a key that is sent again and refused, after the response to the creation was lost', () => {
    const keys = new Set<unknown>();
    let last = 0;
    return expectHeld((arrival, service) => {
      const key = arrival.headers['idempotency-key'];
      // The items are still listed when the creations are traced.
      if (arrival.method === 'DELETE') return { status: 405 };
      if (arrival.method !== 'POST' || key === undefined) return undefined;
      if (keys.has(key)) return { status: 409 };
      keys.add(key);
      last += 1;
      store(service, `k${last}`, arrival.json);
      return { status: last % 2 === 0 ? 504 : 500 };
    }, replaying);
  });

  test('the record of an attempt that failed', () => {
    const isMeant = everyNth('POST', 3);
    let last = 0;
    return expectHeld((arrival, service) => {
      if (!isMeant(arrival)) return undefined;
      last += 1;
      store(service, `f${last}`, { ...(arrival.json as JsonObject), state: 'failed' });
      return { status: 422 };
    });
  });

  test('an entry of a log that repeats what was sent', () => {
    const isMeant = everyNth('POST', 3);
    let last = 0;
    return expectHeld((arrival, service) => {
      if (!isMeant(arrival)) return undefined;
      last += 1;
      const name = isObject(arrival.json) ? String(arrival.json.name) : '';
      store(service, `l${last}`, { name: 'POST /things', message: `refused: ${name}` });
      return { status: 422 };
    });
  });

  test('a member that counts attempts', () => {
    const tries = new Map<string, number>();
    return expectHeld((arrival, service) => {
      if (arrival.method !== 'PUT') return undefined;
      const id = getId(arrival);
      tries.set(id, (tries.get(id) ?? 0) + 1);
      store(service, id, { ...service.things.get(id), attempts: tries.get(id) ?? 0 });
      return { status: 409 };
    });
  });

  test('a change that another request made', () => {
    const replaced = new Set<string>();
    return expectSilent((arrival, service) => {
      const id = getId(arrival);
      if (arrival.method === 'PUT' && !replaced.has(id)) {
        replaced.add(id);
        store(service, id, arrival.json);
        return { status: 500 };
      }
      return arrival.method === 'PUT' ? { status: 409 } : undefined;
    });
  });
});
