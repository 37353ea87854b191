import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import { auditDemoOnce, listViolatedRules } from './audit-demo.js';
import { reachingFaults } from './reaching-faults.js';

useSteadyClock();

test('each fault that reaches other items exists', () => {
  const names = allFaults.map(({ name }) => name);
  expect(reachingFaults.filter((name) => !names.includes(name))).toEqual([]);
});

// The long proof has all that reach other items, with other numbers of trials. A whole list looks paged while other trials insert.
test.each([
  'get-changes-another-order',
  'repeated-delete-removes-another-order',
  'list-without-parameters-is-unbounded',
])('%s violates exactly the rules that claim it, with eight trials at a time', async (name) => {
  const fault = allFaults.find((one) => one.name === name);
  const { report } = await auditDemoOnce({ ...(fault && { fault }), dialect: [], seed: 1, concurrency: 8 });
  expect(listViolatedRules(report)).toEqual([...(fault?.violates ?? [])].sort());
});
