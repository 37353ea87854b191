import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import {
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    size: { type: 'integer', minimum: 0 },
    leadId: { type: 'string' },
  },
};

/** Refuses each patch that names a lead, which a generator cannot know. */
function patchWithoutLead(
  { method, path, json }: ReceivedRequest,
  things: Map<string, JsonObject>,
  refusal: JsonObject,
): StubResponse | undefined {
  const id = path.slice('/things/'.length);
  const thing = things.get(id);
  if (method !== 'PATCH' || !isObject(json) || thing === undefined) return undefined;
  if (json.leadId !== undefined) return { status: 422, json: refusal };
  things.set(id, { ...thing, ...json });
  return { status: 200, json: things.get(id) ?? null };
}

test.each<[string, JsonObject]>([
  ['names the member', { errors: [{ field: 'leadId', message: 'is not a member' }] }],
  ['names no member', { detail: 'The request is invalid.' }],
])('a patch is decided without the reference that a service refuses, where the refusal %s', async (_, refusal) => {
  const service = await startItemService((arrival) =>
    patchWithoutLead(arrival, service.things as Map<string, JsonObject>, refusal),
  );
  const patch = { ...testCollection.replace, method: 'PATCH', provenance: 'described' } as NonNullable<
    Collection['patch']
  >;
  const read = { ...testCollection.list, path: '/things/{id}' } as NonNullable<Collection['read']>;
  const collection: Collection = {
    ...testCollection,
    read,
    patch: { ...patch, request: { mediaType: 'application/json', schema } },
  };
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'idempotency/patch-changes-only-what-it-names');
  const { outcomes } = await runRules(service.url, rules, { collections: [collection], limits: { cases: 4 } });
  expect(outcomes.map(({ verdict, why }) => why ?? verdict)).toEqual(['held']);
});
