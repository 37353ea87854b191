import type { BeginCase, CaseRoom } from './case-room.js';
import type { ScheduledTrial } from './order-trials.js';
import { isOfLists, maxListCases, sharesCollection, type TrialClaim } from './trial-claim.js';

/** What takes a place: a trial, or a side task. */
export type Claimant = Pick<ScheduledTrial, 'claim' | 'dependents'>;

/** A trial under way. */
export interface RunningTrial {
  readonly claim: TrialClaim;
  /** Number of cases under way; 1 before the first one. */
  cases: number;
  begin: BeginCase | undefined;
  /** Whether its cases take long. */
  isLong: boolean;
  readonly mayRemoveBehind: boolean;
  readonly isEager: boolean;
  /** Resolves when the trial is over, its removals included. */
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** Creates the record of a trial that begins now. */
export function createRunningTrial(
  { claim, dependents }: Claimant,
  { concurrency, mayRemoveBehind = false }: { readonly concurrency: number; readonly mayRemoveBehind?: boolean },
): RunningTrial {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    ...{
      claim,
      over,
      end,
      cases: 1,
      begin: undefined,
      isLong: false,
      mayRemoveBehind: mayRemoveBehind && claim.mayRemoveBehind,
    },
    // Cases that wait for each other at the same list take least time together, and so do those that many trials wait for.
    isEager: isOfLists(claim) || dependents > concurrency,
  };
}

/** Creates what a trial knows of the places of its cases. `leaving` are those whose removals it waits for. */
export function createRoom(own: RunningTrial, notify: () => void, leaving: readonly RunningTrial[]): CaseRoom {
  return {
    isEager: own.isEager,
    mayRemoveBehind: own.mayRemoveBehind,
    ...(own.claim.mode === 'alone' && {
      awaitOthers: async () => {
        for (const { over } of leaving) await over;
      },
    }),
    offer(begin, isLong = false) {
      own.begin = begin;
      own.isLong = isLong;
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
export function hasPlace(running: readonly RunningTrial[], concurrency: number): boolean {
  const leaving = running.filter(({ cases }) => cases === 0).length;
  return countCases(running) + Math.max(0, leaving - concurrency) < concurrency;
}

const countCases = (running: Iterable<RunningTrial>): number => {
  let count = 0;
  for (const { cases } of running) count += cases;
  return count;
};

/** Begins a case of the trial with the fewest cases under way, or of the long ones; returns false where no such trial has one left. */
export function beginFurtherCase(running: Iterable<RunningTrial>, notify: () => void, onlyLong = false): boolean {
  const all = [...running];
  const hasSpace = ({ claim, cases }: RunningTrial) => cases < claim.maxCases && hasListRoom(claim, all);
  const open = all.filter((one) => one.begin !== undefined && (one.isLong || !onlyLong) && hasSpace(one));
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
export function hasListRoom(claim: TrialClaim, running: Iterable<RunningTrial>): boolean {
  if (!isOfLists(claim)) return true;
  return countCases([...running].filter((other) => sharesCollection(claim, other.claim))) < maxListCases;
}
