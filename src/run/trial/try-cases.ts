import fc from 'fast-check';
import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { TrialOutcome } from '../alone/trial-outcome.js';
import { formatErrorTrace } from '../error-trace.js';
import type { CasePace } from '../read-delay.js';
import { createBoundaryProperty } from './boundary-property.js';
import {
  type CaseTally,
  countFinding,
  createTally,
  type GeneratedCase,
  listNotes,
  maxTransientUndecided,
} from './case-tally.js';
import { createCasesAhead } from './cases-ahead.js';
import { type ConfirmedOutcome, confirmViolation } from './confirm-violation.js';
import { decideHeld, groupUndecided } from './decide-held.js';
import { isUnanswered, type TriedCase } from './experiment.js';
import type { TrialSettings } from './trial-settings.js';

/** How often the service may stop during a trial: each time, nothing else can be checked until it is back. */
const maxStops = 3;
/** Number of requests from which on a case takes long. */
const longCase = 10;
/** Maximum number of cases for shrinking. */
const shrinkLimit = 60;
/** Maximum number of requests for shrinking. */
const shrinkRequestLimit = 120;
/** Maximum number of cases for shrinking when each case is slow. */
const slowShrinkLimit = 12;

/**
 * Runs a trial: generates cases, shrinks a counterexample and reproduces it on new items. A violation that appears only
 * when reads immediately follow writes is run again with waits. A violation that depends on the noise is run again when
 * more noise is found. Never throws.
 */
export async function tryCases(trial: Trial, trying: TrialSettings): Promise<TrialOutcome> {
  const { hasLeant, ...outcome } = await tryAtBothPaces(trial, trying);
  if (outcome.verdict !== 'violated' || !hasLeant || !(await trying.relearn())) return outcome;
  const { hasLeant: _, ...learned } = await tryAtBothPaces(trial, trying);
  return { ...learned, requests: outcome.requests + learned.requests, ...pickFoundAfter(outcome) };
}

/** A violation was found when it was seen first, also where it is decided by cases that run again. */
const pickFoundAfter = ({ foundAfter }: Pick<Outcome, 'foundAfter'>): Pick<Outcome, 'foundAfter'> =>
  foundAfter === undefined ? {} : { foundAfter };

type AttemptOutcome = Outcome & Pick<ConfirmedOutcome, 'isHasty' | 'hasLeant' | 'unrepeated'>;

async function tryAtBothPaces(trial: Trial, trying: TrialSettings): Promise<AttemptOutcome> {
  const outcome = await tryAtPace(trial, trying, 'usual');
  if (!outcome.isHasty) return outcome;
  const slow = await tryAtPace(trial, trying, 'settled');
  const requests = outcome.requests + slow.requests;
  if (slow.verdict !== 'held') return { ...slow, requests, ...pickFoundAfter(outcome) };
  trying.slow();
  return { ...slow, requests, ...pickFoundAfter(outcome), notes: [settledNote, ...slow.notes] };
}

const settledNote =
  'held when reads wait two seconds after writes; without the wait, a read did not always show the last write';

async function tryAtPace(trial: Trial, trying: TrialSettings, pace: CasePace): Promise<AttemptOutcome> {
  const before = trying.spent();
  const tally = createTally(createCasesAhead(trying, pace));
  try {
    if (trying.room.isEager) tally.ahead.open();
    else if (trying.hasWorked()) tally.ahead.open('tentative');
    const ended = await buildOutcome(trial, trying, tally, pace, await checkCases(trying, tally, pace));
    const found = tally.foundAt === undefined ? {} : { foundAfter: tally.foundAt - before };
    return { ...ended, ...found, requests: trying.spent() - before };
  } catch (error) {
    const nothing = { cases: tally.held, corners: tally.corners, notes: [] };
    return { trial, verdict: 'errored', why: formatErrorTrace(error), ...nothing, requests: trying.spent() - before };
  } finally {
    await tally.ahead.close();
  }
}

/** Runs the cases with fast-check. Throws when bodies cannot be generated. */
async function checkCases(trying: TrialSettings, tally: CaseTally, pace: CasePace): Promise<CheckDetails> {
  const property = createBoundaryProperty(trying.createGenerator(), (value, isCorner, index) =>
    tryCase({ value, isCorner, index }, trying, tally, pace),
  );
  const usual = { seed: trying.seed, numRuns: trying.cases, maxSkipsPerRun: maxTransientUndecided };
  const draw = async (path?: string) =>
    fc.check(property, { ...usual, ...(path !== undefined && { path, endOnFailure: true }) });
  return replayPath(trying.path, draw, () => tally.failed);
}

