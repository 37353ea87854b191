import { describe, expect, onTestFinished, test } from 'vitest';
import { startDemo } from '../../src/demo/start-demo.js';
import type { TapedExchange } from '../../src/http/tape.js';
import type { Json, JsonObject } from '../../src/model/json.js';
import type { Operation } from '../../src/model/service/operation.js';
import type { ActionSubject, Collection } from '../../src/model/service/subject.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import type { FinishedRun } from '../../src/run/test-service.fixture.js';
import { type RunOverrides, runRules } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../support/use-steady-clock.js';

useSteadyClock();

/** A fresh orders service, and what is known about it from its own description. */
async function startDemoWithDocument(fault?: string) {
  const demo = await startDemo({ ...(fault && { fault }) });
  onTestFinished(() => demo.close());
  const document = (await (await fetch(`${demo.url}/openapi.json`)).json()) as JsonObject;
  const orders = ordersIn(document);
  const [action] = orders.actions;
  const acting = action && { kind: 'action' as const, name: 'orders/cancellation', collection: orders, action };
  return { demo, document, orders, subjects: [orders, ...(acting ? [acting satisfies ActionSubject] : [])] };
}

function ordersIn(document: JsonObject): Collection {
  const paths = document.paths as { [path: string]: { [method: string]: { requestBody?: { content: JsonObject } } } };
  const operation = (method: Operation['method'], path: string): Operation => {
    const content = Object.entries(paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {})[0];
    const schema = (content?.[1] as JsonObject | undefined)?.schema as JsonObject | undefined;
    return {
      method,
      path,
      provenance: 'described',
      statuses: [],
      parameters: [],
      ...(content && { request: { mediaType: content[0], ...(schema && { schema }) } }),
    };
  };
  return {
    kind: 'collection',
    name: 'orders',
    path: '/orders',
    itemPath: '/orders/{order_id}',
    id: { pointer: '/id' },
    list: operation('GET', '/orders'),
    create: operation('POST', '/orders'),
    read: operation('GET', '/orders/{order_id}'),
    replace: operation('PUT', '/orders/{order_id}'),
    patch: operation('PATCH', '/orders/{order_id}'),
    remove: operation('DELETE', '/orders/{order_id}'),
    actions: [
      {
        name: 'cancellation',
        path: '/orders/{order_id}/cancellation',
        post: operation('POST', '/orders/{order_id}/cancellation'),
        body: { reason: 'x' },
      },
    ],
    pagination: {
      style: 'cursor',
      params: { size: 'limit', cursor: 'cursor' },
      base: 1,
      items: '/items',
      next: '/next',
      maxSize: 100,
      defaultSize: 20,
    },
    deletion: { mode: 'hard' },
    marker: '/note',
    unique: [],
    overrides: {},
    volatile: [],
    accessStatistics: [],
    semanticInvalid: [],
    conflicts: [],
    callers: [],
    isPrivate: false,
    parents: [],
    consistency: { itemMs: 0, listMs: 250 },
    facts: [],
  };
}

/** Runs the suites on a fresh demo. */
async function audit(only: RegExp, { fault, ...turned }: RunOverrides & { fault?: string } = {}) {
  const { demo, document, orders, subjects } = await startDemoWithDocument(fault);
  const rules = (await loadRuleSet()).rules.filter(({ id }) => only.test(id));
  expect(rules.length).toBeGreaterThan(0);
  const before = demo.requests();
  const result = await runRules(demo.url, rules, { document, collections: [orders], subjects, ...turned });
  return { demo, result, answered: demo.requests() - before };
}

/** What two runs must agree on: everything but the identities, which are fresh in each. */
const decisions = ({ outcomes }: FinishedRun) =>
  outcomes.map(({ trial, verdict, cause, cases, corners, counterexample }) => ({
    rule: trial.rule,
    subject: trial.subject.name,
    verdict,
    cause,
    cases,
    corners,
    case: counterexample?.case,
    path: counterexample?.path,
    methods: counterexample?.exchanges.map(({ request }) => request.method),
  }));

describe('a correct service', () => {
  test('has no violation, and no items are left', async () => {
    const { demo, result, answered } = await audit(/./, { limits: { cases: 2, concurrency: 4 } });
    const accused = result.outcomes.filter(({ verdict }) => verdict === 'violated' || verdict === 'errored');
    expect(accused.map(({ trial, why }) => [trial.rule, why])).toEqual([]);
    expect(result.outcomes.filter(({ verdict }) => verdict === 'held').length).toBeGreaterThan(20);
    expect([demo.orders(), result.leftovers, result.endedEarly]).toEqual([0, [], undefined]);
    expect(answered).toBe(result.requests);
  });
});

describe('a run with a seed', () => {
  const turned = { fault: 'get-bumps-a-counter', seed: 4711, limits: { cases: 5 } };
  const suites = /^(creation|safety\/get|absence)/;

  test('has the same verdicts, cases, shrunk cases and paths on another day', async () => {
    const [first, second] = [await audit(suites, turned), await audit(suites, turned)];
    expect(decisions(first.result)).toEqual(decisions(second.result));
    expect([first.demo.orders(), second.demo.orders()]).toEqual([0, 0]);
  });

  test('has the same verdicts with any number of parallel trials', async () => {
    const sideBySide = { ...turned, limits: { ...turned.limits, concurrency: 6 } };
    const [first, second] = [await audit(suites, turned), await audit(suites, sideBySide)];
    expect(decisions(second.result)).toEqual(decisions(first.result));
  });

  test('shows a fault with its smallest case', async () => {
    const { result } = await audit(/get-does-not-change-the-item/, turned);
    const { counterexample, verdict } = result.outcomes[0] ?? {};
    expect(verdict).toBe('violated');
    const drawn = counterexample?.case as { body: JsonObject; reads: Json };
    expect(drawn.reads).toBe(3);
    expect(drawn.body).toEqual({ customer: expect.stringMatching(/^.$/), quantity: 1 });
    expect(counterexample?.exchanges.map(({ request }) => request.method)).toEqual(['POST', 'GET', 'GET', 'GET']);
  });
});

test('all suites together stay within a budget and leave no items', async () => {
  for (const maxRequests of [7, 40, 101]) {
    const { demo, result, answered } = await audit(/./, { limits: { maxRequests, concurrency: 3 } });
    expect(answered).toBeLessThanOrEqual(maxRequests);
    expect([demo.orders(), result.leftovers]).toEqual([0, []]);
    expect(result.endedEarly).toContain('budget');
  }
});

test('sends only safe requests to a service with faults when it may only read', async () => {
  const { demo, document, orders, subjects } = await startDemoWithDocument('get-bumps-a-counter');
  const order = { method: 'POST', headers: { 'content-type': 'application/json' } };
  await fetch(`${demo.url}/orders`, { ...order, body: '{"customer":"a","quantity":1}' });
  const written: string[] = [];
  const tape = {
    sent: ({ request: { method } }: TapedExchange) => {
      if (!/^(GET|HEAD|OPTIONS)$/.test(method)) written.push(method);
    },
    ended() {},
    close() {},
  };
  const { rules } = await loadRuleSet();
  const { outcomes } = await runRules(demo.url, rules, {
    document,
    collections: [orders],
    subjects,
    permit: 'reads',
    options: { tape },
  });
  expect(outcomes.filter(({ verdict }) => verdict === 'held').length).toBeGreaterThan(0);
  expect(written).toEqual([]);
});
