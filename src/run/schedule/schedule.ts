import type { Trial } from '../../model/result/plan.js';
import type { Subject } from '../../model/service/subject.js';
import { listSubjectCollections } from '../../model/service/subject-collections.js';
import { getRule } from '../../rule/rules-by-id.js';
import { defaultCases } from '../trial/trial-settings.js';
import type { BeginCase, CaseRoom } from './case-room.js';
import { createSignal } from './signal.js';
import {
  buildClaim,
  type ClaimOptions,
  isConflicting,
  maxListCases,
  sharesCollection,
  type TrialClaim,
} from './trial-claim.js';

/** What decides which trials may run at the same time, and how many cases. */
export interface ScheduleOptions extends ClaimOptions {
  readonly concurrency: number;
}

/** A trial in the schedule. */
interface ScheduledTrial {
  readonly trial: Trial;
  readonly index: number;
  readonly claim: TrialClaim;
  /** The trials that it waits for, and those that these wait for. */
  readonly assumed: ReadonlySet<ScheduledTrial>;
}

/** A trial under way. */
interface RunningTrial {
  readonly claim: TrialClaim;
  /** Number of cases under way; 1 before the first one. */
  cases: number;
  begin: BeginCase | undefined;
}

/**
 * Runs trials in parallel, with at most `concurrency` cases at a time. A trial waits for the rules that it assumes. A trial
 * that watches a collection runs alone on it, unless it creates the item above the collection; one that watches the service
 * runs alone; a few that watch a list run beside each other, and so do those that only read. Solitary collections take one
 * trial at a time: where ids are reused, a second DELETE could remove an item of another trial. Trials that others wait
 * for begin first, so that the others run side by side; then those that probably take longest, so that none of them is still
 * running when all others have ended. Where no trial can begin, those under way run further cases side by side. Returns
 * outcomes in the order of the trials.
 */
export async function schedule<T>(
  trials: readonly Trial[],
  options: ScheduleOptions,
  go: (trial: Trial, room: CaseRoom) => Promise<T>,
): Promise<T[]> {
  const { concurrency } = options;
  const outcomes: T[] = [];
  const { waiting, urgent } = orderTrials(trials, options);
  const unfinished = new Set(waiting);
  const running = new Map<ScheduledTrial, RunningTrial>();
  const change = createSignal();
  const hasRoom = () => countCases(running.values()) < concurrency;
  const isReady = (one: ScheduledTrial) => {
    for (const other of one.assumed) if (unfinished.has(other)) return false;
    for (const { claim } of running.values()) if (isConflicting(one.claim, claim)) return false;
    return hasListRoom(one.claim, running.values()) && !isHeldBack(one, urgent);
  };
  const start = async (one: ScheduledTrial) => {
    const own: RunningTrial = { claim: one.claim, cases: 1, begin: undefined };
    running.set(one, own);
    const outcome = await go(one.trial, createRoom(own, change.notify));
    outcomes[one.index] = outcome;
    running.delete(one);
    unfinished.delete(one);
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

function createRoom(own: RunningTrial, notify: () => void): CaseRoom {
  return {
    // Cases that wait for each other at the same list take least time together.
    isEager: own.claim.mode === 'lists',
    offer(begin) {
      own.begin = begin;
      notify();
    },
    withdraw() {
      own.begin = undefined;
    },
  };
}

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

/**
 * The trials in the order in which they may begin, and those that others may not delay: they run alone, and trials wait for them
 * that could run side by side with all others.
 */
function orderTrials(
  trials: readonly Trial[],
  options: ScheduleOptions,
): { readonly waiting: ScheduledTrial[]; readonly urgent: Set<ScheduledTrial> } {
  const all = listScheduledTrials(trials, options);
  const dependents = new Map<ScheduledTrial, ScheduledTrial[]>();
  for (const one of all)
    for (const other of one.assumed) {
      const known = dependents.get(other);
      if (known) known.push(one);
      else dependents.set(other, [one]);
    }
  const isUrgent = (one: ScheduledTrial) =>
    (one.claim.mode === 'alone' || one.claim.mode === 'lists') &&
    dependents.get(one)?.some(({ claim }) => claim.mode === 'own items') === true;
  // A rule that builds on others sends more in each case.
  const estimateLength = ({ trial, assumed }: ScheduledTrial) =>
    (getRule(options.rules, trial.rule).cases ?? defaultCases) * (1 + assumed.size);
  const last = all.filter((one) => !dependents.has(one));
  return {
    waiting: [
      ...all.filter((one) => dependents.has(one)),
      ...last.sort((one, other) => estimateLength(other) - estimateLength(one)),
    ],
    urgent: new Set(all.filter(isUrgent)),
  };
}

function listScheduledTrials(trials: readonly Trial[], options: ScheduleOptions): ScheduledTrial[] {
  const all = trials.map((trial, index) => ({
    ...{ trial, index, claim: buildClaim(trial, options) },
    assumed: new Set<ScheduledTrial>(),
  }));
  const byRule = new Map<string, ScheduledTrial[]>();
  for (const one of all) byRule.set(one.trial.rule, [...(byRule.get(one.trial.rule) ?? []), one]);
  const addAssumed = (assumed: Set<ScheduledTrial>, { trial }: ScheduledTrial) => {
    for (const rule of getRule(options.rules, trial.rule).assumes ?? [])
      for (const other of byRule.get(rule) ?? []) {
        if (assumed.has(other) || !hasSharedCollection(other.trial.subject, trial.subject)) continue;
        assumed.add(other);
        addAssumed(assumed, other);
      }
  };
  for (const one of all) addAssumed(one.assumed, one);
  return all;
}

/** Whether two subjects share a collection, so that a violation of one concerns the other. */
export const hasSharedCollection = (a: Subject, b: Subject): boolean =>
  listSubjectCollections(a).some((name) => listSubjectCollections(b).includes(name));
