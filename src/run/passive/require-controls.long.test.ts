import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { hasStatus } from '../../model/exchange.js';
import type { Operation } from '../../model/service/operation.js';
import { held, violated } from '../../rule/finding.js';
import type { HttpRequest } from '../../rule/http/request.js';
import { constant } from '../../rule/values/generators.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const operation = (method: Operation['method'], path: string): Operation => ({
  ...{ method, path, provenance: 'declared', statuses: [], parameters: [] },
});

const patch: Operation = {
  ...operation('PATCH', '/things/{id}'),
  request: { mediaType: 'application/merge-patch+json', schema: { type: 'object' } },
};

/** A rule that holds where its request is refused, as rules about wrong requests do. */
const createRefusalRule = (order: HttpRequest) =>
  createNamedRule<null, boolean>('a/refused', {
    given: () => constant(null),
    cases: 1,
    when: async (_, { client }) => hasStatus(await client.trySend(order), 4),
    then: (isRefused) => (isRefused ? held : violated({ expected: '4xx', actual: '2xx' })),
  });

async function auditWith(order: HttpRequest, instead: (arrival: ReceivedRequest) => StubResponse | undefined) {
  const service = await startItemService(instead);
  const { outcomes, leftovers } = await runRules(service.url, [createRefusalRule(order)], {
    collections: [{ ...testCollection, patch, read: operation('GET', '/things/{id}') }],
  });
  expect(leftovers).toEqual([]);
  return { ...outcomes[0], arrived: service.arrived };
}

const wrongBody: HttpRequest = { method: 'POST', path: '/things', text: '{"name":5}' };
const wrongPatch: HttpRequest = { method: 'PATCH', path: '/things/unknown', text: '{"name":5}' };
const missingItem: HttpRequest = { method: 'GET', path: '/things/unknown' };
const missingRoute: HttpRequest = { method: 'GET', path: '/api/things/unknown' };

const refuse =
  (method: string, status: number) =>
  (arrival: ReceivedRequest): StubResponse | undefined =>
    arrival.method === method ? { status } : undefined;

const isWrong = ({ json }: ReceivedRequest) => JSON.stringify(json) === '{"name":5}';

test.each<[string, HttpRequest, (arrival: ReceivedRequest) => StubResponse | undefined, string]>([
  ['a wrong PATCH where every PATCH needs a precondition', wrongPatch, refuse('PATCH', 428), 'PATCH /things/{id}'],
  [
    'a missing item where items have no address',
    missingItem,
    ({ method, path }) => (method === 'GET' && path !== '/things' ? { status: 404 } : undefined),
    'GET /things/{id}',
  ],
  ['an address that does not exist', missingRoute, () => undefined, 'GET /api/things/unknown'],
])('the refusal of %s proves nothing', async (_, order, instead, route) => {
  const served = (arrival: ReceivedRequest) =>
    arrival.path.startsWith('/api/') ? ({ status: 404 } as const) : instead(arrival);
  expect(await auditWith(order, served)).toMatchObject({
    verdict: 'inconclusive',
    cause: 'setup',
    why: `no valid ${route} succeeded in this run, so that its refusals prove nothing`,
  });
});

test('a wrong body is not sent where no valid one is accepted', async () => {
  const { arrived, ...outcome } = await auditWith(wrongBody, refuse('POST', 422));
  expect(outcome).toMatchObject({ verdict: 'inconclusive', cause: 'setup' });
  expect(arrived.filter(isWrong)).toEqual([]);
});

test.each<[string, HttpRequest]>([
  ['a wrong body', wrongBody],
  ['a wrong PATCH', wrongPatch],
  ['a missing item', missingItem],
])('the refusal of %s is held where a valid request succeeds, which is sent as a control', async (_, order) => {
  const { verdict, arrived } = await auditWith(order, (arrival) => (isWrong(arrival) ? { status: 422 } : undefined));
  expect(verdict).toBe('held');
  const isControl = ({ method, path, json }: ReceivedRequest) =>
    method === order.method && path !== '/things/unknown' && JSON.stringify(json) !== '{"name":5}';
  expect(arrived.some(isControl)).toBe(true);
});
