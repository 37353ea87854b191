import { describe, expect, test } from 'vitest';
import type { Collection, JsonObject } from '#rule';
import type { Operation } from '../../src/model/service/operation.js';
import { defaultDialect } from '../../src/profile/defaults.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { audit, type ReceivedRequest, readableCollection, type Stored } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const catalogue = (await loadRuleSet()).rules;

const schema: JsonObject = {
  type: 'object',
  required: ['code', 'name'],
  properties: { code: { type: 'string', minLength: 1, maxLength: 40 }, name: { type: 'string', maxLength: 90 } },
};

/** A collection whose document only suggests that codes are unique, and describes these statuses of a creation. */
const describeStatuses = (
  statuses: readonly number[],
  provenance: Operation['provenance'] = 'declared',
): Collection => {
  const request = { mediaType: 'application/json', schema };
  const [create, replace] = [readableCollection.create, readableCollection.replace];
  if (!create || !replace) throw new Error('the collection takes POST and PUT');
  const facts = [{ about: 'unique', value: ['/code'], provenance: 'assumed', evidence: 'the document' }] as const;
  const written = { create: { ...create, provenance, statuses, request }, replace: { ...replace, request } };
  return { ...readableCollection, ...written, unique: ['/code'], facts };
};

type Answering = (arrival: ReceivedRequest, stored: Stored) => ReturnType<Parameters<typeof audit>[0]>;

const conflict = { status: 409, json: { error: 'in use' } };

const listOthers = ({ path }: ReceivedRequest, stored: Stored) =>
  [...stored.values()].filter(({ id }) => path !== `/things/${id}`);

const hasTakenCode = (arrival: ReceivedRequest, stored: Stored): boolean =>
  /POST|PUT/.test(arrival.method) &&
  listOthers(arrival, stored).some(({ code }) => code === (arrival.json as JsonObject).code);

/** The verdict of a rule, or the cause for which it has none. */
async function judge(
  rule: string,
  answering: Answering,
  statuses: readonly number[] = [201, 409],
  provenance: Operation['provenance'] = 'declared',
) {
  const tried = catalogue.filter(({ id }) => id === `conflict/${rule}`);
  const { outcomes } = await audit(answering, {
    tried,
    collections: [describeStatuses(statuses, provenance)],
    limits: { cases: 10 },
  });
  return outcomes[0]?.cause ?? outcomes[0]?.verdict;
}

const taken = 'taken-unique-value-answers-409';
const freed = 'freed-unique-value-can-be-reused';

test('a value that POST refuses as taken must be refused by PUT, too', async () => {
  const refuse: Answering = (arrival, stored) => (hasTakenCode(arrival, stored) ? conflict : undefined);
  expect(await judge(taken, refuse)).toBe('held');
  const failPut: Answering = (arrival, stored) =>
    hasTakenCode(arrival, stored) ? (arrival.method === 'PUT' ? { status: 500 } : conflict) : undefined;
  expect(await judge(taken, failPut)).toBe('violated');
});

test('a taken value is no reason to fail', async () => {
  const fail: Answering = (arrival, stored) => (hasTakenCode(arrival, stored) ? { status: 500 } : undefined);
  expect(await judge(taken, fail)).toBe('violated');
  const refuse: Answering = (arrival, stored) => (hasTakenCode(arrival, stored) ? { status: 422 } : undefined);
  expect(await judge(taken, refuse)).toBe('no-usable-case');
});

describe('where nothing describes creations', () => {
  const judgeUndescribed = (answering: Answering) => judge(taken, answering, [], 'assumed');

  test.each([400, 422])('a value that is taken, as it is refused with %i after it was accepted', async (status) => {
    const refuse: Answering = (arrival, stored) => (hasTakenCode(arrival, stored) ? { status } : undefined);
    expect(await judgeUndescribed(refuse)).toBe('violated');
  });

  test('a taken value is refused with 409', async () => {
    expect(await judgeUndescribed((arrival, stored) => (hasTakenCode(arrival, stored) ? conflict : undefined))).toBe(
      'held',
    );
  });

  test.each<[string, Answering]>([
    ['a value that two items may have', () => undefined],
    [
      'a value that is wrong in other content',
      ({ method, json }) => {
        const { code, name } = (json ?? {}) as JsonObject;
        const isOdd = method === 'POST' && owners.has(code) && owners.get(code) !== name;
        if (method === 'POST' && !isOdd) owners.set(code, name);
        return isOdd ? { status: 422 } : undefined;
      },
    ],
  ])('%s is no conflict', async (_, answering) => {
    expect(await judgeUndescribed(answering)).toBe('no-usable-case');
  });

  /** The name beside which a code was sent first. */
  const owners = new Map<unknown, unknown>();
});

