import type { Trial } from '../../model/result/plan.js';
import type { BeginCase, CaseRoom } from './case-room.js';
import { orderTrials, type ScheduledTrial } from './order-trials.js';
import { createSignal } from './signal.js';
import { type ClaimOptions, isConflicting, maxListCases, sharesCollection, type TrialClaim } from './trial-claim.js';

/** What decides which trials may run at the same time, and how many cases. */
export interface ScheduleOptions extends ClaimOptions {
  readonly concurrency: number;
  /** Whether the items of a case may be removed while other cases run in its place. */
  readonly mayRemoveBehind?: boolean;
}

/** What a schedule does with a trial. */
export interface ScheduledWork<R, T> {
  /** Runs the trial. */
  go(trial: Trial, room: CaseRoom): Promise<R>;
  /** Decides its outcome, when those of all trials that it assumes are decided. */
  settle(trial: Trial, result: R): T;
}

/** A trial under way. */
interface RunningTrial {
  readonly claim: TrialClaim;
  /** Number of cases under way; 1 before the first one. */
  cases: number;
  begin: BeginCase | undefined;
  readonly mayRemoveBehind: boolean;
  readonly isEager: boolean;
  /** Resolves when the trial is over, its removals included. */
  readonly over: Promise<void>;
  readonly end: () => void;
}

/**
 * Runs trials in parallel, with at most `concurrency` cases at a time. A trial waits for the rules that it assumes. A trial
 * that watches a collection runs alone on it, unless it creates the item above the collection; one that watches the service
 * runs alone; a few that watch a list run beside each other, and so do those that only read. Solitary collections take one
 * trial at a time: where ids are reused, a second DELETE could remove an item of another trial. Trials that others wait
 * for begin first, so that the others run side by side; then those that probably take longest, so that none of them is still
 * running when all others have ended. Where no trial can begin, those under way run further cases side by side.
 *
 * Side by side, some trials do not wait for the rules that they assume: those that run alone and that others wait for, those that
 * read the same list as a trial under way, and those of operations. Their outcomes wait instead. Returns outcomes in the order of
 * the trials.
 */
export async function schedule<R, T>(
  trials: readonly Trial[],
  options: ScheduleOptions,
  { go, settle }: ScheduledWork<R, T>,
): Promise<T[]> {
  const { concurrency } = options;
  const { waiting, urgent } = orderTrials(trials, options);
  const { outcomes, unfinished, end } = createSettlement(waiting, settle);
  const running = new Map<ScheduledTrial, RunningTrial>();
  const change = createSignal();
  const hasRoom = () => hasPlace([...running.values()], concurrency);
  const mayComeBefore = (one: ScheduledTrial, other: ScheduledTrial) =>
    concurrency > 1 &&
    (urgent.has(one) || areOperations(one, other) || (running.has(other) && readsSameLists(one, other)));
  const isReady = (one: ScheduledTrial) => {
    for (const other of one.assumed) if (unfinished.has(other) && !mayComeBefore(one, other)) return false;
    for (const other of running.values())
      if (isConflicting(one.claim, other.claim) && !mayFollow(one, other)) return false;
    return hasListRoom(one.claim, running.values()) && !isHeldBack(one, urgent);
  };
  const start = async (one: ScheduledTrial) => {
    const own = createRunningTrial(one, options);
    const leaving = [...running.values()].filter(({ claim }) => isConflicting(own.claim, claim));
    running.set(one, own);
    const result = await go(one.trial, createRoom(own, change.notify, leaving));
    running.delete(one);
    own.end();
    end(one, result);
    change.notify();
  };
  while (unfinished.size > 0) {
    const next = hasRoom() ? waiting.find(isReady) : undefined;
    if (next !== undefined) {
      waiting.splice(waiting.indexOf(next), 1);
      urgent.delete(next);
      change.follow(start(next));
    } else if (!hasRoom() || !beginFurtherCase(running.values(), change.notify)) {
      // Otherwise the run would wait for ever.
      if (running.size === 0)
        throw new Error(`no trial can begin: ${waiting.map(({ trial }) => trial.rule).join(', ')}`);
      await change.next();
    }
  }
  return outcomes;
}

