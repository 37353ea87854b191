import type { Fault } from '../../src/demo/start-demo.js';
import type { RuleSet } from '../../src/rule-set/load-rule-set.js';
import { limitCases } from '../../src/rule-set/select-quick.js';
import { auditDemoOnce, listViolatedRules } from '../matrix/audit-demo.js';
import type { CasesByRule, CostsByRule } from './choose-rules.js';

/** Numbers of cases with which each rule is measured. */
export const measuredCases: readonly number[] = [1, 2, 4];

/** Returns which rules find a fault in each of the seeds, with the least of `measuredCases` with which they do. */
export async function measureFinders(fault: Fault, ruleSet: RuleSet, seeds: readonly number[]): Promise<CasesByRule> {
  const found: Record<string, number>[] = [];
  for (const seed of seeds) found.push(await measureFindersOnce(fault, ruleSet, seed));
  const sure = fault.violates.filter((rule) => found.every((one) => one[rule] !== undefined));
  return Object.fromEntries(sure.map((rule) => [rule, Math.max(...found.map((one) => one[rule] ?? 0))]));
}

async function measureFindersOnce(fault: Fault, ruleSet: RuleSet, seed: number): Promise<Record<string, number>> {
  const finders: Record<string, number> = {};
  for (const cases of measuredCases) {
    const left = fault.violates.filter((rule) => finders[rule] === undefined);
    if (left.length === 0) break;
    const limited = limitCases(ruleSet, () => cases);
    const setup = { fault, dialect: fault.dialect ?? [], seed };
    const { report } = await auditDemoOnce(setup, { only: left, ruleSet: limited });
    for (const rule of listViolatedRules(report)) if (left.includes(rule)) finders[rule] = cases;
  }
  return finders;
}

/** Measures how many requests each rule sends to the demo without faults in all checks, on average over these dialects. */
export async function measureCosts(ruleSet: RuleSet, dialects: readonly (readonly string[])[]): Promise<CostsByRule> {
  const costs: Record<string, Record<number, number>> = {};
  for (const dialect of dialects)
    for (const cases of measuredCases) {
      const limited = limitCases(ruleSet, () => cases);
      const { report } = await auditDemoOnce({ dialect, seed: 1 }, { ruleSet: limited });
      for (const { rule, requests } of report.results) {
        const own = costs[rule] ?? {};
        costs[rule] = { ...own, [cases]: (own[cases] ?? 0) + requests / dialects.length };
      }
    }
  return costs;
}
