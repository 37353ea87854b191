import { UsageError } from '../../model/profile/usage-error.js';
import type { Fleet } from '../file/fleet.js';
import { describeStoreError, type ResultPlace } from '../store/result-place.js';
import type { FleetHost } from './fleet-host.js';
import { endRun, type FleetRun, type OpenedRun, openRun } from './fleet-state.js';
import type { RunFleetOptions } from './run-options.js';
import { isSelection } from './select-targets.js';

/** Number of times that other processes may begin a run just before this one does. */
const maxClaims = 5;

/**
 * Goes on with the unfinished run of a place, or starts a new one. Of several processes that share an object store and start
 * at the same time, one begins the run, and the others go on with it. Throws UsageError if another process controls the run.
 */
export async function openPlacedRun(
  { folder, store }: ResultPlace,
  fleet: Fleet,
  options: RunFleetOptions,
  note: FleetHost['note'],
): Promise<OpenedRun> {
  const isShared = isSelection(options);
  for (let claim = 0; claim < maxClaims; claim += 1) {
    await store?.fetchState(note);
    const opened = openRun(folder, fleet, { isFresh: options.fresh === true && claim === 0, isShared });
    if (store === undefined || (opened.isResumed && isShared) || (await store.claimRun())) return opened;
    if (!isShared) break;
  }
  throw new UsageError(`${store?.address} is in use: another process has begun or ended a run of this fleet just now`);
}

/** Marks a run as ended once the object store, if there is one, has all of it. Returns the exit code. */
export async function endPlacedRun(
  { folder, store }: ResultPlace,
  run: FleetRun,
  targets: readonly string[],
  exit: number,
  { note, print }: Pick<FleetHost, 'note' | 'print'>,
): Promise<number> {
  if (store === undefined) {
    endRun(folder, run);
    return exit;
  }
  const rest = `The reports are kept in ${folder}; the same command writes them to ${store.address}`;
  const unsent = store.listUnsent(run.id, targets);
  try {
    if (unsent.length === 0) {
      await store.sendFleetReport();
      endRun(folder, run);
      await store.sendRun();
      print(`Written to: ${store.address}\n`);
      return exit;
    }
  } catch (error) {
    note(describeStoreError(error));
    note(rest);
    return exit === 4 ? exit : error instanceof UsageError ? 2 : 3;
  }
  note(`${unsent.length} of ${targets.length} results are not in ${store.address}. ${rest}`);
  return exit === 4 ? exit : 3;
}