test('a value is free after its item was removed', async () => {
  const removed = new Set<unknown>();
  const keep: Answering = (arrival, stored) => {
    const id = arrival.path.split('/')[2] ?? '';
    if (arrival.method === 'DELETE') removed.add(stored.get(id)?.code);
    const isKept = arrival.method === 'POST' && removed.has((arrival.json as JsonObject).code);
    return isKept || hasTakenCode(arrival, stored) ? conflict : undefined;
  };
  expect(await judge(freed, keep)).toBe('violated');
  expect(await judge(freed, (arrival, stored) => (hasTakenCode(arrival, stored) ? conflict : undefined))).toBe('held');
});

test.each([taken, freed])('%s: nothing follows from values that only look unique', async (rule) => {
  expect(await judge(rule, () => undefined)).toBe('no-usable-case');
  expect(await judge(rule, () => undefined, [201])).toBe(undefined);
});

test.each([taken, freed])('%s: nothing follows from 409 for another reason', async (rule) => {
  const refuseNext: Answering = (arrival, stored) =>
    arrival.method === 'POST' && stored.size > 0 ? conflict : undefined;
  expect(await judge(rule, refuseNext)).not.toBe('violated');
});

test('the marker is not sent in a member that the schema closes to it', async () => {
  const named: JsonObject = {
    name: { enum: ['plain', 'fine'] },
    code: { type: 'string', minLength: 1, maxLength: 40 },
  };
  const request = { mediaType: 'application/json', schema: { type: 'object', required: ['code'], properties: named } };
  const collection = { ...describeStatuses([201, 400]), marker: '/name', facts: [] };
  const create = { ...collection.create, request } as Operation;
  const { outcomes } = await audit(
    (arrival, stored) => {
      const { name = 'plain' } = (arrival.json ?? {}) as JsonObject;
      const isRefused = arrival.method === 'POST' && !/^(plain|fine)$/.test(String(name));
      return isRefused || hasTakenCode(arrival, stored) ? { status: 400 } : undefined;
    },
    {
      tried: catalogue.filter(({ id }) => id === `conflict/${freed}`),
      collections: [{ ...collection, create, replace: undefined }],
      dialect: { ...defaultDialect, conflict: [400] },
      limits: { cases: 10 },
    },
  );
  expect(outcomes[0]?.verdict).toBe('held');
});

test('an id that clients choose may stay reserved', async () => {
  const ids = new Set<unknown>();
  const request = { mediaType: 'application/json', schema };
  const create = { ...readableCollection.create, statuses: [201, 409], request } as Operation;
  const chosen = {
    ...readableCollection,
    create,
    replace: undefined,
    unique: ['/code'],
    id: { pointer: '/code' },
    facts: [],
  };
  const reserve: Answering = ({ method, json }) => {
    const { code } = (json ?? {}) as JsonObject;
    if (method !== 'POST' || (!ids.has(code) && ids.add(code))) return undefined;
    return conflict;
  };
  const tried = catalogue.filter(({ id }) => id === `conflict/${freed}`);
  const { outcomes } = await audit(reserve, { tried, collections: [chosen], limits: { cases: 10 } });
  expect(outcomes[0]?.verdict).not.toBe('violated');
});

