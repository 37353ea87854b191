import { isDecided } from '../model/result/findings.js';
import { type GatePolicy, isFailing, nameGroup, resolveFailOn } from '../model/result/gate-policy.js';
import type { Report, ReportedWaiver, Result } from '../model/result/report.js';
import { formatWaiverName, isWaiverFor } from './waivers/waiver-standing.js';

export interface GateInput extends GatePolicy {
  readonly results: readonly Result[];
  readonly waivers: readonly ReportedWaiver[];
  readonly endedEarly: string | undefined;
  /** Whether it ended early because the service stopped answering, or gave no usable responses any more. */
  readonly isLost?: boolean | undefined;
  /** Whether this is one of several shards, and others check the rest. */
  readonly isShard?: boolean | undefined;
}

/** Decides from the results whether the run passes, and why not; its end may change that in `judging/run-gate.ts`. */
export function decideGate(input: GateInput): Report['gate'] {
  const failures = [...listViolations(input), ...listWaiverProblems(input)];
  const reasons = [...failures, ...listEmptyRunReasons(input)];
  const exit = decideExitCode(input, failures.length > 0 ? 1 : reasons.length > 0 ? 5 : 0);
  return { open: reasons.length === 0, reasons, exit };
}

/** Whether a MUST rule of the convention held or was violated: without one, a run of all rules has no meaning. */
export const isMustDecided = (results: readonly Result[]): boolean => listMustResults(results).some(isDecided);

const listMustResults = (results: readonly Result[]): Result[] =>
  results.filter(({ level, family }) => level === 'MUST' && family === 'convention');

function listViolations({ results, strict, failOn }: GateInput): string[] {
  const closing = results.filter((result) => result.waived === undefined && isFailing(result, { strict, failOn }));
  return closing.map(
    ({ verdict, level, title, subject, cause, evidence }) =>
      `${verdict} ${level}: ${evidence?.summary ?? title} [${subject}]${cause ? ` (${cause})` : ''}`,
  );
}

const listWaiverProblems = ({ waivers, results }: GateInput): string[] =>
  waivers.flatMap((waiver) => {
    if (waiver.standing === 'expired')
      return [
        `expired ${formatWaiverName(waiver)}: it was valid until ${waiver.until}; fix the service, or agree on a later date`,
      ];
    if (waiver.standing !== 'stale') return [];
    const isMet = results.some((result) => isWaiverFor(waiver, result));
    const why = isMet ? 'the rule held; remove it' : 'this run has no such rule and subject; remove it, or correct it';
    return [`stale ${formatWaiverName(waiver)}: ${why}`];
  });

/** A shard checks a part: the merged report decides. */
function listEmptyRunReasons({ results, isShard, strict, failOn }: GateInput): string[] {
  if (isShard === true) return [];
  const { counting, text } = findCountingResults(results, resolveFailOn({ strict, failOn }));
  return counting.some(isDecided) ? [] : [text];
}

/** Whether the user excluded every MUST rule, as with `--only` and the name of a SHOULD rule. */
function hasExcludedAllMust(results: readonly Result[]): boolean {
  const must = listMustResults(results);
  return must.length > 0 && must.every(({ cause }) => cause === 'filter');
}

/** Of which results one must be decided: MUST rules of the convention, else those that can fail the run, else any. */
function findCountingResults(results: readonly Result[], listed: readonly string[]) {
  const wanted = results.filter(({ cause }) => cause !== 'filter');
  const isMustMeant = listed.includes('must') && !hasExcludedAllMust(results);
  if (isMustMeant || wanted.length === 0)
    return {
      counting: listMustResults(wanted),
      text: 'no MUST rule of the convention could be checked: none held, and none was violated',
    };
  const failing = wanted.filter((result) => result.severity === 'error' || listed.includes(nameGroup(result) ?? ''));
  return {
    counting: failing.length > 0 ? failing : wanted,
    text: 'no rule of this run could be checked: none held, and none was violated',
  };
}

/** An interruption comes before an internal error, and that before a lost service. Exit 2 never has a report. */
function decideExitCode({ results, endedEarly, isLost }: GateInput, usual: 0 | 1 | 5): Report['gate']['exit'] {
  if (endedEarly === 'interrupted') return 130;
  if (results.some(({ verdict }) => verdict === 'errored')) return 4;
  if (isLost) return 3;
  const tried = results.filter(({ verdict }) => verdict !== 'not-run' && verdict !== 'not-applicable');
  if (tried.length > 0 && tried.every(({ cause }) => cause === 'refused' || cause === 'no-answer')) return 3;
  return usual;
}
