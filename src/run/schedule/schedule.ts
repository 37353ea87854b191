import type { Trial } from '../../model/result/plan.js';
import { isConflicting, sharesUse } from './claim.js';
import type { ClaimQueue } from './claim-queue.js';
import { type OrderOptions, orderTrials } from './order-trials.js';
import { buildSideTaskClaim, maxListCases, type TrialClaim } from './trial-claim.js';
import { isOfTrial, type PlaceOfTrial, type PlaceOptions, type SideTask, TrialPlace } from './trial-place.js';

/** What decides which trials may run at the same time, and how many cases. */
export interface ScheduleOptions extends OrderOptions, Omit<PlaceOptions, 'onChange'> {
  readonly queue: ClaimQueue;
  /** What is done beside the trials, as soon as it is ready. */
  readonly sideTasks?: readonly SideTask[];
}

export interface ScheduledWork<R, T> {
  go(trial: Trial, place: TrialPlace): Promise<R>;
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
 * or for which a longer sequence of trials waits, begin before other trials. Returns outcomes in the order of the trials.
 */
export async function schedule<R, T>(
  trials: readonly Trial[],
  { queue, ...options }: ScheduleOptions,
  work: ScheduledWork<R, T>,
): Promise<T[]> {
  const placing = { ...options, onChange: () => places.onChange() };
  const outcomes: T[] = [];
  const ended = new Map<PlaceOfTrial, R>();
  /** Settles the trials that have ended, each when all that it assumes are settled. */
  const settleEnded = () => {
    const isDecided = ([{ assumed }]: [PlaceOfTrial, R]) =>
      [...assumed].every(({ progress }) => progress === 'settled');
    for (let next = [...ended].find(isDecided); next; next = [...ended].find(isDecided)) {
      const [place, result] = next;
      outcomes[place.index] = work.settle(place.trial, result);
      ended.delete(place);
      place.progress = 'settled';
    }
  };
  const runTrial = async (place: PlaceOfTrial) => {
    place.progress = 'running';
    const result = await work.go(place.trial, place);
    places.held.delete(place);
    queue.grantWaiting('removals');
    const repeats = work.mustRepeat?.(place.trial);
    place.progress = repeats && !work.isViolated?.(result) ? 'checked' : 'ended';
    if (repeats) {
      places.onChange();
      if (await repeats) {
        place.reset();
        places.waiting = new Set([place, ...places.waiting]);
        return;
      }
    }
    place.progress = 'ended';
    ended.set(place, result);
    settleEnded();
  };
  const tasks = new Map<TrialPlace, SideTask>();
  for (const task of options.sideTasks ?? []) {
    const place = new TrialPlace(buildSideTaskClaim(task.collection, options.collections), placing);
    place.isReady = false;
    void task.ready.then(() => {
      place.isReady = true;
      places.onChange();
    });
    tasks.set(place, task);
  }
  const run = async (place: TrialPlace) => {
    if (isOfTrial(place)) return runTrial(place);
    await tasks.get(place)?.go();
    places.held.delete(place);
  };
  const { waiting, urgent } = orderTrials(trials, placing);
  const places: Places = {
    concurrency: options.concurrency,
    held: queue.trials,
    waiting: new Set(waiting),
    tasks: new Set(tasks.keys()),
    urgent,
    onChange: () => {},
  };
  places.held.clear();
  await runPlaces(places, run);
  return outcomes;
}

/** Runs those that wait, each when it may begin, and their further cases. Rejects with the first error, and where none can begin. */
async function runPlaces(places: Places, run: (place: TrialPlace) => Promise<void>): Promise<void> {
  let underWay = 0;
  let failure: { readonly error: unknown } | undefined;
  const begin = async (place: TrialPlace) => {
    underWay += 1;
    if (!isOfTrial(place)) places.tasks.delete(place);
    else for (const some of [places.waiting, places.urgent]) some.delete(place);
    places.held.add(place);
    try {
      await run(place);
    } catch (error) {
      failure ??= { error };
    }
    underWay -= 1;
    places.onChange();
  };
  while (places.waiting.size + places.tasks.size + underWay > 0) {
    const changed = new Promise<void>((resolve) => {
      places.onChange = resolve;
    });
    for (let next = chooseNext(places); next !== undefined; next = chooseNext(places))
      if (next.isFurther) next.place.beginFurther();
      else void begin(next.place);
    if (underWay + places.tasks.size === 0)
      throw new Error(`no trial can begin: ${[...places.waiting].map(({ trial }) => trial.rule).join(', ')}`);
    await changed;
    if (failure) throw failure.error;
  }
}

/** The trials and side tasks of a schedule that are under way, and those that wait, in their order. */
export interface Places {
  /** Most cases under way at the same time. */
  readonly concurrency: number;
  readonly held: Set<TrialPlace>;
  waiting: Set<PlaceOfTrial>;
  /** Side tasks that wait. */
  readonly tasks: Set<TrialPlace>;
  /** Those of the waiting trials that come first, as others wait for them that could run side by side. */
  readonly urgent: Set<PlaceOfTrial>;
  /** Called when more may perhaps begin. */
  onChange: () => void;
}

/** What takes a place next: a side task, or a trial, that begins, or a further case of a trial under way. */
export interface NextPlace {
  readonly place: TrialPlace;
  readonly isFurther: boolean;
}

/**
 * Chooses what begins next; undefined where nothing may begin now. Further cases begin before a trial only if they are of a trial that
 * takes longer, with those that wait for it, if they take long, or if they read what others have in a list.
 */
export function chooseNext(places: Places): NextPlace | undefined {
  const { held, waiting, concurrency } = places;
  if (!hasPlace(held, concurrency)) return undefined;
  for (const one of places.tasks) if (one.isReady && !isBlocked(one, held)) return { place: one, isFurther: false };
  let next: PlaceOfTrial | undefined;
  let isUnfinished = [...held].some(({ trial, mayStopService }) => trial && !mayStopService);
  for (const one of waiting) {
    if (one.mayStopService && isUnfinished) break;
    if (mayBegin(one, places)) next = one;
    if (next) break;
    isUnfinished ||= !one.mayStopService;
  }
  const further = findFurther(held, next?.length);
  if (further) return { place: further, isFurther: true };
  return next && { place: next, isFurther: false };
}

/**
 * Whether one more case may begin. Trials that only remove items, and cases that create their first item, take no places, as long as
 * they are few.
 */
export function hasPlace(held: Iterable<TrialPlace>, concurrency: number): boolean {
  let [cases, leaving, preparing] = [0, 0, 0];
  for (const one of held) {
    cases += one.cases;
    preparing += one.preparing;
    if (one.cases === 0) leaving += 1;
  }
  return cases + Math.max(0, leaving - concurrency) < concurrency + Math.min(preparing, concurrency);
}

function findFurther(held: Iterable<TrialPlace>, next: number | undefined): TrialPlace | undefined {
  const all = [...held];
  let found: TrialPlace | undefined;
  for (const one of all) {
    const { claim, cases, length, further } = one;
    if (further === undefined || cases >= claim.maxCases || !hasListRoom(claim, all)) continue;
    const comesFirst =
      next === undefined ||
      claim.isReader ||
      further.kind === 'long' ||
      length > (further.kind === 'tentative' ? 2 * next : next);
    if (comesFirst && (found === undefined || cases < found.cases)) found = one;
  }
  return found;
}

/** Whether one more case may read the same lists: each has its items in them. */
function hasListRoom(claim: TrialClaim, held: Iterable<TrialPlace>): boolean {
  if (!claim.isOfLists) return true;
  let count = 0;
  for (const one of held) if (sharesUse(claim, one.claim)) count += one.cases;
  return count < maxListCases;
}

/** Whether a trial may begin beside those under way. */
function mayBegin(one: PlaceOfTrial, { held, concurrency, tasks, urgent }: Places): boolean {
  const isUrgent = urgent.has(one);
  for (const other of one.assumed) if (isAwaited(one, other, isUrgent, concurrency)) return false;
  if (isBlocked(one, held)) return false;
  // The items of side tasks that have not begun are in the way of trials that run alone.
  if (!isUrgent) for (const { claim } of tasks) if (isConflicting(one.claim, claim)) return false;
  return hasListRoom(one.claim, held) && (isUrgent || !delaysUrgent(one, urgent));
}

/**
 * Whether a trial waits for another one, whose rule it assumes. Side by side, some do not, and only their outcomes wait: urgent ones,
 * those that take turns at the same list as one under way, and those of operations, which only read what is there.
 */
function isAwaited(one: PlaceOfTrial, other: PlaceOfTrial, isUrgent: boolean, concurrency: number): boolean {
  if (other.progress === 'settled' || other.progress === 'checked') return false;
  if (concurrency === 1) return true;
  if (isUrgent || (one.trial.subject.kind === 'operation' && other.trial.subject.kind === 'operation')) return false;
  const isAtSameList = one.claim.isOfLists && one.claim.mode === other.claim.mode && sharesUse(one.claim, other.claim);
  return !(isAtSameList && other.progress === 'running');
}

/** Whether a trial or a side task may not run beside one that is under way. */
function isBlocked(one: TrialPlace, held: Iterable<TrialPlace>): boolean {
  for (const other of held) if (isConflicting(one.claim, other.claim) && !mayFollow(one, other)) return true;
  return false;
}

/**
 * Whether a trial may create its items while another one, beside which it may not run, removes the last of its own. What watches only its
 * items waits for no removals, and so follows only a trial that decided alone.
 */
const mayFollow = ({ claim, trial }: TrialPlace, other: TrialPlace): boolean =>
  trial !== undefined &&
  (claim.mode !== 'own items' || other.claim.mode === 'alone') &&
  claim.mode !== 'reading' &&
  claim.mayRemoveBehind &&
  other.mayRemoveBehind &&
  other.cases === 0;

/** Whether a trial would delay an urgent one without being needed by any. */
function delaysUrgent(one: PlaceOfTrial, urgent: Iterable<PlaceOfTrial>): boolean {
  let isInTheWay = false;
  for (const { assumed, claim } of urgent) {
    if (assumed.has(one)) return false;
    isInTheWay ||= isConflicting(claim, one.claim);
  }
  return isInTheWay;
}
