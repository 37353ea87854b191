import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/model/json.js';
import type { Result } from '../../src/model/result/report.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import { auditDemoOnce } from '../matrix/audit-demo.js';

useSteadyClock();

const failingRule = 'responses/no-request-fails-each-time';
const fault = allFaults.find(({ name }) => name === 'every-third-quantity-answers-500');

/** The rules whose requests create orders, and the one that judges all of them. */
const only = ['creation/*', 'idempotency/*', 'responses/*'];

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

/** One request in twenty gets 502, 503, 504 or a connection reset. */
const gateway = 'intermittent-failures';

async function listViolations(seed: number, isFaulty: boolean, world: readonly string[]): Promise<Result[]> {
  const setup = { dialect: [], seed, world, concurrency: 8, ...(isFaulty && fault && { fault }) };
  const { report } = await auditDemoOnce(setup, { only });
  return report.results.filter(({ verdict }) => verdict === 'violated');
}

const readBody = ({ evidence }: Result): unknown => {
  const request = isObject(evidence?.case) ? evidence.case.request : undefined;
  return isObject(request) ? request.body : undefined;
};

const found = [{ rule: failingRule, subject: 'POST /orders', body: { quantity: 3 } }];
const describeAll = (violations: readonly Result[]) =>
  violations.map((one) => ({ rule: one.rule, subject: one.subject, body: readBody(one) }));

describe('a service that answers 500 to each body of one kind', () => {
  test.each(seeds)('violates one rule, with the smallest body: seed %s', async (seed) => {
    expect(describeAll(await listViolations(seed, true, []))).toEqual(found);
  });

  test.each(seeds)('does so behind a gateway that fails at random: seed %s', async (seed) => {
    expect(describeAll(await listViolations(seed, true, [gateway]))).toEqual(found);
  });
});

test.each(seeds)('the correct service behind that gateway violates nothing: seed %s', async (seed) => {
  expect(describeAll(await listViolations(seed, false, [gateway]))).toEqual([]);
});
