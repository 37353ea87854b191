import type { BeginCase, CaseKind, CaseRoom } from './case-room.js';
import type { ScheduledTrial } from './order-trials.js';
import { isOfLists, maxListCases, sharesCollection, type TrialClaim } from './trial-claim.js';

/** What takes a place: a trial, or a side task. */
export type Claimant = Pick<ScheduledTrial, 'claim' | 'dependents' | 'length'>;

export interface RunningTrial {
  readonly claim: TrialClaim;
  /** How long it probably takes, with the longest sequence of trials that wait for it. */
  readonly length: number;
  /** Number of cases under way; 1 before the first one. */
  cases: number;
  /** Number of these cases whose first request is under way. */
  preparing: number;
  begin: BeginCase | undefined;
  /** How much its further cases matter. */
  kind: CaseKind;
  readonly mayRemoveBehind: boolean;
  /** Whether it runs beside others that expect no effect. */
  readonly isGrouped: boolean;
  readonly isEager: boolean;
  /** Resolves when the trial is over, its removals included. */
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** Creates the record of a trial that begins now. */
export function createRunningTrial(
  { claim, dependents, length }: Claimant,
  { concurrency, mayRemoveBehind = false }: { readonly concurrency: number; readonly mayRemoveBehind?: boolean },
): RunningTrial {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    claim,
    length,
    over,
    end,
    cases: 1,
    preparing: 0,
    begin: undefined,
    kind: 'usual',
    mayRemoveBehind: mayRemoveBehind && claim.mayRemoveBehind,
    isGrouped: concurrency > 1 && claim.mode === 'no effect',
    // Cases that wait for each other at the same list take least time together, and so do those that many trials wait for.
    isEager: isOfLists(claim) || dependents > concurrency,
  };
}

/** Creates what a trial knows of the places of its cases. `leaving` are those whose removals it waits for. */
export function createRoom(own: RunningTrial, notify: () => void, leaving: readonly RunningTrial[]): CaseRoom {
  return {
    isEager: own.isEager,
    mayRemoveBehind: own.mayRemoveBehind,
    ...(own.mayRemoveBehind && own.claim.mode === 'own items' && { prepare: () => prepare(own, notify) }),
    isGrouped: own.isGrouped,
    ...(own.claim.mode !== 'own items' && {
      awaitOthers: async () => {
        for (const { over } of leaving) await over;
      },
    }),
    offer(begin, kind = 'usual') {
      own.begin = begin;
      own.kind = kind;
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

function prepare(own: RunningTrial, notify: () => void): () => void {
  let isOver = false;
  own.preparing += 1;
  notify();
  return () => {
    if (!isOver) own.preparing -= 1;
    isOver = true;
  };
}

/**
 * Whether one more case may begin. Trials that only remove items, and cases that create their first item, take no places, as long as
 * they are few.
 */
export function hasPlace(running: readonly RunningTrial[], concurrency: number): boolean {
  const leaving = running.filter(({ cases }) => cases === 0).length;
  const preparing = running.reduce((sum, one) => sum + one.preparing, 0);
  const places = concurrency + Math.min(preparing, concurrency);
  return countCases(running) + Math.max(0, leaving - concurrency) < places;
}

const countCases = (running: Iterable<RunningTrial>): number => {
  let count = 0;
  for (const { cases } of running) count += cases;
  return count;
};

/**
 * Begins a case of the trial with the fewest cases under way; returns false where no such trial has one left. Before a trial of this
 * length begins, with those that wait for it, only cases of longer ones do, cases that take long, and those that read what others have
 * in a list.
 */
export function beginFurtherCase(running: Iterable<RunningTrial>, notify: () => void, next?: number): boolean {
  const all = [...running];
  const hasSpace = ({ claim, cases }: RunningTrial) => cases < claim.maxCases && hasListRoom(claim, all);
  const comesFirst = ({ claim, kind, length }: RunningTrial) =>
    next === undefined || claim.isReader || kind === 'long' || length > (kind === 'tentative' ? 2 * next : next);
  const open = all.filter((one) => one.begin !== undefined && comesFirst(one) && hasSpace(one));
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
