import type { Cause } from '../../model/result/cause.js';
import type { Outcome } from '../../model/result/outcome.js';
import { formatErrorTrace } from '../stages.js';
import { hasServerFailure, isRetryable, isUnanswered, type TriedCase } from './experiment.js';
import type { CasePace } from './shared-state.js';
import type { CaseAnswer, DrawnCase, FoundCase, Observation, TrialActions } from './trial-actions.js';
import { decideHeld, groupUndecided, type UndecidedCase, type UnrepeatedViolation } from './trial-outcome.js';

/** What a trial has decided, before it is written down. */
export interface TrialDecision
  extends Pick<Outcome, 'verdict' | 'why' | 'cases' | 'corners' | 'foundAfter' | 'notes' | 'undecided'> {
  readonly cause?: Cause;
  /** The counterexample of a violation: the last run of its case, and the fast-check path. */
  readonly found?: FoundCase & { readonly tried: TriedCase };
  /** Whether the violation was reproduced only without a wait between writes and reads. */
  readonly isHasty?: boolean;
  readonly unrepeated?: UnrepeatedViolation;
}

export interface TrialSettings {
  /** fast-check path of the case to run. */
  readonly path?: string | undefined;
  /** A violation that was seen before and not reproduced: it is repeated more often. */
  readonly unrepeated?: UnrepeatedViolation | undefined;
}

/** How often the service may stop during a trial: each time, nothing else can be checked until it is back. */
const maxStops = 3;
/** Number of requests from which on a case takes long. */
const longCase = 10;
/** Maximum number of cases and requests for shrinking; of cases when each of them waits. */
const [shrinkLimit, shrinkRequestLimit, slowShrinkLimit] = [60, 120, 12];
/** Number of undecided cases without a decided one after which a trial stops; more for transient, quick failures. */
export const [maxUndecided, maxTransientUndecided, maxTransientMs] = [3, 9, 5_000];
/** Maximum number of retries of an undecided case before it counts as not reproduced; the wait before the first, doubled each time. */
const [maxUndecidedRetries, retryPauseMs] = [5, 50];
/** How often a violation that was not reproduced is repeated alone. */
const repetitions = 6;

/**
 * One trial: cases are drawn and run, a counterexample is shrunk and reproduced. A violation that appears only when reads immediately
 * follow writes is tried again with waits, one that depends on the noise when more noise is found.
 */
export async function tryCases(settings: TrialSettings, actions: TrialActions): Promise<TrialDecision> {
  const first = await tryAtBothPaces(settings, actions);
  let decided = first;
  if (first.verdict === 'violated' && first.found?.tried.hasUsedNoise && (await actions.relearn())) {
    const again = await tryAtBothPaces(settings, actions);
    decided = { ...again, ...pickFoundAfter(first) };
  }
  return settings.unrepeated === undefined ? decided : repeatViolation(decided, settings.unrepeated.value, actions);
}

/** A violation was found when it was seen first, also where it is decided by cases that run again. */
const pickFoundAfter = ({ foundAfter }: TrialDecision): Pick<TrialDecision, 'foundAfter'> =>
  foundAfter === undefined ? {} : { foundAfter };

const settledNote =
  'held when reads wait two seconds after writes; without the wait, a read did not always show the last write';

async function tryAtBothPaces(settings: TrialSettings, actions: TrialActions): Promise<TrialDecision> {
  const quick = await tryAtPace(settings, 'usual', actions);
  if (!quick.isHasty) return quick;
  const slow = await tryAtPace(settings, 'settled', actions);
  const decided = { ...slow, ...pickFoundAfter(quick) };
  if (slow.verdict !== 'held') return decided;
  actions.slowDown();
  return { ...decided, notes: [settledNote, ...slow.notes] };
}

/** What the cases of a trial have shown so far. */
interface Tally {
  readonly actions: TrialActions;
  readonly pace: CasePace;
  readonly begunAt: number;
  readonly begunWith: number;
  held: number;
  corners: number;
  shrinks: number;
  isOver: boolean;
  /** Requests sent when the first violation was found. */
  foundAt: number | undefined;
  /** The last case that was violated. */
  violated: TriedCase | undefined;
  readonly doubts: UndecidedCase[];
  readonly notes: Set<string>;
}

