import { describe, expect, test } from 'vitest';
import type { Collection, JsonObject } from '#rule';
import { clock } from '../../src/model/clock.js';
import { isObject } from '../../src/model/json.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import {
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

type Instead = (arrival: ReceivedRequest, stored: Map<string, JsonObject>) => StubResponse | undefined;

const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    size: { type: 'integer', minimum: 0, maximum: 9 },
    note: { type: 'string', maxLength: 40 },
  },
  required: ['name', 'size', 'note'],
};
const request = { mediaType: 'application/json', schema };
const operation = { path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] } as const;
const whole: Collection = {
  ...testCollection,
  read: { ...operation, method: 'GET' },
  create: { ...operation, method: 'POST', path: '/things', request },
  replace: { ...operation, method: 'PUT', request },
};

async function audit(rule: string, instead: Instead, collection = whole, cases = 10) {
  const service = await startItemService((arrival) => instead(arrival, service.things as Map<string, JsonObject>));
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === `idempotency/${rule}`);
  const { outcomes } = await runRules(service.url, rules, { collections: [collection], limits: { cases } });
  return outcomes[0];
}

const idOf = (path: string) => path.slice('/things/'.length);

/** Keeps what the body of a PUT leaves out. */
const merging: Instead = ({ method, path, json }, stored) => {
  const found = stored.get(idOf(path));
  if (method !== 'PUT' || !found) return undefined;
  stored.set(idOf(path), { ...found, ...(json as JsonObject) });
  return { status: 200, json: stored.get(idOf(path)) ?? null };
};

describe('PUT that keeps omitted members', () => {
  const rule = 'put-replaces-the-whole-item';
  const lacks = (json: unknown, ...names: string[]) =>
    isObject(json as never) && names.some((name) => !(name in (json as object)));

  test('is found when the creation requires some of them', async () => {
    const outcome = await audit(rule, (arrival, stored) => {
      if (arrival.method === 'POST' && lacks(arrival.json, 'size')) return { status: 422 };
      return merging(arrival, stored);
    });
    expect(outcome).toMatchObject({ verdict: 'violated', counterexample: { actual: { note: expect.any(String) } } });
  });

  test('is inconclusive when the creation requires all of them', async () => {
    const outcome = await audit(rule, (arrival, stored) => {
      if (arrival.method === 'POST' && lacks(arrival.json, 'size', 'note', 'name')) return { status: 422 };
      return merging(arrival, stored);
    });
    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      why: expect.stringMatching(/^no item can be created without /),
    });
  });
});

describe('PUT that returns a success', () => {
  const rule = 'put-replaces-the-whole-item';
  const storing =
    (keep: (stored: JsonObject, sent: JsonObject) => JsonObject, lagMs = 0): Instead =>
    ({ method, path, json }, stored) => {
      const found = stored.get(idOf(path));
      if (method !== 'PUT' || !found) return undefined;
      const store = () => stored.set(idOf(path), keep(found, { ...(json as JsonObject), id: idOf(path) }));
      if (lagMs > 0) clock.schedule(lagMs, store);
      else store();
      return { status: 200, json: json ?? null };
    };

  test('without any effect is found', async () => {
    const outcome = await audit(
      rule,
      storing((found) => found),
    );
    expect(outcome).toMatchObject({
      verdict: 'violated',
      counterexample: { summary: expect.stringMatching(/nothing/) },
    });
  });

  test('is no violation when some members never change', async () => {
    const fixed = storing((found, sent) => ({ ...sent, name: found.name ?? null, size: found.size ?? null }));
    expect((await audit(rule, fixed))?.verdict).not.toBe('violated');
  });

  test('with a delayed effect is inconclusive', async () => {
    const outcome = await audit(
      rule,
      storing((_, sent) => sent, 600),
    );
    expect(outcome).toMatchObject({ verdict: 'inconclusive', cause: 'noise' });
  });
});

