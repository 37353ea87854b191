import { isFailing } from '../../model/result/gate-policy.js';
import { describeHarm } from '../../model/result/harm.js';
import { describeLeftovers } from '../../model/result/leftover.js';
import type { Report, Result } from '../../model/result/report.js';

import { addGaps, nameResult } from './incomplete.js';

/** How an audit ended, as far as the results do not say it. */
export interface RunEnding {
  /** Status of the response to the first request. */
  readonly firstStatus?: number | undefined;
  /** Why the first response could not be used. */
  readonly unreachable?: Pick<Error, 'message'> | undefined;
  /** Why a file of the run could not be written. */
  readonly trouble?: string | undefined;
  /** Why recorded traffic is too little to pass. */
  readonly shortage?: string | undefined;
  /** Name of the subject if only one violation is replayed. */
  readonly replayed?: string | undefined;
}

/** A report whose gate has been decided from its results alone. */
type DecidedReport = Pick<Report, 'gate' | 'results' | 'run' | 'survey' | 'leftovers' | 'harm' | 'reach' | 'startedAt'>;

/**
 * Decides the gate of a run that did not end by its results alone: an internal error, a refusing service, a replay. Gets
 * the gate of `decideGate`, and keeps it where nothing of this applies. Its exit code is that of `assay run`, unless an
 * output cannot be written (`src/cli/exit-code.ts`).
 */
export const decideRunGate = (report: DecidedReport, ending: RunEnding): Report['gate'] =>
  nameResult(addHarm({ ...report, gate: decideEnding(report, ending) }));

/**
 * A run that harmed items of others cannot pass. The first reason says so; a violation that fails the run, and what ended it, keep
 * their exit code.
 */
export function addHarm(report: Pick<Report, 'gate' | 'harm' | 'results' | 'run'>): Report['gate'] {
  const { gate, harm = [], results, run } = report;
  if (harm.length === 0) return gate;
  const isFailed = results.some((result) => result.verdict === 'violated' && !result.waived && isFailing(result, run));
  const exit = gate.exit === 0 || (gate.exit === 1 && !isFailed) ? 5 : gate.exit;
  return { ...gate, open: false, reasons: [describeHarm(harm), ...gate.reasons], exit };
}

function decideEnding(report: DecidedReport, { firstStatus, unreachable, trouble, shortage, replayed }: RunEnding) {
  const { gate, results, run } = report;
  const close = (exit: Report['gate']['exit'], ...more: readonly string[]): Report['gate'] => ({
    open: false,
    reasons: [...gate.reasons, ...more],
    exit,
  });
  if (gate.exit === 130) return close(130, 'the run was interrupted');
  const [fault] = run.faults ?? [];
  if (fault !== undefined)
    return close(4, `internal error: ${getFirstLine(fault)}; please report it, with run.faults of this report`);
  if (trouble !== undefined)
    return close(4, `the run ended early: ${trouble}; free some disk space, or choose another --out`);
  const broken = results.filter(({ verdict }) => verdict === 'errored');
  if (gate.exit === 4)
    return close(4, `internal error in ${broken.map(({ rule }) => rule).join(', ')}; please report it`);
  if (shortage !== undefined && gate.exit === 0) return close(5, shortage);
  if (unreachable !== undefined) return close(3, unreachable.message);
  if (run.endedEarly !== undefined && gate.exit === 3) return close(3, `${run.endedEarly}; ${adviseAfterLoss(report)}`);
  if (replayed !== undefined && gate.exit !== 3) return decideReplayGate(report, replayed);
  if ((!isUndecided(results) && !isLockedOut(results, firstStatus)) || isEmptyShard(report)) return addGaps(report);
  const refusal = findRefusal(results, firstStatus);
  return refusal === undefined
    ? addGaps({ ...report, gate: close(gate.exit, ...findObstacles(report)) })
    : close(3, refusal);
}

const isUndecided = (results: readonly Result[]): boolean =>
  !results.some(({ verdict }) => verdict === 'held' || verdict === 'violated' || verdict === 'errored');

/** Whether the first response refused the caller, and nothing was decided but how such responses look. */
const isLockedOut = (results: readonly Result[], firstStatus: number | undefined): boolean =>
  (firstStatus === 401 || firstStatus === 403) &&
  results.every(
    ({ verdict, family }) =>
      verdict === 'not-applicable' || verdict === 'not-run' || (verdict === 'violated' && family !== 'convention'),
  );

/** Whether no check was assigned to this shard. */
const isEmptyShard = ({ run, results }: DecidedReport): boolean =>
  run.shard !== undefined && results.every(({ verdict }) => verdict === 'not-run' || verdict === 'not-applicable');

function findRefusal(results: readonly Result[], knock: number | undefined): string | undefined {
  const refused = results.find(({ cause }) => cause === 'refused');
  if (refused)
    return `the service refuses requests: ${refused.why}; ${isThrottledResult(refused) ? retryHint : credentialsHint}`;
  const mute = results.find(({ cause }) => cause === 'no-answer');
  if (mute) return `the service gives no usable response: ${mute.why}; fix it, or try again later`;
  return isLockedOut(results, knock)
    ? `the service refuses requests: it answered GET / with ${knock}; ${credentialsHint}`
    : undefined;
}

/** Lists the first obstacle to a verdict, where it is read first. */
function findObstacles({ results, survey }: DecidedReport): string[] {
  if (survey.collections.length === 0) return survey.notes.slice(-1);
  const doubt = results.find(({ verdict }) => verdict === 'inconclusive');
  if (doubt?.why) return [`first obstacle: ${doubt.why} (${doubt.rule} [${doubt.subject}])`];
  return survey.contradictions.slice(0, 1).map((contradiction) => `first obstacle: ${contradiction}`);
}

/**
 * A rate limit is not solved by credentials. The cause `refused` covers both, so the reason tells them apart: reasons with
 * 429 are written by `src/run/items/case-client.ts`, `src/limits/health.ts` and `src/limits/circuit-breaker.ts`. An
 * exchange may have the number 429.
 */
const isThrottledResult = ({ why = '' }: Result): boolean => /\breturn(s|ed) 429\b|asks to come back/.test(why);

const retryHint = 'try again later, or with a lower --rate';

const credentialsHint =
  "give credentials with --token-env NAME or --header 'Authorization: Bearer …', or under auth in a profile";

const adviseAfterLoss = ({ leftovers }: DecidedReport): string =>
  leftovers.length > 0
    ? `restart the service, and remove the items listed under leftovers in this report (${describeLeftovers(leftovers)})`
    : 'restart the service, and repeat the run';

/** A replay passes if the violation is gone, whatever the level and waivers of the rule. */
function decideReplayGate({ results }: DecidedReport, about: string): Report['gate'] {
  const tried = results.filter(
    ({ subject, verdict, cause }) => subject === about && verdict !== 'not-applicable' && cause !== 'filter',
  );
  const standing = tried.filter(({ verdict }) => verdict !== 'held');
  const reasons = standing.map(
    ({ verdict, title, subject, why }) =>
      `${replayVerdictTexts[verdict]}: ${title} [${subject}]${why ? `: ${why}` : ''}`,
  );
  if (tried.length === 0)
    reasons.push('it could not be checked again: the service no longer has what the rule is about');
  const isOpen = reasons.length === 0;
  return { open: isOpen, reasons, exit: isOpen ? 0 : 1 };
}

const replayVerdictTexts: Readonly<Record<string, string>> = {
  violated: 'still violated',
  inconclusive: 'no verdict this time',
  'not-run': 'not checked again',
};

const getFirstLine = (text: string): string => text.split('\n', 1)[0] ?? text;
