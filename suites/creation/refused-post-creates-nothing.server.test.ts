import { describe, expect, test } from 'vitest';
import type { Collection, JsonObject } from '#rule';
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

const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80, pattern: '^[a-z0-9 -]*$' },
    size: { type: 'integer' },
  },
  required: ['name'],
};

async function audit(collection: Partial<Collection>, instead: (arrival: ReceivedRequest) => StubResponse | undefined) {
  const { url } = await startItemService(instead);
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'creation/refused-post-creates-nothing');
  const create = {
    ...(testCollection.create as NonNullable<Collection['create']>),
    request: { mediaType: 'application/json', schema },
  };
  const collections = [{ ...testCollection, marker: '/name', create, ...collection }];
  const { outcomes } = await runRules(url, rules, { collections });
  return outcomes[0];
}

/** Judges as the schema does. */
function strict({ method, json }: ReceivedRequest): StubResponse | undefined {
  const { name, size } = isObject(json) ? json : ({} as JsonObject);
  const isNamed = typeof name === 'string' && /^[a-z0-9 -]{1,80}$/.test(name);
  const isSized = size === undefined || Number.isInteger(size);
  return method === 'POST' && !(isNamed && isSized) ? { status: 422 } : undefined;
}

describe('a refused POST', () => {
  test('is checked when a member besides the marker can be invalid', async () => {
    expect(await audit({}, strict)).toMatchObject({ verdict: 'held', cases: 3 });
  });

  test('is inconclusive when the invalid body was accepted', async () => {
    const outcome = await audit({}, () => undefined);
    const why = expect.stringMatching(/^a body with type violated at \/size returned 201$/);
    expect(outcome).toMatchObject({ verdict: 'inconclusive', cause: 'setup', why });
  });

  test('is inconclusive when only the marker can be invalid', async () => {
    const { size: _, ...named } = schema.properties as JsonObject;
    const create = {
      ...(testCollection.create as NonNullable<Collection['create']>),
      request: { mediaType: 'application/json', schema: { ...schema, properties: named } },
    };
    const outcome = await audit({ create }, strict);
    expect(outcome).toMatchObject({ verdict: 'inconclusive', cause: 'no-usable-case' });
  });
});
