import { pause } from '../../model/clock.js';
import type { Outcome } from '../../model/result/outcome.js';
import { formatErrorTrace } from '../error-trace.js';
import type { CasePace } from '../read-delay.js';
import { isRetryable, isUnanswered, type TriedCase } from './experiment.js';
import type { TrialSettings } from './trial-settings.js';

/** What came of a trial, but for what it cost. */
export type ConfirmedOutcome = Omit<Outcome, 'requests'> & {
  /** Whether it was seen again at the usual pace, and not when there was time between what was written and what was read. */
  readonly isHasty?: boolean;
  /** Whether it rests on what is known to change by itself. */
  readonly hasLeant?: boolean;
};

/** A shrunk case that violates, and the pace at which it was found. */
interface FoundViolation {
  readonly value: unknown;
  readonly path: string;
  readonly pace: CasePace;
}

/** How often a case that comes to no decision is tried once more before it counts as not seen again. */
const maxUndecidedRetries = 5;

/** What is waited before that where somebody on the way had trouble, at first, and each time twice as long, in milliseconds. */
const retryPauseMs = 50;

/**
 * Sees it again, the last time on resources that were left alone for a tick after each write: what a service finishes by
 * itself is no effect of the case. Never throws.
 */
export async function confirmViolation(
  known: Pick<Outcome, 'trial' | 'cases' | 'corners' | 'notes'>,
  trying: TrialSettings,
  { value, path, pace }: FoundViolation,
): Promise<ConfirmedOutcome> {
  try {
    const quick = await retryCase(trying, value, pace);
    const calm = await retryCase(trying, value, 'rested');
    const broke = [quick, calm].find(({ finding }) => isOverBudget(finding));
    if (broke?.finding.verdict === 'inconclusive')
      return { ...known, verdict: 'inconclusive', cause: 'budget', why: `violated once, then ${broke.finding.why}` };
    const seenAgain = [quick, calm].filter(({ finding }) => finding.verdict === 'violated').length;
    if (seenAgain === 2) {
      const counterexample = trying.toCounterexample(value, calm, path, '2 of 2');
      return { ...known, verdict: 'violated', ...(counterexample && { counterexample }), hasLeant: calm.hasUsedNoise };
    }
    const isOpen = pace === 'usual' && !trying.isCalm() && isOnlyQuick(quick, calm);
    // Only what comes back whenever there is no time is a matter of time.
    const isHasty = isOpen && (await retryCase(trying, value, pace)).finding.verdict === 'violated';
    const why = `it was violated once, and seen again in ${seenAgain} of 2 tries`;
    return { ...known, verdict: 'inconclusive', cause: 'not-reproduced', why, isHasty };
  } catch (error) {
    return { ...known, verdict: 'errored', why: formatErrorTrace(error) };
  }
}

/** Tries the case, and once more where nothing could be told, for reasons that may pass. */
async function retryCase(trying: TrialSettings, value: unknown, pace: CasePace): Promise<TriedCase> {
  let tried = await trying.tryValue(value, pace);
  for (let i = 0; i < maxUndecidedRetries && isRetryable(tried); i += 1) {
    if (isUnanswered(tried)) await pause(retryPauseMs * 2 ** i);
    tried = await trying.tryValue(value, pace);
  }
  return tried;
}

const isOverBudget = (finding: TriedCase['finding']): boolean =>
  finding.verdict === 'inconclusive' && finding.cause === 'budget';

const isOnlyQuick = (quick: TriedCase, calm: TriedCase): boolean =>
  quick.finding.verdict === 'violated' && calm.finding.verdict === 'held';
