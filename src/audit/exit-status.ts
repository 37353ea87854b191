import type { Report, Result } from '../model/result/report.js';

/** What the results alone do not tell about how an audit ended. */
export interface Ending {
  /** Status of the answer to the first knock. */
  readonly knock?: number | undefined;
  /** Why nothing could be made of the first answer. */
  readonly lost?: Pick<Error, 'message'> | undefined;
  /** Why what the run writes down could not be written. */
  readonly trouble?: string | undefined;
  /** Name of the subject when one violation was tried again, and nothing else is asked. */
  readonly replayed?: string | undefined;
}

/** The gate as it stands when a run did not end by its results: the kit failed, the service refused, one case was replayed. */
export function endingOf(report: Report, { knock, lost, trouble, replayed }: Ending): Report {
  const { gate, results, run } = report;
  const close = (exit: Report['gate']['exit'], ...more: readonly string[]): Report => ({
    ...report,
    gate: { open: false, reasons: [...gate.reasons, ...more], exit },
  });
  if (gate.exit === 130) return close(130, 'the run was interrupted before its end');
  const [fault] = run.faults ?? [];
  if (fault !== undefined)
    return close(4, `the kit itself failed: ${firstLine(fault)}; please report it, with run.faults of this report`);
  if (trouble !== undefined) return close(4, `the run ended early: ${trouble}; make room, or choose another --out`);
  if (lost !== undefined) return close(3, lost.message);
  const broken = results.filter(({ verdict }) => verdict === 'errored');
  if (gate.exit === 4)
    return close(4, `the kit itself failed at ${broken.map(({ rule }) => rule).join(', ')}; please report it`);
  if (run.endedEarly !== undefined && gate.exit === 3) return close(3, `${run.endedEarly}; ${lossAdvice(report)}`);
  if (replayed !== undefined && gate.exit !== 3) return afterReplay(report, replayed);
  if (!isUndecided(results) || isSpare(report)) return report;
  const refusal = refusalIn(results, knock);
  return refusal === undefined ? close(gate.exit, ...obstacleIn(report)) : close(3, refusal);
}

const isUndecided = (results: readonly Result[]): boolean =>
  !results.some(({ verdict }) => verdict === 'held' || verdict === 'violated' || verdict === 'errored');

/** A shard to which nothing fell has nothing to decide. */
const isSpare = ({ run, results }: Report): boolean =>
  run.shard !== undefined && results.every(({ verdict }) => verdict === 'not-run' || verdict === 'not-applicable');

function refusalIn(results: readonly Result[], knock: number | undefined): string | undefined {
  const refused = results.find(({ cause }) => cause === 'refused');
  if (refused) return `the service refuses us: ${refused.why}; ${isThrottling(refused) ? later : credentials}`;
  const mute = results.find(({ cause }) => cause === 'no-answer');
  if (mute) return `the service gives no usable answer: ${mute.why}; mend it, or try again later`;
  const isLockedOut = (knock === 401 || knock === 403) && !results.some(({ verdict }) => verdict === 'inconclusive');
  return isLockedOut ? `the service refuses us: GET / was answered ${knock}; ${credentials}` : undefined;
}

/** What stood in the way of deciding anything, told once where people look first. */
function obstacleIn({ results, survey }: Report): string[] {
  if (survey.collections.length === 0) return survey.notes.slice(-1);
  const doubt = results.find(({ verdict }) => verdict === 'inconclusive');
  if (doubt?.why) return [`what stood in the way first: ${doubt.why} (${doubt.rule} [${doubt.subject}])`];
  return survey.contradictions.slice(0, 1).map((contradiction) => `what stood in the way first: ${contradiction}`);
}

/** Who asks too often is let in by no credential. */
const isThrottling = ({ why = '' }: Result): boolean => /\b429\b|asks to come back/.test(why);

const later = 'try again later, or slower with --rate';

const credentials =
  "give credentials with --token-env NAME or --header 'Authorization: Bearer …', or under auth in a profile";

const lossAdvice = ({ leftovers }: Report): string =>
  leftovers.length > 0
    ? `start it again, and remove the ${leftovers.length} leftovers that this report lists`
    : 'start it again, and repeat the run';

/** A replay asks one thing only, whatever level the rule has and whoever waived it: is it still there? */
function afterReplay(report: Report, about: string): Report {
  const tried = report.results.filter(
    ({ subject, verdict, cause }) => subject === about && verdict !== 'not-applicable' && cause !== 'filter',
  );
  const standing = tried.filter(({ verdict }) => verdict !== 'held');
  const reasons = standing.map(
    ({ verdict, title, subject, why }) => `${told[verdict]}: ${title} [${subject}]${why ? `: ${why}` : ''}`,
  );
  if (tried.length === 0) reasons.push('it could not be tried again: the service no longer has what the rule is about');
  const isOpen = reasons.length === 0;
  return { ...report, gate: { open: isOpen, reasons, exit: isOpen ? 0 : 1 } };
}

const told: Readonly<Record<string, string>> = {
  violated: 'still violated',
  inconclusive: 'not decided this time',
  'not-run': 'not tried again',
};

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? text;
