import type { Report, Result } from '../../model/result/report.js';

/** What the results alone do not tell about how an audit ended. */
export interface RunEnding {
  /** Status of the answer to the first knock. */
  readonly firstStatus?: number | undefined;
  /** Why nothing could be made of the first answer. */
  readonly unreachable?: Pick<Error, 'message'> | undefined;
  /** Why what the run writes down could not be written. */
  readonly trouble?: string | undefined;
  /** Name of the subject when one violation was tried again, and nothing else is asked. */
  readonly replayed?: string | undefined;
}

/** A report whose gate has been decided from its results alone. */
type DecidedReport = Pick<Report, 'gate' | 'results' | 'run' | 'survey' | 'leftovers'>;

/** The gate of a whole run: where the kit failed, the service refused, or one case was replayed, the results alone do not decide. */
export function decideRunGate(
  report: DecidedReport,
  { firstStatus, unreachable, trouble, replayed }: RunEnding,
): Report['gate'] {
  const { gate, results, run } = report;
  const close = (exit: Report['gate']['exit'], ...more: readonly string[]): Report['gate'] => ({
    open: false,
    reasons: [...gate.reasons, ...more],
    exit,
  });
  if (gate.exit === 130) return close(130, 'the run was interrupted before its end');
  const [fault] = run.faults ?? [];
  if (fault !== undefined)
    return close(4, `the kit itself failed: ${getFirstLine(fault)}; please report it, with run.faults of this report`);
  if (trouble !== undefined) return close(4, `the run ended early: ${trouble}; make room, or choose another --out`);
  if (unreachable !== undefined) return close(3, unreachable.message);
  const broken = results.filter(({ verdict }) => verdict === 'errored');
  if (gate.exit === 4)
    return close(4, `the kit itself failed at ${broken.map(({ rule }) => rule).join(', ')}; please report it`);
  if (run.endedEarly !== undefined && gate.exit === 3) return close(3, `${run.endedEarly}; ${adviseAfterLoss(report)}`);
  if (replayed !== undefined && gate.exit !== 3) return decideReplayGate(report, replayed);
  if (!isUndecided(results) || isEmptyShard(report)) return gate;
  const refusal = findRefusal(results, firstStatus);
  return refusal === undefined ? close(gate.exit, ...findObstacles(report)) : close(3, refusal);
}

const isUndecided = (results: readonly Result[]): boolean =>
  !results.some(({ verdict }) => verdict === 'held' || verdict === 'violated' || verdict === 'errored');

/** A shard to which nothing fell has nothing to decide. */
const isEmptyShard = ({ run, results }: DecidedReport): boolean =>
  run.shard !== undefined && results.every(({ verdict }) => verdict === 'not-run' || verdict === 'not-applicable');

function findRefusal(results: readonly Result[], knock: number | undefined): string | undefined {
  const refused = results.find(({ cause }) => cause === 'refused');
  if (refused)
    return `the service refuses us: ${refused.why}; ${isThrottledResult(refused) ? retryHint : credentialsHint}`;
  const mute = results.find(({ cause }) => cause === 'no-answer');
  if (mute) return `the service gives no usable answer: ${mute.why}; mend it, or try again later`;
  const isLockedOut = (knock === 401 || knock === 403) && !results.some(({ verdict }) => verdict === 'inconclusive');
  return isLockedOut ? `the service refuses us: GET / was answered ${knock}; ${credentialsHint}` : undefined;
}

/** What stood in the way of deciding anything, told once where people look first. */
function findObstacles({ results, survey }: DecidedReport): string[] {
  if (survey.collections.length === 0) return survey.notes.slice(-1);
  const doubt = results.find(({ verdict }) => verdict === 'inconclusive');
  if (doubt?.why) return [`what stood in the way first: ${doubt.why} (${doubt.rule} [${doubt.subject}])`];
  return survey.contradictions.slice(0, 1).map((contradiction) => `what stood in the way first: ${contradiction}`);
}

/** Who asks too often is let in by no credential. */
const isThrottledResult = ({ why = '' }: Result): boolean => /\b429\b|asks to come back/.test(why);

const retryHint = 'try again later, or slower with --rate';

const credentialsHint =
  "give credentials with --token-env NAME or --header 'Authorization: Bearer …', or under auth in a profile";

const adviseAfterLoss = ({ leftovers }: DecidedReport): string =>
  leftovers.length > 0
    ? `start it again, and remove the ${leftovers.length} leftovers that this report lists`
    : 'start it again, and repeat the run';

/** A replay asks one thing only, whatever level the rule has and whoever waived it: is it still there? */
function decideReplayGate({ results }: DecidedReport, about: string): Report['gate'] {
  const tried = results.filter(
    ({ subject, verdict, cause }) => subject === about && verdict !== 'not-applicable' && cause !== 'filter',
  );
  const standing = tried.filter(({ verdict }) => verdict !== 'held');
  const reasons = standing.map(
    ({ verdict, title, subject, why }) =>
      `${replayVerdictTexts[verdict]}: ${title} [${subject}]${why ? `: ${why}` : ''}`,
  );
  if (tried.length === 0) reasons.push('it could not be tried again: the service no longer has what the rule is about');
  const isOpen = reasons.length === 0;
  return { open: isOpen, reasons, exit: isOpen ? 0 : 1 };
}

const replayVerdictTexts: Readonly<Record<string, string>> = {
  violated: 'still violated',
  inconclusive: 'not decided this time',
  'not-run': 'not tried again',
};

const getFirstLine = (text: string): string => text.split('\n', 1)[0] ?? text;
