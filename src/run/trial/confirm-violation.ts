import { pause } from '../../model/clock.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { UnrepeatedViolation } from '../alone/trial-outcome.js';
import { formatErrorTrace } from '../error-trace.js';
import type { CasePace } from '../read-delay.js';
import { isRetryable, isUnanswered, type TriedCase } from './experiment.js';
import type { TrialSettings } from './trial-settings.js';

/** The outcome of a trial without its number of requests. */
export type ConfirmedOutcome = Omit<Outcome, 'requests'> & {
  /** Whether the violation was reproduced only without a wait between writes and reads. */
  readonly isHasty?: boolean;
  /** Whether the finding depends on the known noise. */
  readonly hasLeant?: boolean;
  /** The violation that was not reproduced. */
  readonly unrepeated?: UnrepeatedViolation;
};

/** A shrunk counterexample, and the pace at which it was found. */
interface FoundViolation {
  readonly value: unknown;
  readonly path: string;
  readonly pace: CasePace;
  /** The run of the case that showed it. */
  readonly tried: Pick<TriedCase, 'company'>;
}

/** Maximum number of retries of an undecided case before it counts as not reproduced. */
const maxUndecidedRetries = 5;

/** Wait before the first retry after a network or gateway error, doubled each time, in milliseconds. */
const retryPauseMs = 50;

/**
 * Reproduces a violation twice. The first time, each write is followed by a wait, so that delayed work of the service
 * is not taken for an effect of the case. The second time, nothing else of the run is under way, so that another trial is not
 * taken for it. Never throws.
 */
export async function confirmViolation(
  known: Pick<Outcome, 'trial' | 'cases' | 'corners' | 'notes'>,
  trying: TrialSettings,
  { value, path, pace, tried }: FoundViolation,
): Promise<ConfirmedOutcome> {
  try {
    const calm = await retryCase(trying, value, 'rested');
    const alone = await retryCase(trying, value, pace, true);
    const broke = [calm, alone].find(({ finding }) => isOverBudget(finding));
    if (broke?.finding.verdict === 'inconclusive')
      return {
        ...known,
        verdict: 'inconclusive',
        cause: 'budget',
        why: `violated once; the reproduction was inconclusive: ${broke.finding.why}`,
      };
    const seenAgain = [calm, alone].filter(({ finding }) => finding.verdict === 'violated').length;
    if (seenAgain === 2) {
      const counterexample = trying.toCounterexample(value, alone, path, '2 of 2');
      return { ...known, verdict: 'violated', ...(counterexample && { counterexample }), hasLeant: alone.hasUsedNoise };
    }
    const isOpen = pace === 'usual' && !trying.isCalm() && isOnlyQuick(alone, calm);
    // Only a violation that always appears without a wait counts as a matter of timing.
    const isHasty = isOpen && (await retryCase(trying, value, pace)).finding.verdict === 'violated';
    const unrepeated = { value, company: tried.company };
    const why = `violated once, and reproduced ${seenAgain} of 2 times`;
    return { ...known, verdict: 'inconclusive', cause: 'not-reproduced', why, isHasty, unrepeated };
  } catch (error) {
    return { ...known, verdict: 'errored', why: formatErrorTrace(error) };
  }
}

/** Runs the case, and retries it while it is undecided for a transient reason. */
async function retryCase(trying: TrialSettings, value: unknown, pace: CasePace, isAlone = false): Promise<TriedCase> {
  let tried = await trying.tryValue(value, pace, isAlone);
  for (let i = 0; i < maxUndecidedRetries && isRetryable(tried); i += 1) {
    if (isUnanswered(tried)) await pause(retryPauseMs * 2 ** i);
    tried = await trying.tryValue(value, pace, isAlone);
  }
  return tried;
}

const isOverBudget = (finding: TriedCase['finding']): boolean =>
  finding.verdict === 'inconclusive' && finding.cause === 'budget';

const isOnlyQuick = (quick: TriedCase, calm: TriedCase): boolean =>
  quick.finding.verdict === 'violated' && calm.finding.verdict === 'held';