/** Decides the outcomes of trials that have ended, each when those of all trials that it assumes are decided. */
function createSettlement<R, T>(all: readonly ScheduledTrial[], settle: ScheduledWork<R, T>['settle']) {
  const outcomes: T[] = [];
  const unfinished = new Set(all);
  const ended = new Map<ScheduledTrial, R>();
  const findDecided = () => [...ended].find(([one]) => ![...one.assumed].some((other) => unfinished.has(other)));
  return {
    outcomes,
    /** The trials without an outcome. */
    unfinished,
    end(one: ScheduledTrial, result: R) {
      ended.set(one, result);
      for (let next = findDecided(); next !== undefined; next = findDecided()) {
        const [decided, itsResult] = next;
        outcomes[decided.index] = settle(decided.trial, itsResult);
        ended.delete(decided);
        unfinished.delete(decided);
      }
    },
  };
}

function createRunningTrial(
  { claim, dependents }: ScheduledTrial,
  { concurrency, mayRemoveBehind = false }: ScheduleOptions,
): RunningTrial {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    ...{ claim, over, end, cases: 1, begin: undefined, mayRemoveBehind: mayRemoveBehind && claim.mayRemoveBehind },
    // Cases that wait for each other at the same list take least time together, and so do those that many trials wait for.
    isEager: claim.mode === 'lists' || dependents > concurrency,
  };
}

function createRoom(own: RunningTrial, notify: () => void, leaving: readonly RunningTrial[]): CaseRoom {
  return {
    isEager: own.isEager,
    mayRemoveBehind: own.mayRemoveBehind,
    ...(own.claim.mode === 'alone' && {
      awaitOthers: async () => {
        for (const { over } of leaving) await over;
      },
    }),
    offer(begin) {
      own.begin = begin;
      notify();
    },
    withdraw() {
      own.begin = undefined;
    },
    leave() {
      if (own.mayRemoveBehind) own.cases = 0;
      notify();
    },
  };
}

/** Whether one more case may begin. Trials that only remove items take no places, as long as they are few. */
function hasPlace(running: readonly RunningTrial[], concurrency: number): boolean {
  const leaving = running.filter(({ cases }) => cases === 0).length;
  return countCases(running) + Math.max(0, leaving - concurrency) < concurrency;
}

/** Whether a trial may create its items while another one, beside which it may not run, removes the last of its own. */
const mayFollow = ({ claim }: ScheduledTrial, other: RunningTrial): boolean =>
  claim.mode === 'alone' && claim.mayRemoveBehind && other.mayRemoveBehind && other.cases === 0;

/** Whether two trials only read what is there. */
const areOperations = ({ trial: one }: ScheduledTrial, { trial: other }: ScheduledTrial): boolean =>
  one.subject.kind === 'operation' && other.subject.kind === 'operation';

/** Whether two trials take turns at the same list. */
const readsSameLists = (one: ScheduledTrial, other: ScheduledTrial): boolean =>
  one.claim.mode === 'lists' && other.claim.mode === 'lists' && sharesCollection(one.claim, other.claim);

const countCases = (running: Iterable<RunningTrial>): number => {
  let count = 0;
  for (const { cases } of running) count += cases;
  return count;
};

/** Begins a case of the trial with the fewest cases under way; returns false where no trial has one left. */
function beginFurtherCase(running: Iterable<RunningTrial>, notify: () => void): boolean {
  const all = [...running];
  const hasSpace = ({ claim, cases }: RunningTrial) => cases < claim.maxCases && hasListRoom(claim, all);
  const open = all.filter((one) => one.begin !== undefined && hasSpace(one));
  for (const one of open.sort((a, b) => a.cases - b.cases)) {
    const done = one.begin?.();
    if (done === undefined) {
      one.begin = undefined;
      continue;
    }
    one.cases += 1;
    void done.then(() => {
      one.cases -= 1;
      notify();
    });
    return true;
  }
  return false;
}

/** Whether one more case may read the same lists. */
function hasListRoom(claim: TrialClaim, running: Iterable<RunningTrial>): boolean {
  if (claim.mode !== 'lists') return true;
  return countCases([...running].filter((other) => sharesCollection(claim, other.claim))) < maxListCases;
}

/** Whether a trial would delay an urgent one without being needed by any. */
function isHeldBack(one: ScheduledTrial, urgent: ReadonlySet<ScheduledTrial>): boolean {
  if (urgent.has(one)) return false;
  let isInTheWay = false;
  for (const { assumed, claim } of urgent) {
    if (assumed.has(one)) return false;
    isInTheWay ||= isConflicting(claim, one.claim);
  }
  return isInTheWay;
}
