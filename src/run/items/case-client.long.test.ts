import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
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

const tagOf = (thing: JsonObject): string =>
  `"${createHash('sha256').update(JSON.stringify(thing)).digest('hex').slice(0, 8)}"`;

/** Requires If-Match for writes to items, as RFC 6585 section 3 describes, and compares it. */
function answerConditionally(
  { method, path, headers, json }: ReceivedRequest,
  things: Map<string, JsonObject>,
  { tag = tagOf, isLate = false }: { readonly tag?: (thing: JsonObject) => string; readonly isLate?: boolean } = {},
) {
  const id = path.slice('/things/'.length);
  const thing = things.get(id);
  if (path === '/things' || thing === undefined) return undefined;
  const answer = (kept: JsonObject): StubResponse => ({ status: 200, headers: { etag: tag(kept) }, json: kept });
  if (isLate && method === 'GET') return { status: 404 };
  if (method === 'GET' || method === 'HEAD') return answer(thing);
  if (headers['if-match'] === undefined) return { status: 428, json: { detail: 'If-Match is required' } };
  // A weak tag matches no other one, and itself neither.
  const isTrue = headers['if-match'] === '*' || headers['if-match'] === tag(thing);
  if (!isTrue || headers['if-match'].startsWith('W/')) return { status: 412 };
  if (method === 'DELETE' || !isObject(json)) return undefined;
  const next = { ...(method === 'PATCH' ? thing : {}), ...json, id };
  things.set(id, next);
  return answer(next);
}

const patch = { ...testCollection.replace, method: 'PATCH' } as NonNullable<Collection['patch']>;
const read = { ...testCollection.list, path: '/things/{id}' } as NonNullable<Collection['read']>;
const collection: Collection = { ...testCollection, read, patch };

const deciding = [
  'idempotency/put-replaces-the-whole-item',
  'idempotency/patch-changes-only-what-it-names',
  'idempotency/deleted-item-is-gone',
  'idempotency/repeated-put-has-one-effect',
];

/** Audits a service with one rule. */
async function auditWith(
  rule: string,
  instead: (arrival: ReceivedRequest, things: Map<string, JsonObject>) => StubResponse | undefined,
) {
  const service = await startItemService((arrival) => instead(arrival, service.things as Map<string, JsonObject>));
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === rule);
  const limits = { cases: 4, maxLeft: 3 };
  const { outcomes, leftovers } = await runRules(service.url, rules, { collections: [collection], limits });
  return { verdicts: outcomes.map(({ verdict, why }) => why ?? verdict), leftovers, things: service.things };
}

test.each(deciding)('%s is decided where entity tags are weak, or others each time', async (rule) => {
  let reads = 0;
  const tag = () => {
    reads += 1;
    return `W/"${reads}"`;
  };
  const { verdicts, leftovers, things } = await auditWith(rule, (arrival, stored) =>
    answerConditionally(arrival, stored, { tag }),
  );
  expect(verdicts).toEqual(['held']);
  expect([leftovers, things.size]).toEqual([[], 0]);
});

test('items are removed where reads lag behind creations, and DELETE requires the entity tag', async () => {
  const created = new Map<string, number>();
  const rule = 'idempotency/repeated-put-has-one-effect';
  const { verdicts, leftovers, things } = await auditWith(rule, (arrival, stored) => {
    for (const id of stored.keys()) if (!created.has(id)) created.set(id, clock.now());
    const since = created.get(arrival.path.slice('/things/'.length)) ?? 0;
    return answerConditionally(arrival, stored, { isLate: clock.now() - since < 1_200 });
  });
  expect(verdicts.join()).not.toContain('no more items are created');
  expect([leftovers, things.size]).toEqual([[], 0]);
});

test.each(deciding)('%s is decided where reads lag, and writes must be conditional', async (rule) => {
  const written = new Map<string, { shown: JsonObject | undefined; now: JsonObject; at: number }>();
  let wroteAt = 0;
  const { verdicts, leftovers, things } = await auditWith(rule, (arrival, stored) => {
    // What the request before has written is noticed now.
    for (const [id, thing] of stored) {
      const last = written.get(id);
      if (last?.now === thing) continue;
      const shown = last && wroteAt - last.at > 600 ? last.now : last?.shown;
      written.set(id, { shown, now: thing, at: wroteAt });
    }
    if (!/^(GET|HEAD)$/.test(arrival.method)) wroteAt = clock.now();
    const seen = written.get(arrival.path.slice('/things/'.length));
    const isLate = seen !== undefined && clock.now() - seen.at < 600;
    if (!isLate || !/^(GET|HEAD)$/.test(arrival.method)) return answerConditionally(arrival, stored);
    return seen.shown === undefined
      ? { status: 404 }
      : { status: 200, headers: { etag: tagOf(seen.shown) }, json: seen.shown };
  });
  expect(verdicts).toEqual(['held']);
  expect([leftovers, things.size]).toEqual([[], 0]);
});

test.each(deciding)('%s is decided where writes must be conditional', async (rule) => {
  const { verdicts, leftovers, things } = await auditWith(rule, (arrival, stored) =>
    answerConditionally(arrival, stored),
  );
  expect(verdicts).toEqual(['held']);
  expect([leftovers, things.size]).toEqual([[], 0]);
});

test('a write that is known to need a condition has it at once', async () => {
  const service = await startItemService((arrival) =>
    answerConditionally(arrival, service.things as Map<string, JsonObject>),
  );
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'idempotency/put-replaces-the-whole-item');
  await runRules(service.url, rules, { collections: [collection], limits: { cases: 6, concurrency: 1 } });
  const refused = service.arrived.filter(({ method, headers }) => method === 'PUT' && !headers['if-match']);
  expect(refused.length).toBe(1);
});