describe('a taken id is no reason to take other values', () => {
  const properties = { key: { type: 'string', format: 'uuid' }, ...(schema.properties as JsonObject) };
  const request = {
    mediaType: 'application/json',
    schema: { ...schema, required: ['key', 'code', 'name'], properties },
  };

  /** The verdict of a rule about a service where clients choose the ids, and ids and codes are unique. */
  async function judgeKeyed(rule: string, answering: Answering) {
    const known = describeStatuses([201, 409]);
    const writes = { create: { ...known.create, request }, replace: { ...known.replace, request } };
    const collection = {
      ...known,
      ...writes,
      id: { pointer: '/key' },
      unique: ['/key', '/code'],
      facts: [],
    } as Collection;
    const keyed: Answering = (arrival, stored) => {
      const { key } = (arrival.json ?? {}) as JsonObject;
      if (arrival.method === 'POST' && [...stored.values()].some((one) => one.key === key)) return conflict;
      const reply = answering(arrival, stored);
      if (reply !== undefined || arrival.method !== 'POST') return reply;
      const made = { ...(arrival.json as JsonObject), id: String(key) };
      stored.set(made.id, made);
      return { status: 201, headers: { location: `/things/${made.id}` }, json: made };
    };
    const tried = catalogue.filter(({ id }) => id === `conflict/${rule}`);
    const { outcomes } = await audit(keyed, { tried, collections: [collection], limits: { cases: 10 } });
    return outcomes[0]?.cause ?? outcomes[0]?.verdict;
  }

  const refuseCode: Answering = (arrival, stored) => (hasTakenCode(arrival, stored) ? conflict : undefined);

  test.each([taken, freed, 'refused-duplicate-has-no-effect'])('%s: both are refused', async (rule) => {
    expect(await judgeKeyed(rule, refuseCode)).toBe('held');
  });

  test('the code of another item is stored', async () => {
    expect(await judgeKeyed(taken, () => undefined)).toBe('violated');
  });

  test('a refused code is stored', async () => {
    const store: Answering = (arrival, stored) => {
      if (!hasTakenCode(arrival, stored)) return undefined;
      const made = arrival.json as JsonObject;
      if (arrival.method === 'POST') stored.set(String(made.key), { ...made, id: String(made.key) });
      return conflict;
    };
    expect(await judgeKeyed('refused-duplicate-has-no-effect', store)).toBe('violated');
  });
});

test('the creation that confirms uniqueness may take a default from the holder', async () => {
  const isCreated = ({ method }: ReceivedRequest) => method === 'POST';
  const moveDefault: Answering = (arrival, stored) => {
    if (hasTakenCode(arrival, stored)) return conflict;
    if (isCreated(arrival)) for (const [id, one] of stored) stored.set(id, { ...one, isDefault: false });
    if (isCreated(arrival)) Object.assign(arrival.json as JsonObject, { isDefault: true });
    return undefined;
  };
  expect(await judge('refused-duplicate-has-no-effect', moveDefault)).toBe('held');
  const clearDefault: Answering = (arrival, stored) => {
    if (!hasTakenCode(arrival, stored)) return moveDefault(arrival, stored);
    for (const [id, one] of stored) stored.set(id, { ...one, isDefault: 'refused' });
    return conflict;
  };
  expect(await judge('refused-duplicate-has-no-effect', clearDefault)).toBe('violated');
});

test.each([404, 500, 403])('a GET of the holder that fails once with %i is no effect', async (status) => {
  let [holder, isNext, fails] = ['', false, 0];
  const failOnce: Answering = (arrival, stored) => {
    if (hasTakenCode(arrival, stored)) {
      const { code } = arrival.json as JsonObject;
      const [id] = [...stored].find(([, one]) => one.code === code) ?? [];
      [holder, isNext] = [holder === `/things/${id}` ? '' : `/things/${id}`, false];
      return conflict;
    }
    // The creation that confirms uniqueness comes between two conflicts.
    if (arrival.method === 'POST') isNext = holder !== '';
    if (!isNext || arrival.method !== 'GET' || arrival.path !== holder) return undefined;
    [holder, isNext, fails] = ['', false, fails + 1];
    return { status, json: { error: 'later' } };
  };
  expect(await judge('refused-duplicate-has-no-effect', failOnce)).not.toBe('violated');
  expect(fails).toBeGreaterThan(0);
});
