import type { RequestMeter } from '../../limits/request-meter.js';
import { clock } from '../../model/clock.js';
import type { ClaimHolder } from '../schedule/claim-queue.js';

/** Thrown for a trial that ran too long without an exchange. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
}

/** Minimum and maximum check interval, in milliseconds. */
const [minCheckMs, maxCheckMs] = [20, 5_000];

/**
 * Creates the watchdog of one trial. A request in progress counts as progress, however long it waits for its turn or
 * for Retry-After, and so does a wait for other trials. A trial without either for `idleMs` milliseconds is stalled.
 */
export function createWatchdog(meter: RequestMeter, holder: Pick<ClaimHolder, 'waitedUntil'>, idleMs: number) {
  const life = { underWay: 0, since: clock.now(), isGivenUp: false };
  const watched = async <T>(go: () => Promise<T>): Promise<T> => {
    life.underWay += 1;
    try {
      return await go();
    } finally {
      life.underWay -= 1;
      life.since = clock.now();
    }
  };
  const alive = <T>(go: () => Promise<T>): Promise<T> =>
    life.isGivenUp
      ? Promise.reject(new StalledError('the trial was aborted, and sends no more requests'))
      : watched(go);
  const leftMs = () => (life.underWay > 0 ? idleMs : Math.max(life.since, holder.waitedUntil()) + idleMs - clock.now());
  return {
    /**
     * The meter of the trial; every exchange through it counts as progress. It sends no more requests for an aborted
     * trial.
     */
    meter: {
      ...meter,
      send: (request) => alive(() => meter.send(request)),
      raw: (request) => alive(() => meter.raw(request)),
      abort: (request, how) => alive(() => meter.abort(request, how)),
      sendUnmetered: (request) => watched(() => meter.sendUnmetered(request)),
    } satisfies RequestMeter,
    /** Resolves to the result of `work`. Throws {@link StalledError} when there is no progress. */
    watch: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const look = () => {
          const left = leftMs();
          if (left > 0) {
            cancel = clock.schedule(Math.min(maxCheckMs, Math.max(minCheckMs, left)), look, 'watchdog');
            return;
          }
          life.isGivenUp = true;
          reject(new StalledError(`the trial ran for ${idleMs / 1_000} s without an exchange and did not end`));
        };
        life.since = clock.now();
        let cancel = clock.schedule(Math.min(maxCheckMs, leftMs()), look, 'watchdog');
        work.then(resolve, reject).finally(() => cancel());
      }),
  };
}
