import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { readRuleFolders } from '../../rule-set/shipped-rules.js';
import {
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const tagOf = (thing: JsonObject): string =>
  `"${createHash('sha256').update(JSON.stringify(thing)).digest('hex').slice(0, 8)}"`;

/** Requires If-Match for writes to items, as RFC 6585 section 3 describes, and compares it. */
function answerConditionally({ method, path, headers, json }: ReceivedRequest, things: Map<string, JsonObject>) {
  const id = path.slice('/things/'.length);
  const thing = things.get(id);
  if (path === '/things' || thing === undefined) return undefined;
  const answer = (kept: JsonObject): StubResponse => ({ status: 200, headers: { etag: tagOf(kept) }, json: kept });
  if (method === 'GET' || method === 'HEAD') return answer(thing);
  if (headers['if-match'] === undefined) return { status: 428, json: { detail: 'If-Match is required' } };
  if (headers['if-match'] !== tagOf(thing)) return { status: 412 };
  if (method === 'DELETE' || !isObject(json)) return undefined;
  const next = { ...(method === 'PATCH' ? thing : {}), ...json, id };
  things.set(id, next);
  return answer(next);
}

const patch = { ...testCollection.replace, method: 'PATCH' } as NonNullable<Collection['patch']>;
const read = { ...testCollection.list, path: '/things/{id}' } as NonNullable<Collection['read']>;
const collection: Collection = { ...testCollection, read, patch };

test.each([
  'idempotency/put-replaces-the-whole-item',
  'idempotency/patch-changes-only-what-it-names',
  'idempotency/deleted-item-is-gone',
  'idempotency/repeated-put-has-one-effect',
])('%s is decided where writes must be conditional', async (rule) => {
  const service = await startItemService((arrival) =>
    answerConditionally(arrival, service.things as Map<string, JsonObject>),
  );
  const rules = (await readRuleFolders()).filter(({ id }) => id === rule);
  const { outcomes, leftovers } = await runRules(service.url, rules, {
    collections: [collection],
    limits: { cases: 4 },
  });
  expect(outcomes.map(({ verdict, why }) => why ?? verdict)).toEqual(['held']);
  expect([leftovers, service.things.size]).toEqual([[], 0]);
});

test('a write that is known to need a condition has it at once', async () => {
  const service = await startItemService((arrival) =>
    answerConditionally(arrival, service.things as Map<string, JsonObject>),
  );
  const rules = (await readRuleFolders()).filter(({ id }) => id === 'idempotency/put-replaces-the-whole-item');
  await runRules(service.url, rules, { collections: [collection], limits: { cases: 6, concurrency: 1 } });
  const refused = service.arrived.filter(({ method, headers }) => method === 'PUT' && !headers['if-match']);
  expect(refused.length).toBe(1);
});
