import type { Trial } from '../../model/result/plan.js';
import type { CaseRoom } from './case-room.js';
import { type OrderOptions, orderTrials, type ScheduledTrial } from './order-trials.js';
import {
  beginFurtherCase,
  type Claimant,
  createRoom,
  createRunningTrial,
  hasListRoom,
  hasPlace,
  type RunningTrial,
} from './running-trial.js';
import { findReadyTask, type SideTask, watchSideTasks } from './side-task.js';
import { createSignal, type Signal } from './signal.js';
import { isConflicting, isOfLists, sharesCollection } from './trial-claim.js';

/** What decides which trials may run at the same time, and how many cases. */
export interface ScheduleOptions extends OrderOptions {
  /** Whether the items of a case may be removed while other cases run in its place. */
  readonly mayRemoveBehind?: boolean;
  /** What is done beside the trials, as soon as it is ready. */
  readonly sideTasks?: readonly SideTask[];
}

/** What a schedule does with a trial. */
export interface ScheduledWork<R, T> {
  go(trial: Trial, room: CaseRoom): Promise<R>;
  /** Decides the outcome of a trial, when those of all trials that it assumes are decided. */
  settle(trial: Trial, result: R): T;
  /**
   * Whether the trial must run again before its outcome is decided. Trials that assume it do not wait for this promise, unless
   * `isViolated`: what they send may do harm where the service does not keep what it assumes.
   */
  mustRepeat?(trial: Trial): Promise<boolean> | undefined;
  isViolated?(result: R): boolean;
}

/**
 * Runs trials in parallel, with at most `concurrency` cases at a time. A trial waits for the rules that it assumes. A trial
 * that watches a collection runs alone on it, unless it creates the item above the collection; one that watches the service
 * runs alone; a few that watch a list run beside each other, and so do those that only read. Solitary collections take one
 * trial at a time: where ids are reused, a second DELETE could remove an item of another trial. Trials that others wait
 * for begin first, so that the others run side by side; then those that probably take longest, so that none of them is still
 * running when all others have ended. Where no trial can begin, those under way run further cases side by side; cases that are long,
 * or for which a longer sequence of trials waits, begin before other trials.
 *
 * Side by side, some trials do not wait for the rules that they assume: those that run alone and that others wait for, those that
 * read the same list as a trial under way, and those of operations. Their outcomes wait instead. Returns outcomes in the order of
 * the trials.
 */
export async function schedule<R, T>(trials: readonly Trial[], options: ScheduleOptions, work: ScheduledWork<R, T>) {
  const { waiting, urgent } = orderTrials(trials, options);
  const settlement = createSettlement(waiting, work);
  const running = new Map<object, RunningTrial>();
  const change = createSignal();
  const sideTasks = watchSideTasks(options, change);
  const hasRoom = () => hasPlace([...running.values()], options.concurrency);
  const isReady = createReadiness(options.concurrency, settlement, running, urgent, sideTasks);
  const occupy = createOccupation(running, change, options);
  const start = (one: ScheduledTrial) => {
    const leaving = [...running.values()].filter(({ claim }) => isConflicting(one.claim, claim));
    const go = (own: RunningTrial) => work.go(one.trial, createRoom(own, change.notify, leaving));
    return occupy(one, go, (result) => settlement.conclude(one, result, () => waiting.unshift(one)));
  };
  const goBeside = (one: Claimant & SideTask) => occupy(one, one.go, () => undefined);
  /** Begins what comes next; returns false where nothing may begin now. */
  const beginNext = (): boolean => {
    if (!hasRoom()) return false;
    const task = findReadyTask(sideTasks, running.values());
    if (task !== undefined) {
      sideTasks.delete(task);
      change.follow(goBeside(task));
      return true;
    }
    const next = waiting.find(isReady);
    if (beginFurtherCase(running.values(), change.notify, next?.length)) return true;
    if (next === undefined) return false;
    waiting.splice(waiting.indexOf(next), 1);
    urgent.delete(next);
    change.follow(start(next));
    return true;
  };
  while (settlement.unfinished.size + sideTasks.size + running.size > 0) {
    if (beginNext()) continue;
    requireProgress(running.size + sideTasks.size + settlement.checked.size, waiting);
    await change.next();
  }
  return settlement.outcomes;
}

