import { isFailing } from '../../../src/model/result/gate-policy.js';
import type { Report, Result } from '../../../src/model/result/report.js';
import { decideGate } from '../../../src/verdict/gate.js';
import { decideRunGate } from '../../../src/verdict/judging/run-gate.js';
import type { ServiceFacts } from '../facts/facts.js';
import type { Fault } from '../faults/fault.js';
import { confirmAccusation } from './confirm-accusation.js';
import type { CheckCounts, Measurement, ReportedViolation } from './measurement.js';
import { readClauses } from './read-clauses.js';

/** What a report says of the checks and the run. */
export type Statement = Pick<
  Measurement,
  | 'violations'
  | 'held'
  | 'checks'
  | 'reportedHarm'
  | 'harmRequests'
  | 'result'
  | 'exit'
  | 'exitOnData'
  | 'crash'
  | 'endedEarly'
>;

/** Reads what a report says of the checks and the run; violations are confirmed by the design and the fault of the service. */
export function describeReport(report: Report, facts: ServiceFacts, fault: Fault | undefined): Statement {
  const { results, gate, run, coverage } = report;
  const sources = new Map(coverage.clauses.map(({ clause, source }) => [clause, source]));
  const listClauses = ({ clause, family }: Result) => readClauses(sources.get(clause) ?? '', family);
  const held = results.filter(({ verdict }) => verdict === 'held');
  const violated = results.filter(({ verdict }) => verdict === 'violated');
  const errored = results.find(({ verdict }) => verdict === 'errored');
  const crash = run.faults?.[0] ?? (errored && `${errored.rule}: ${errored.why}`);
  return {
    violations: violated.map((result) => ({
      ...describeViolation(result, listClauses(result)),
      isConfirmed: confirmAccusation({ rule: result.rule, subject: result.subject }, facts, fault),
    })),
    held: Object.fromEntries(held.map((result) => [result.rule, listClauses(result)])),
    checks: countChecks(results),
    reportedHarm: report.harm?.length ?? 0,
    harmRequests: listHarmRequests(report),
    result: gate.result ?? '',
    exit: gate.exit,
    exitOnData: decideExitOnData(report),
    ...(crash !== undefined && { crash }),
    ...(run.endedEarly !== undefined && { endedEarly: run.endedEarly }),
  };
}

/** The requests after which items of others were harmed, without their queries; each has the number of its exchange. */
const listHarmRequests = ({ harm = [] }: Report): string[] => [
  ...new Set(harm.flatMap(({ after }) => /^([A-Z]+ [^ ?]+)\S* \(exchange /.exec(after)?.[1] ?? [])),
];

function describeViolation(result: Result, clauses: readonly string[]): Omit<ReportedViolation, 'isConfirmed'> {
  const { rule, subject, level, family, evidence, title } = result;
  return {
    ...{ rule, subject, level, family, clauses, summary: evidence?.summary ?? title },
    fails: isFailing(result, { strict: false }),
    failsOnData: isFailing(result, { strict: false, failOn: ['data'] }),
  };
}

function countChecks(results: readonly Result[]): CheckCounts {
  const counts = { held: 0, violated: 0, notApplicable: 0, errored: 0 };
  const undecided: Record<string, number> = {};
  const notRun: Record<string, number> = {};
  for (const { verdict, cause = 'none' } of results) {
    const group = cause.split(':')[0] ?? cause;
    if (verdict === 'inconclusive') undecided[group] = (undecided[group] ?? 0) + 1;
    else if (verdict === 'not-run') notRun[group] = (notRun[group] ?? 0) + 1;
    else counts[verdict === 'not-applicable' ? 'notApplicable' : verdict]++;
  }
  return { ...counts, undecided, notRun };
}

/** The exit code that the same audit has with `--fail-on data`. */
function decideExitOnData(report: Report): number {
  const { results, gate } = report;
  if (gate.exit !== 0 && gate.exit !== 1 && gate.exit !== 5) return gate.exit;
  const run = { ...report.run, failOn: ['data'] };
  const decided = decideGate({ results, waivers: [], strict: false, failOn: run.failOn, endedEarly: run.endedEarly });
  return decideRunGate({ ...report, run, gate: decided }, {}).exit;
}
