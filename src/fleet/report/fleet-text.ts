import { formatCount } from '../../report/text/report-words.js';
import type { FleetReport, FleetTargetResult, FleetViolation } from './fleet-report.js';

/** The result of the whole fleet in one line: `Failed: 3 of 200 targets failed, 2 incomplete (exit 1)`. */
export function describeFleetGate({ targets, gate }: FleetReport): string {
  const all = formatCount(targets.length, 'target');
  if (gate.open) return `Passed: ${all} passed (exit 0)`;
  const count = (wanted: FleetTargetResult['status']) => targets.filter(({ status }) => status === wanted).length;
  const counts = (['failed', 'incomplete'] as const).map((status) => ({ status, count: count(status) }));
  const missing = count('no report');
  const parts = [
    ...counts
      .filter((one) => one.count > 0)
      .map((one, i) => (i === 0 ? `${one.count} of ${all} ${one.status}` : `${one.count} ${one.status}`)),
    ...(missing > 0 ? [`${formatCount(missing, 'target')} without a report`] : []),
  ];
  const word = gate.exit === 5 ? 'Incomplete' : 'Failed';
  return `${word}: ${parts.join(', ') || 'the fleet could not be audited'} (exit ${gate.exit})`;
}

export interface TargetViolation {
  readonly target: FleetTargetResult;
  readonly violation: FleetViolation;
}

/** Violations of all targets: new ones first, then flaky ones. */
export function listViolations({ targets }: FleetReport): TargetViolation[] {
  const all = targets.flatMap((target) => target.violations.map((violation) => ({ target, violation })));
  const rank = ({ violation }: TargetViolation) => ['new', 'flaky', 'still', undefined].indexOf(violation.change);
  return all.sort((one, other) => rank(one) - rank(other));
}

/** How many violations are new, flaky and fixed; undefined where no earlier run is known. */
export function describeChanges(report: FleetReport): string | undefined {
  if (report.trend.length < 2) return undefined;
  const changes = listViolations(report).map(({ violation }) => violation.change);
  const count = (change: string) => changes.filter((one) => one === change).length;
  const fixed = report.targets.reduce((sum, target) => sum + target.fixed.length, 0);
  return `${count('new')} new, ${count('flaky')} flaky, ${count('still')} known before, ${fixed} fixed`;
}

/** Clauses with a violation on any target, the most frequent first: the columns of the matrix. */
export const listViolatedClauses = ({ clauses }: FleetReport): string[] =>
  clauses
    .filter(({ counts }) => (counts.violated ?? 0) > 0)
    .sort((one, other) => (other.counts.violated ?? 0) - (one.counts.violated ?? 0))
    .map(({ clause }) => clause);

/** The path of the page of a target, else of its report, safe as a link: each part is encoded, so it names no scheme. */
export function linkTarget({ page, report }: FleetTargetResult): string | undefined {
  const path = page ?? report;
  return path === undefined
    ? undefined
    : `./${path
        .split('/')
        .filter((part) => part !== '')
        .map(encodePart)
        .join('/')}`;
}

function encodePart(part: string): string {
  try {
    return encodeURIComponent(part);
  } catch {
    return '%EF%BF%BD';
  }
}
