import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import { auditDemoOnce } from '../matrix/audit-demo.js';
import { detectFault } from './detect-fault.js';

useSteadyClock();

const findFault = (name: string) => {
  const fault = allFaults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`no fault is called ${name}`);
  return fault;
};

test('counts the requests of the audit until a rule of the fault is violated, without those that reproduce it', async () => {
  const fault = findFault('post-answers-200');
  const [rule = ''] = fault.violates;
  const detection = await detectFault(fault, 1, { only: [rule] });
  const { report } = await auditDemoOnce({ fault, dialect: [], seed: 1 }, { only: [rule] });
  const violation = report.results.find(({ verdict }) => verdict === 'violated');
  const { foundAfter = 0, requests = 0 } = violation ?? {};
  expect(detection?.rule).toBe(rule);
  expect(detection?.requests).toBeGreaterThan(foundAfter);
  expect(detection?.requests).toBeLessThanOrEqual(report.requests - (requests - foundAfter));
});

test('the audit ends with the first violation', async () => {
  const fault = findFault('post-answers-200');
  const first = await detectFault(fault, 1, { only: ['creation/valid-post-answers-201', 'creation/*', 'safety/*'] });
  expect(first?.rule).toBe('creation/valid-post-answers-201');
});

test('a fault is not seen where none of its rules is checked', async () => {
  expect(await detectFault(findFault('post-answers-200'), 1, { only: ['safety/get-*'] })).toBeUndefined();
});