async function tryAtPace({ path }: TrialSettings, pace: CasePace, actions: TrialActions): Promise<TrialDecision> {
  await actions.begin(pace, path);
  const { now, requests } = actions.observe();
  const tally: Tally = {
    ...{ actions, pace, begunAt: now, begunWith: requests, held: 0, corners: 0, shrinks: 0, isOver: false },
    ...{ foundAt: undefined, violated: undefined, doubts: [], notes: new Set() },
  };
  let decided: Pick<TrialDecision, 'verdict'> & Partial<TrialDecision>;
  try {
    let found = await drawCases(tally);
    // The cases change with the schemas of the service, so one held case at the path does not prove that the violation is fixed.
    if (path !== undefined && tally.violated === undefined) {
      await actions.begin(pace);
      found = await drawCases(tally);
    }
    const last = tally.doubts.at(-1);
    if (found !== undefined) decided = await confirmViolation(found, tally);
    else if (tally.held > 0 && last?.cause !== 'budget')
      decided = await decideHeld(tally.held, tally.doubts, pace, actions);
    else {
      const { cause, why } = last ?? { cause: 'no-usable-case' as const, why: 'no case could be generated' };
      decided = { verdict: 'inconclusive', cause, why };
    }
  } catch (error) {
    decided = { verdict: 'errored', why: formatErrorTrace(error) };
  }
  const { held, corners, notes, doubts, violated, foundAt } = tally;
  const undecided = groupUndecided(doubts);
  const more = held > 0 || violated ? 'more undecided cases' : 'undecided cases';
  const lastNote = `${doubts.length} ${more}, the last because: ${doubts.at(-1)?.why}`;
  return {
    ...{ cases: held, corners, notes: doubts.length > 0 ? [...notes, lastNote] : [...notes] },
    ...(undecided.length > 0 && { undecided }),
    ...(foundAt !== undefined && { foundAfter: foundAt - tally.begunWith }),
    ...decided,
  };
}

/** Draws and runs cases until there are no more; returns the broken one, as small as it was found. */
async function drawCases(tally: Tally): Promise<FoundCase | undefined> {
  const { actions } = tally;
  let drawn = await actions.draw();
  while ('index' in drawn) {
    const seen = actions.observe();
    const isBroken = tally.violated !== undefined;
    if (seen.stops >= maxStops) tally.isOver = true;
    if (tally.isOver || (isBroken && isShrunkEnough(tally, seen))) {
      drawn = await actions.draw('kept');
      continue;
    }
    const said = countFinding(drawn, tally, await runDrawn(drawn, tally));
    // A first decided case shows that cases work here, so that more are worth their requests.
    const isEnd = tally.violated !== undefined || tally.isOver;
    const kind = actions.observe().requests / tally.held >= longCase ? 'long' : 'usual';
    drawn = await actions.draw(said, isEnd ? 'none' : tally.held > 0 ? kind : undefined);
  }
  return drawn.found;
}

/** Runs a drawn case, and once more where it got no answer and others did: it may be the only one of its kind. */
async function runDrawn({ value, index }: DrawnCase, { actions, pace, held, violated }: Tally): Promise<TriedCase> {
  const tried = await actions.run(value, pace, violated === undefined ? { index } : {});
  if (!isUnanswered(tried) || (held === 0 && !actions.observe().hasWorked)) return tried;
  const again = await actions.run(value, pace);
  if (!tried.hasStopped || again.finding.verdict !== 'inconclusive') return again;
  return { ...again, hasStopped: again.hasStopped ? 'again' : true };
}

/** Limits shrinking, so that enough of the budget is left for other rules: a case that alone takes more is not shrunk. */
function isShrunkEnough(tally: Tally, { isTimed, isLeaving, requests }: Observation): boolean {
  if (isLeaving) return true;
  tally.shrinks += 1;
  const limit = tally.pace !== 'usual' || isTimed ? slowShrinkLimit : shrinkLimit;
  const spent = Math.max(requests - (tally.foundAt ?? 0), tally.violated?.seen.length ?? 0);
  return tally.shrinks > limit || spent > shrinkRequestLimit;
}

