import { expect, test } from 'vitest';
import { demoDialects } from '../../src/demo/start-demo.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { quickCases } from '../../src/rule-set/select-quick.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import { auditDemoOnce } from '../matrix/audit-demo.js';
import { isFoundQuickly, quickPart, quickRequests } from './is-found-quickly.js';

useSteadyClock();

test.each([
  ['no dialect', [], quickRequests.plain],
  ['the dialects of assay demo', demoDialects, quickRequests.usual],
] as const)('a quick run of the demo in %s sends few requests', async (_, dialect, most) => {
  const { report, remainingOrders } = await auditDemoOnce({ dialect, seed: 1 }, { isQuick: true });
  expect(report.requests).toBeLessThanOrEqual(most);
  expect(report.results.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
  expect(report.results.filter(({ why }) => why === 'left out by --quick').length).toBeGreaterThan(0);
  expect([report.run.quick, remainingOrders]).toEqual([true, 0]);
  const split = (report.requestsBySuite ?? []).flatMap(({ suite: _, ...numbers }) => Object.values(numbers));
  expect(split.reduce((sum, number) => sum + number, 0)).toBe(report.requests);
});

/** How far a sample of 16 faults may be from all of them; the proof audits all. */
const sampleError = 0.15;

test('a quick run finds most of a sample of the faults', async () => {
  const sample = allFaults.filter((_, index) => index % 30 === 0);
  const found = [];
  for (const fault of sample) if (await isFoundQuickly(fault)) found.push(fault.name);
  expect(found.length / sample.length).toBeGreaterThanOrEqual(quickPart - sampleError);
});

test('its rules exist', async () => {
  const { rules } = await loadRuleSet();
  const ids = rules.map(({ id }) => id);
  expect(Object.keys(quickCases).filter((id) => !ids.includes(id))).toEqual([]);
});
