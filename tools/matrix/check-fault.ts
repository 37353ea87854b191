import type { Fault } from '../../src/demo/start-demo.js';
import type { Result } from '../../src/model/result/report.js';
import { auditDemoOnce, listViolatedRules } from './audit-demo.js';
import type { DemoSetup } from './setup.js';

/** What an audit of the demo with a fault showed. */
export interface FaultCheck {
  /** Rules that claim the fault and did not notice it. */
  readonly missed: readonly string[];
  /** Rules that were violated without claiming it. */
  readonly besides: readonly string[];
  readonly violations: readonly ReplayedViolation[];
}

/** One violation, and whether it was there again when it was replayed. */
export interface ReplayedViolation {
  readonly rule: string;
  readonly exchanges: number;
  /** Requests of the rule until it was first seen. */
  readonly foundAfter: number;
  readonly isReplayed: boolean;
}

/** How a fault is checked. */
export interface FaultCheckOptions {
  /** Globs of the rules to audit with; all of them when left out. */
  readonly only?: readonly string[];
  /** Trials under way at once, in place of one. */
  readonly concurrency?: number | undefined;
}

/** Audits the demo with a fault, and replays each violation. Of all rules, or of those that `only` names, exactly the ones that claim the fault should be violated; those that may find it by chance are left out. */
export async function checkFault(
  fault: Fault,
  seed: number,
  { only = [], concurrency }: FaultCheckOptions = {},
): Promise<FaultCheck> {
  const dialect = fault.dialect ?? [];
  const setup = { fault, dialect, seed, ...(concurrency !== undefined && { concurrency }) };
  const { report } = await auditDemoOnce(setup, { only });
  const violated = listViolatedRules(report);
  const { mayAlsoViolate = [] } = fault;
  const violations: ReplayedViolation[] = [];
  for (const result of report.results)
    if (result.verdict === 'violated' && !mayAlsoViolate.includes(result.rule))
      violations.push(await replayViolation(setup, result));
  return {
    missed: fault.violates.filter((rule) => !violated.includes(rule)),
    besides: violated.filter((rule) => ![...fault.violates, ...mayAlsoViolate].includes(rule)),
    violations,
  };
}

async function replayViolation(setup: DemoSetup, result: Result): Promise<ReplayedViolation> {
  const { report } = await auditDemoOnce(setup, {
    only: [result.rule],
    subject: result.subject,
    ...(result.evidence?.path !== undefined && { path: result.evidence.path }),
    ...(result.evidence?.case !== undefined && { case: result.evidence.case }),
  });
  const again = report.results.find(({ rule, subject }) => rule === result.rule && subject === result.subject);
  return {
    rule: result.rule,
    exchanges: result.evidence?.exchanges.length ?? 0,
    foundAfter: result.foundAfter ?? result.requests,
    isReplayed: again?.verdict === 'violated',
  };
}