describe('a repeated PUT', () => {
  const rule = 'repeated-put-has-one-effect';
  const stamping =
    (publishedAt: () => string): Instead =>
    ({ method, path, json }, stored) => {
      if (method !== 'PUT') return undefined;
      stored.set(idOf(path), { ...(json as JsonObject), id: idOf(path), publishedAt: publishedAt() });
      return { status: 200, json: stored.get(idOf(path)) ?? null };
    };

  test('may set a new timestamp', async () => {
    let added = 0;
    const now = () => new Date(clock.epochMs() + added++).toISOString();
    expect(await audit(rule, stamping(now))).toMatchObject({ verdict: 'held' });
  });

  test('is inconclusive when it changes another date', async () => {
    let days = 1;
    const later = () => new Date(clock.epochMs() + days++ * 86_400_000).toISOString();
    expect(await audit(rule, stamping(later))).toMatchObject({ verdict: 'inconclusive', cause: 'noise' });
  });
});

describe('a refused PUT', () => {
  const rule = 'refused-put-changes-nothing';
  const isOver = (json: unknown) => isObject(json as never) && Number((json as JsonObject).size) > 9;

  test('is checked when other invalid bodies are accepted', async () => {
    const outcome = await audit(rule, ({ method, json }) =>
      method === 'PUT' && isOver(json) ? { status: 422 } : undefined,
    );
    expect(outcome).toMatchObject({ verdict: 'held' });
  });

  test('violates the rule when it writes', async () => {
    const outcome = await audit(rule, ({ method, path, json }, stored) => {
      if (method !== 'PUT' || !isOver(json)) return undefined;
      stored.set(idOf(path), { ...(json as JsonObject), id: idOf(path) });
      return { status: 422 };
    });
    expect(outcome).toMatchObject({ verdict: 'violated' });
  });

  test('is inconclusive when all bodies are accepted', async () => {
    expect(await audit(rule, () => undefined)).toMatchObject({ verdict: 'inconclusive', cause: 'setup' });
  });
});

describe('PUT with zero', () => {
  const rule = 'put-stores-empty-values';
  /** Stores what `change` makes of the stored and the sent size. */
  const storing =
    (change: (stored: number, sent: number) => number): Instead =>
    ({ method, path, json }, stored) => {
      const found = stored.get(idOf(path));
      if (method !== 'PUT' || !found || !isObject(json as never)) return undefined;
      const sent = json as JsonObject;
      stored.set(idOf(path), { ...found, ...sent, size: change(Number(found.size), Number(sent.size)) });
      return { status: 200, json: stored.get(idOf(path)) ?? null };
    };

  test('is found to be ignored', async () => {
    const outcome = await audit(
      rule,
      storing((stored, sent) => sent || stored),
    );
    expect(outcome?.verdict).toBe('violated');
  });

  test.each([1, 2, 9])('may be raised to the least value, such as %s', async (least) => {
    const outcome = await audit(
      rule,
      storing((_, sent) => Math.max(sent, least)),
    );
    expect(outcome?.verdict).not.toBe('violated');
  });
});

describe('a creation that stores several entries', () => {
  const rule = 'repeated-put-creates-nothing-more';
  /** Each creation adds an entry in each of five languages, and each PUT as many copies of what the item had. */
  const auditCopies = (copies: number) => {
    let last = 1000;
    return audit(
      rule,
      ({ method, path, json }, stored) => {
        const add = (item: JsonObject) => {
          last += 1;
          stored.set(`t${last}`, { ...item, id: `t${last}` });
          return `t${last}`;
        };
        const found = stored.get(idOf(path));
        for (let i = 0; method === 'PUT' && found && i < copies; i += 1) add(found);
        if (method !== 'POST' || !isObject(json as never)) return undefined;
        const ids = [0, 1, 2, 3, 4].map(() => add(json as JsonObject));
        return { status: 201, headers: { location: `/things/${ids[0]}` }, json: stored.get(ids[0] ?? '') ?? null };
      },
      { ...whole, marker: '/name' },
    );
  };

  test('is no repetition of PUT that does', async () => {
    expect(await auditCopies(0)).toMatchObject({ verdict: 'held' });
  });

  test('does not hide that each PUT does, too', async () => {
    expect(await auditCopies(1)).toMatchObject({ verdict: 'violated' });
  });
});