async function tryCase(generated: GeneratedCase, trying: TrialSettings, tally: CaseTally, pace: CasePace) {
  if (trying.countStops() >= maxStops) tally.isOver = true;
  if (tally.isOver || isShrunkEnough(trying, tally, pace)) return true;
  try {
    const tried = await tryTwiceIfUnanswered(generated, trying, pace, tally);
    const isKept = countFinding(tried, generated, tally, trying.hasWorked());
    if (tally.failed) tally.foundAt ??= trying.spent();
    // A first decided case shows that cases work here, so that more are worth their requests.
    if (tally.failed || tally.isOver) await tally.ahead.close();
    else if (tally.held > 0) tally.ahead.open(trying.spent() / tally.held >= longCase ? 'long' : 'usual');
    return isKept;
  } catch (error) {
    if (fc.PreconditionFailure.isFailure(error)) throw error;
    tally.fault = { thrown: error };
    tally.isOver = true;
    return true;
  }
}

/** Retries an unanswered case once if other cases were answered: it may be the only one of its kind. */
async function tryTwiceIfUnanswered(
  { value, index }: GeneratedCase,
  trying: TrialSettings,
  pace: CasePace,
  { held, failed, ahead }: CaseTally,
): Promise<TriedCase> {
  const tried = await (failed ? trying.tryValue(value, pace) : ahead.take(index, value));
  if (!isUnanswered(tried) || (held === 0 && !trying.hasWorked())) return tried;
  const again = await trying.tryValue(value, pace);
  if (!tried.hasStopped || again.finding.verdict !== 'inconclusive') return again;
  return { ...again, hasStopped: again.hasStopped ? 'again' : true };
}

/** Limits shrinking, so that enough of the budget is left for other rules. */
function isShrunkEnough(trying: TrialSettings, tally: CaseTally, pace: CasePace): boolean {
  if (!tally.failed) return false;
  tally.shrinks += 1;
  const limit = pace !== 'usual' || trying.isTimed() ? slowShrinkLimit : shrinkLimit;
  return tally.shrinks > limit || trying.spent() - (tally.foundAt ?? 0) > shrinkRequestLimit;
}

type CheckDetails = fc.RunDetails<[unknown]>;

async function buildOutcome(
  trial: Trial,
  trying: TrialSettings,
  tally: CaseTally,
  pace: CasePace,
  details: CheckDetails,
): Promise<ConfirmedOutcome> {
  const undecided = groupUndecided(tally.doubts);
  const known = {
    trial,
    cases: tally.held,
    corners: tally.corners,
    notes: listNotes(tally),
    ...(undecided.length > 0 && { undecided }),
  };
  if (tally.fault !== undefined) return { ...known, verdict: 'errored', why: formatErrorTrace(tally.fault.thrown) };
  if (details.failed && details.counterexamplePath !== null && details.counterexample !== null) {
    return confirmViolation(known, trying, {
      value: details.counterexample[0],
      path: details.counterexamplePath,
      pace,
      tried: tally.violated ?? {},
    });
  }
  const last = tally.doubts.at(-1);
  if (tally.held > 0 && last?.cause !== 'budget') {
    const tryAgain = (value: unknown) => trying.tryValue(value, pace);
    return { ...known, ...(await decideHeld(tally.held, tally.doubts, tryAgain)) };
  }
  const { cause, why } = last ?? { cause: 'no-usable-case' as const, why: 'no case could be generated' };
  return { ...known, verdict: 'inconclusive', cause, why };
}

/**
 * Generates the case at the path of a replay. If it shows no violation, or the path no longer exists, all cases are
 * generated: the cases change with the schemas of the service, so one held case does not prove that the violation is
 * fixed.
 */
export async function replayPath<T>(
  path: string | undefined,
  draw: (path?: string) => Promise<T>,
  isViolated: () => boolean,
): Promise<T> {
  if (path === undefined) return draw();
  const again = await draw(path).catch(() => undefined);
  return again !== undefined && isViolated() ? again : draw();
}
