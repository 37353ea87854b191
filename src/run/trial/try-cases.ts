import fc from 'fast-check';
import { clock } from '../../model/clock.js';
import type { Cause } from '../../model/result/cause.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { Finding } from '../../rule/finding.js';
import { traceOf } from '../error-trace.js';
import type { Pace } from '../read-delay.js';
import { corneredProperty } from './boundary-property.js';
import { type Confirmed, confirm } from './confirm-violation.js';
import { isUnanswered, type Tried } from './experiment.js';
import { followPath } from './replay-path.js';
import type { Trying } from './trial-settings.js';

/** Doubts without a single decided case, after which a trial learns nothing more; more of them where they may pass and cost little time. */
const giveUpAfter = 3;
const giveUpPassingAfter = 9;
const passingMs = 5_000;
/** Cases tried while looking for a smaller counterexample. */
const shrinkLimit = 60;
/** Requests spent on looking for a smaller counterexample, after which the smallest so far is taken. */
const shrinkSpend = 120;
/** Cases tried for a smaller counterexample where each takes its time. */
const slowShrinkLimit = 12;

interface Tally {
  readonly begunAt: number;
  held: number;
  corners: number;
  doubts: { cause: Cause; why: string }[];
  notes: Set<string>;
  shrinks: number;
  /** Requests that were spent when the first violation was seen. */
  foundAt: number | undefined;
  failed: boolean;
  isOver: boolean;
  /** What was thrown, which may be nothing. */
  fault: { readonly thrown: unknown } | undefined;
}

/**
 * Runs a trial to its outcome: draws cases, shrinks what violates, sees it again on fresh resources. What is violated only
 * where reads follow writes at once is tried as a whole again, with time for both; so is what rests on knowing what changes
 * by itself, when more of that is found out. Never throws.
 */
export async function tryOut(trial: Trial, trying: Trying): Promise<Outcome> {
  const { hasLeant, ...outcome } = await tryInTime(trial, trying);
  if (outcome.verdict !== 'violated' || !hasLeant || !(await trying.relearn())) return outcome;
  const { hasLeant: _, ...wiser } = await tryInTime(trial, trying);
  return { ...wiser, requests: outcome.requests + wiser.requests };
}

type Attempted = Outcome & Pick<Confirmed, 'isHasty' | 'hasLeant'>;

async function tryInTime(trial: Trial, trying: Trying): Promise<Attempted> {
  const outcome = await tryAt(trial, trying, 'usual');
  if (!outcome.isHasty) return outcome;
  const slow = await tryAt(trial, trying, 'settled');
  const requests = outcome.requests + slow.requests;
  if (slow.verdict !== 'held') return { ...slow, requests };
  trying.slow();
  return { ...slow, requests, notes: [hasty, ...slow.notes] };
}

const hasty = 'held where what was written is given two seconds to be shown; read at once, it was not always there';

async function tryAt(trial: Trial, trying: Trying, pace: Pace): Promise<Attempted> {
  const before = trying.spent();
  const tally: Tally = {
    begunAt: clock.now(),
    held: 0,
    corners: 0,
    doubts: [],
    notes: new Set(),
    shrinks: 0,
    foundAt: undefined,
    failed: false,
    isOver: false,
    fault: undefined,
  };
  try {
    const ended = await conclude(trial, trying, tally, pace, await check(trying, tally, pace));
    const found = tally.foundAt === undefined ? {} : { foundAfter: tally.foundAt - before };
    return { ...ended, ...found, requests: trying.spent() - before };
  } catch (error) {
    const nothing = { cases: tally.held, corners: tally.corners, notes: [] };
    return { trial, verdict: 'errored', why: traceOf(error), ...nothing, requests: trying.spent() - before };
  }
}

/** Hands the cases to fast-check. Throws where bodies cannot be drawn. */
async function check(trying: Trying, tally: Tally, pace: Pace): Promise<Details> {
  const property = corneredProperty(trying.drawn(), (value, isCorner) => tryCase(value, trying, tally, pace, isCorner));
  const usual = { seed: trying.seed, numRuns: trying.cases, maxSkipsPerRun: giveUpPassingAfter };
  const draw = async (path?: string) =>
    fc.check(property, { ...usual, ...(path !== undefined && { path, endOnFailure: true }) });
  return followPath(trying.path, draw, () => tally.failed);
}