function countFinding({ value, isCorner }: DrawnCase, tally: Tally, tried: TriedCase): CaseAnswer {
  const { requests, hasWorked, now } = tally.actions.observe();
  const { finding } = tried;
  if (finding.verdict === 'violated') {
    tally.violated = tried;
    tally.foundAt ??= requests;
    return 'broken';
  }
  if (finding.verdict === 'held') {
    if (tally.violated !== undefined) return 'kept';
    tally.held += 1;
    tally.corners += isCorner ? 1 : 0;
    if (finding.note) tally.notes.add(finding.note);
    return 'kept';
  }
  const { cause, why } = finding;
  tally.doubts.push({ cause, why, value, hasFailed: hasServerFailure(tried), hasStopped: tried.hasStopped });
  // Occasional quick failures of a gateway pass soon; failures that take time each do not.
  const isQuickToFail =
    now - tally.begunAt < maxTransientMs &&
    tally.doubts.every((one) => one.cause === 'no-answer' || one.cause === 'noise');
  const most = hasWorked && isQuickToFail ? maxTransientUndecided : maxUndecided;
  const isHopeless = tally.held === 0 && tally.violated === undefined && tally.doubts.length >= most;
  if (isHopeless || cause === 'budget' || tried.isDoubtful) tally.isOver = true;
  return tally.isOver ? 'kept' : 'skipped';
}

/**
 * Reproduces a violation twice. The first time, each write is followed by a wait, so that delayed work of the service is not taken for
 * an effect of the case. The second time, nothing else of the run is under way, so that another trial is not taken for it.
 */
async function confirmViolation(
  { value, path }: FoundCase,
  { actions, pace, violated }: Tally,
): Promise<Pick<TrialDecision, 'verdict'> & Partial<TrialDecision>> {
  const calm = await retryCase(value, 'rested', actions);
  const alone = await retryCase(value, pace, actions, true);
  for (const { finding } of [calm, alone])
    if (finding.verdict === 'inconclusive' && finding.cause === 'budget') {
      const why = `violated once; the reproduction was inconclusive: ${finding.why}`;
      return { verdict: 'inconclusive', cause: 'budget', why };
    }
  const seenAgain = [calm, alone].filter(({ finding }) => finding.verdict === 'violated').length;
  if (seenAgain === 2) return { verdict: 'violated', found: { value, path, tried: alone } };
  const isOnlyQuick = alone.finding.verdict === 'violated' && calm.finding.verdict === 'held';
  // Only a violation that always appears without a wait counts as a matter of timing.
  const isHasty =
    pace === 'usual' &&
    isOnlyQuick &&
    !actions.observe().isCalm &&
    (await retryCase(value, pace, actions)).finding.verdict === 'violated';
  const why = `violated once, and reproduced ${seenAgain} of 2 times`;
  const unrepeated = { value, company: violated?.company };
  return { verdict: 'inconclusive', cause: 'not-reproduced', why, isHasty, unrepeated };
}

/** Runs the case, and retries it while it is undecided for a transient reason. */
async function retryCase(value: unknown, pace: CasePace, actions: TrialActions, isAlone = false): Promise<TriedCase> {
  let tried = await actions.run(value, pace, { isAlone });
  for (let i = 0; i < maxUndecidedRetries && isRetryable(tried); i += 1) {
    if (isUnanswered(tried)) await actions.pause(retryPauseMs * 2 ** i);
    tried = await actions.run(value, pace, { isAlone });
  }
  return tried;
}

/** Repeats a violation that was not reproduced, after its trial was run again alone. It holds only if it was never seen. */
async function repeatViolation(again: TrialDecision, value: unknown, actions: TrialActions): Promise<TrialDecision> {
  if (again.verdict !== 'held' && again.cause !== 'not-reproduced') return again;
  let seen = 0;
  for (let i = 0; i < repetitions; i += 1) {
    const { finding } = await actions.run(value, 'usual', { isAlone: true });
    if (finding.verdict === 'inconclusive' && finding.cause === 'budget') break;
    if (finding.verdict === 'violated') seen += 1;
  }
  if (seen === 0 && again.verdict === 'held') return again;
  const why = `violated once, and ${seen} of ${repetitions} times when it was repeated alone`;
  return { ...again, verdict: 'inconclusive', cause: 'not-reproduced', why };
}
