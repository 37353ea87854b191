import { chooseExitCode } from '../../model/result/exit-code.js';
import { countBy, groupBy } from '../../model/values/group-by.js';
import type { FleetClause, FleetReport, FleetShare, FleetTargetResult, ViolationChange } from './fleet-report.js';
import type { TargetSummary } from './summarize-target.js';

/** Number of changes between held and violated, with the present one, from which a check counts as flaky. */
const flakyChanges = 2;

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
  // An audit without a result cannot pass.
  const exit = chooseExitCode(targets.map(({ exit, status }) => (status === 'no report' ? exit || 4 : (exit ?? 4))));
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

const summarizeRun = ({ startedAt, targets }: Pick<FleetReport, 'startedAt' | 'targets'>) => ({
  startedAt,
  targets: targets.length,
  passed: targets.filter(({ status }) => status === 'passed').length,
  failed: targets.filter(({ status }) => status !== 'passed').length,
  violations: sum(targets.map(({ violations }) => violations.length)),
});

function countClauses(summaries: readonly TargetSummary[]): FleetClause[] {
  const covered = summaries.flatMap(({ coverage }) => coverage);
  return [...groupBy(covered, ({ clause }) => clause).values()].flatMap((same) =>
    same.slice(0, 1).map(({ clause, level, sentence }) => ({
      clause,
      level,
      sentence,
      counts: Object.fromEntries(countBy(same, ({ verdict }) => verdict)),
    })),
  );
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

interface FleetHistory {
  hasTarget(target: string): boolean;
  /** The letter of a check in the last run that decided it; undefined if none did. */
  getLast(target: string, check: string): string | undefined;
  /** How a present violation compares with earlier runs. */
  classify(target: string, check: string): ViolationChange;
}

/** Indexes earlier reports, the oldest first. Only verdicts that decide count: what was not checked says nothing. */
function createHistory(earlier: readonly FleetReport[]): FleetHistory {
  const decided = new Map<string, string>();
  const known = new Set<string>();
  for (const { targets, checks } of earlier)
    for (const { name, verdicts, status } of targets) {
      if (status !== 'no report') known.add(name);
      for (const [index, check] of checks.entries()) {
        const letter = verdicts[index];
        const key = `${name} ${check}`;
        if (letter === 'v' || letter === 'h') decided.set(key, (decided.get(key) ?? '') + letter);
      }
    }
  return {
    hasTarget: (target) => known.has(target),
    getLast: (target, check) => decided.get(`${target} ${check}`)?.at(-1),
    classify(target, check) {
      const before = decided.get(`${target} ${check}`) ?? '';
      if (countChanges(`${before}v`) >= flakyChanges) return 'flaky';
      return before.endsWith('v') ? 'still' : 'new';
    },
  };
}

const countChanges = (letters: string): number =>
  [...letters].filter((letter, index) => index > 0 && letter !== letters[index - 1]).length;
