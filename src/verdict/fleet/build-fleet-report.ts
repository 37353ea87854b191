import type {
  ClauseVerdict,
  FleetClause,
  FleetReport,
  FleetShare,
  FleetTargetResult,
} from '../../model/fleet/fleet-report.js';
import { chooseExitCode } from '../../model/result/exit-code.js';
import { createHistory, type FleetHistory } from './fleet-history.js';
import type { TargetSummary } from './summarize-target.js';

/** The input of a fleet report. */
export interface FleetReportInput {
  readonly name: string;
  readonly startedAt: string;
  readonly version: string;
  readonly summaries: readonly TargetSummary[];
  /** Reports of earlier runs of the fleet, the oldest first. */
  readonly earlier: readonly FleetReport[];
}

/** Builds the report of a fleet from the summaries of its targets. Pure. */
export function buildFleetReport({ name, startedAt, version, summaries, earlier }: FleetReportInput): FleetReport {
  const checks = [...new Set(summaries.flatMap(({ letters }) => [...letters.keys()]))].sort();
  const history = createHistory(earlier);
  const targets = summaries.map((summary) => compareTarget(summary, checks, history));
  const exit = chooseExitCode(targets.map(getExit));
  return {
    schema: 'https://assay.dev/schemas/fleet-report-1.json',
    kit: { name: 'assay', version },
    name,
    startedAt,
    targets,
    clauses: countClauses(summaries),
    owners: shareTargets(targets, ({ owner }) => owner),
    groups: shareTargets(targets, ({ group }) => group),
    trend: [...earlier, { startedAt, targets }].map(summarizeRun),
    checks,
    gate: { open: exit === 0, exit },
    complete: true,
  };
}

/** The result with its changes since the run before. */
function compareTarget({ result, letters }: TargetSummary, checks: readonly string[], history: FleetHistory) {
  const { name } = result;
  const isKnown = history.hasTarget(name);
  const violations = result.violations.map((violation) => {
    const check = `${violation.rule} ${violation.subject}`;
    return isKnown ? { ...violation, change: history.classify(name, check) } : violation;
  });
  const fixed = [...letters].flatMap(([check, letter]) => {
    if (letter !== 'h' || history.getLast(name, check) !== 'v') return [];
    const [rule = '', ...subject] = check.split(' ');
    return [{ rule, subject: subject.join(' ') }];
  });
  return { ...result, violations, fixed, verdicts: checks.map((check) => letters.get(check) ?? '-').join('') };
}

/** An audit without a result cannot pass. */
const getExit = ({ exit, status }: FleetTargetResult): number => (status === 'no report' ? exit || 4 : (exit ?? 4));

const summarizeRun = ({ startedAt, targets }: Pick<FleetReport, 'startedAt' | 'targets'>) => ({
  startedAt,
  targets: targets.length,
  passed: targets.filter(({ status }) => status === 'passed').length,
  failed: targets.filter(({ status }) => status !== 'passed').length,
  violations: sum(targets.map(({ violations }) => violations.length)),
});

function countClauses(summaries: readonly TargetSummary[]): FleetClause[] {
  const clauses = new Map<
    string,
    { level: FleetClause['level']; sentence: string; counts: Map<ClauseVerdict, number> }
  >();
  for (const { clause, level, sentence, verdict } of summaries.flatMap(({ coverage }) => coverage)) {
    const known = clauses.get(clause) ?? { level, sentence, counts: new Map() };
    known.counts.set(verdict, (known.counts.get(verdict) ?? 0) + 1);
    clauses.set(clause, known);
  }
  return [...clauses].map(([clause, { level, sentence, counts }]) => ({
    ...{ clause, level, sentence },
    counts: Object.fromEntries(counts),
  }));
}

function shareTargets(
  targets: readonly FleetTargetResult[],
  nameOf: (target: FleetTargetResult) => string | undefined,
): FleetShare[] {
  const names = [...new Set(targets.flatMap((target) => nameOf(target) ?? []))].sort();
  return names.map((name) => {
    const own = targets.filter((target) => nameOf(target) === name);
    const violations = own.flatMap((target) => target.violations);
    return {
      name,
      targets: own.length,
      failed: own.filter(({ status }) => status !== 'passed').length,
      violations: violations.length,
      new: violations.filter(({ change }) => change === 'new').length,
      fixed: sum(own.map(({ fixed }) => fixed.length)),
      flaky: violations.filter(({ change }) => change === 'flaky').length,
    };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, part) => whole + part, 0);
