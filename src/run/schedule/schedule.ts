import type { Trial } from '../../model/result/plan.js';
import type { ClaimQueue } from './claim-queue.js';
import { type OrderOptions, orderTrials } from './order-trials.js';
import { chooseNext, type Places } from './place-policies.js';
import { buildSideTaskClaim } from './trial-claim.js';
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
