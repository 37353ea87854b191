import type { Collection } from '../../model/service/subject.js';
import type { Claimant, RunningTrial } from './running-trial.js';
import type { Signal } from './signal.js';
import { buildSideTaskClaim, isConflicting } from './trial-claim.js';

/** Work beside the trials that reads and removes items of its own. */
export interface SideTask {
  readonly collection: Collection;
  /** Resolves when the work may begin. */
  readonly ready: Promise<void>;
  readonly go: () => Promise<void>;
}

/** A side task that has not begun. */
interface OpenSideTask extends SideTask, Claimant {
  isReady: boolean;
}

/** Lists the side tasks of a schedule. `change` is given whenever one of them becomes ready. */
export function watchSideTasks(
  {
    sideTasks = [],
    collections,
  }: { readonly sideTasks?: readonly SideTask[]; readonly collections: readonly Collection[] },
  change: Signal,
): Set<OpenSideTask> {
  const all = sideTasks.map((one) => {
    const claim = buildSideTaskClaim(one.collection, collections);
    return { ...one, claim, dependents: 0, length: 0, isReady: false };
  });
  for (const one of all)
    change.follow(
      one.ready.then(() => {
        one.isReady = true;
        change.notify();
      }),
    );
  return new Set(all);
}

/** Finds a side task that may begin beside all trials under way. */
export function findReadyTask(tasks: ReadonlySet<OpenSideTask>, running: Iterable<RunningTrial>) {
  const claims = [...running].map(({ claim }) => claim);
  return [...tasks].find(({ isReady, claim }) => isReady && !claims.some((other) => isConflicting(claim, other)));
}