async function tryCase(value: unknown, trying: Trying, tally: Tally, pace: Pace, isCorner: boolean): Promise<boolean> {
  if (tally.isOver || isShrunkEnough(trying, tally, pace)) return true;
  try {
    const { finding } = await triedWell(value, trying, pace, tally);
    const isKept = count(finding, tally, isCorner, trying.hasWorked());
    if (tally.failed) tally.foundAt ??= trying.spent();
    return isKept;
  } catch (error) {
    if (fc.PreconditionFailure.isFailure(error)) throw error;
    tally.fault = { thrown: error };
    tally.isOver = true;
    return true;
  }
}

/** A case that nobody answered is tried once more where others were answered: it may be the only one of its kind. */
async function triedWell(value: unknown, trying: Trying, pace: Pace, { held }: Tally): Promise<Tried> {
  const tried = await trying.once(value, pace);
  return isUnanswered(tried) && (held > 0 || trying.hasWorked()) ? trying.once(value, pace) : tried;
}

/** What is small enough is not worth the whole budget: other rules want to be heard, too. */
function isShrunkEnough(trying: Trying, tally: Tally, pace: Pace): boolean {
  if (!tally.failed) return false;
  tally.shrinks += 1;
  const limit = pace !== 'usual' || trying.isTimed() ? slowShrinkLimit : shrinkLimit;
  return tally.shrinks > limit || trying.spent() - (tally.foundAt ?? 0) > shrinkSpend;
}

function count(finding: Finding, tally: Tally, isCorner: boolean, hasWorked: boolean): boolean {
  if (finding.verdict === 'violated') {
    tally.failed = true;
    return false;
  }
  if (finding.verdict === 'held') {
    if (tally.failed) return true;
    tally.held += 1;
    tally.corners += isCorner ? 1 : 0;
    if (finding.note) tally.notes.add(finding.note);
    return true;
  }
  tally.doubts.push(finding);
  const most = hasWorked && isSwift(tally) ? giveUpPassingAfter : giveUpAfter;
  const isHopeless = tally.held === 0 && !tally.failed && tally.doubts.length >= most;
  if (isHopeless || finding.cause === 'budget') tally.isOver = true;
  fc.pre(tally.isOver);
  return true;
}

/** A gateway that answers now and then in place of the service is soon past; what takes its time each time is not. */
const isSwift = ({ doubts, begunAt }: Tally): boolean =>
  doubts.every(({ cause }) => cause === 'no-answer' || cause === 'noise') && clock.now() - begunAt < passingMs;

type Details = fc.RunDetails<[unknown]>;

async function conclude(trial: Trial, trying: Trying, tally: Tally, pace: Pace, details: Details): Promise<Confirmed> {
  const known = { trial, cases: tally.held, corners: tally.corners, notes: notesOf(tally) };
  if (tally.fault !== undefined) return { ...known, verdict: 'errored', why: traceOf(tally.fault.thrown) };
  if (details.failed && details.counterexamplePath !== null && details.counterexample !== null) {
    return confirm(known, trying, { value: details.counterexample[0], path: details.counterexamplePath, pace });
  }
  const last = tally.doubts.at(-1);
  if (tally.held > 0 && last?.cause !== 'budget') return { ...known, verdict: 'held' };
  const { cause, why } = last ?? { cause: 'no-usable-case' as const, why: 'no case could be drawn' };
  return { ...known, verdict: 'inconclusive', cause, why };
}

function notesOf({ notes, doubts, held, failed }: Tally): string[] {
  const more = held > 0 || failed ? 'more undecided' : 'undecided';
  const undecided = doubts.length > 0 ? [`${doubts.length} ${more}, the last for: ${doubts.at(-1)?.why}`] : [];
  return [...notes, ...undecided];
}
