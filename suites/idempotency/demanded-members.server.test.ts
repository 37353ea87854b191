import { expect, test } from 'vitest';
import type { Collection, Json, JsonObject } from '#rule';
import { isObject } from '../../src/model/json.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { audit, readableCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const required = ['name', 'size', 'colour'];
const schema: JsonObject = {
  type: 'object',
  required,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    size: { type: 'integer', minimum: 1, maximum: 100 },
    colour: { enum: ['red', 'green', 'blue'] },
    note: { type: 'string' },
  },
};

/** The parts of a patch operation whose document requires these members. */
const describe = (wanted: readonly string[]): Collection => {
  const request = { mediaType: 'application/json', schema };
  const { required: _, ...loose } = schema;
  const patched = { ...loose, ...(wanted.length > 0 && { required: wanted }) };
  return {
    ...readableCollection,
    create: { ...readableCollection.create, request },
    patch: { ...readableCollection.replace, method: 'PATCH', request: { ...request, schema: patched } },
  } as Collection;
};

async function judge(demands: (sent: JsonObject) => readonly string[], documented: readonly string[] = []) {
  const { rules } = await loadRuleSet();
  const { outcomes } = await audit(
    ({ method, path, json }, stored) => {
      if (method !== 'PATCH' || !isObject(json)) return undefined;
      const found = stored.get(path.slice('/things/'.length));
      if (found === undefined) return { status: 404 };
      const missing = demands(json).filter((name) => !Object.hasOwn(json, name));
      if (missing.length > 0) return { status: 422, json: { missing } as Json };
      const item = { ...found, ...json };
      stored.set(String(found.id), item);
      return { status: 200, json: item };
    },
    {
      tried: rules.filter(({ id }) => id === 'idempotency/patch-is-acknowledged'),
      collections: [describe(documented)],
    },
  );
  return outcomes[0];
}

test('a PATCH that demands all members is a violation, with the ones that it demands', async () => {
  const outcome = await judge(() => required);
  expect(outcome?.verdict).toBe('violated');
  expect(outcome?.counterexample?.actual).toBe('PATCH without name, size, colour returned 422');
});

test.each<[string, Parameters<typeof judge>, string]>([
  ['takes parts', [() => []], 'held'],
  ['demands one member, as the kind of the item', [() => ['colour']], 'inconclusive'],
  ['demands two members, as the kind of the item and its version', [() => ['colour', 'size']], 'inconclusive'],
  [
    'takes two members together only',
    [(sent) => ('name' in sent || 'size' in sent ? ['name', 'size'] : [])],
    'inconclusive',
  ],
  ['demands what its document requires', [() => required, required], 'inconclusive'],
])('no violation is found where a service %s', async (_, given, expected) => {
  expect((await judge(...given))?.verdict).toBe(expected);
});