/**
 * Lets a trial or a side task take a place while it works. What it did is concluded in the same turn of the loop in which its place is free
 * again.
 */
const createOccupation =
  (running: Map<object, RunningTrial>, change: Signal, options: ScheduleOptions) =>
  async <Done>(
    one: Claimant,
    go: (own: RunningTrial) => Promise<Done>,
    conclude: (done: Done) => Promise<void> | undefined,
  ) => {
    const own = createRunningTrial(one, options);
    running.set(one, own);
    const done = await go(own);
    running.delete(one);
    own.end();
    const concluded = conclude(done);
    change.notify();
    await concluded;
    change.notify();
  };

/** Throws where nothing is under way: otherwise the run would wait for ever. */
function requireProgress(underWay: number, waiting: readonly ScheduledTrial[]): void {
  if (underWay === 0) throw new Error(`no trial can begin: ${waiting.map(({ trial }) => trial.rule).join(', ')}`);
}

/**
 * Creates what decides whether a trial may begin beside those under way. The items of side tasks that have not begun are in the way of
 * trials that run alone.
 */
function createReadiness(
  concurrency: number,
  { unfinished, checked }: Pick<ReturnType<typeof createSettlement>, 'unfinished' | 'checked'>,
  running: ReadonlyMap<object, RunningTrial>,
  urgent: ReadonlySet<ScheduledTrial>,
  sideTasks: ReturnType<typeof watchSideTasks>,
) {
  const mayComeBefore = (one: ScheduledTrial, other: ScheduledTrial) =>
    concurrency > 1 &&
    (urgent.has(one) || areOperations(one, other) || (running.has(other) && readsSameLists(one, other)));
  const isAwaited = (one: ScheduledTrial, other: ScheduledTrial) =>
    unfinished.has(other) && checked.get(other) !== true && !mayComeBefore(one, other);
  const isFree = (one: ScheduledTrial): boolean => {
    for (const other of running.values())
      if (isConflicting(one.claim, other.claim) && !mayFollow(one, other)) return false;
    for (const { claim } of sideTasks) if (!urgent.has(one) && isConflicting(one.claim, claim)) return false;
    return true;
  };
  return (one: ScheduledTrial): boolean => {
    for (const other of one.assumed) if (isAwaited(one, other)) return false;
    return isFree(one) && hasListRoom(one.claim, running.values()) && !isHeldBack(one, urgent);
  };
}

/** Whether a trial may create its items while another one, beside which it may not run, removes the last of its own. */
const mayFollow = ({ claim }: ScheduledTrial, other: RunningTrial): boolean =>
  claim.mode !== 'own items' &&
  claim.mode !== 'reading' &&
  claim.mayRemoveBehind &&
  other.mayRemoveBehind &&
  other.cases === 0;

/** Whether two trials only read what is there. */
const areOperations = ({ trial: one }: ScheduledTrial, { trial: other }: ScheduledTrial): boolean =>
  one.subject.kind === 'operation' && other.subject.kind === 'operation';

/** Whether two trials take turns at the same list. */
const readsSameLists = (one: ScheduledTrial, other: ScheduledTrial): boolean =>
  isOfLists(one.claim) && one.claim.mode === other.claim.mode && sharesCollection(one.claim, other.claim);

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

/** Decides the outcomes of trials that have ended, each when those of all trials that it assumes are decided. */
function createSettlement<R, T>(
  all: readonly ScheduledTrial[],
  { settle, mustRepeat, isViolated = () => false }: ScheduledWork<R, T>,
) {
  const outcomes: T[] = [];
  const unfinished = new Set(all);
  const checked = new Map<ScheduledTrial, boolean>();
  const ended = new Map<ScheduledTrial, R>();
  const findDecided = () => [...ended].find(([one]) => ![...one.assumed].some((other) => unfinished.has(other)));
  return {
    outcomes,
    /** The trials without an outcome. */
    unfinished,
    /** Those of them that have ended, and perhaps must run again; each with whether others that assume it may begin. */
    checked,
    /** Ends a trial, or calls `repeat` where it must run again. */
    async conclude(one: ScheduledTrial, result: R, repeat: () => void): Promise<void> {
      const repeats = mustRepeat?.(one.trial);
      if (repeats !== undefined) {
        checked.set(one, !isViolated(result));
        const isAgain = await repeats;
        checked.delete(one);
        if (isAgain) return repeat();
      }
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
