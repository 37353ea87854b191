import type { RequestMeter } from '../../limits/request-meter.js';
import { clock } from '../../model/clock.js';

/** Watches whether a trial still does anything that can be seen. */
export interface Watchdog {
  /** The meter, felt: everything that passes through it is a sign of life. Sends nothing more for a trial that was given up. */
  readonly meter: RequestMeter;
  /** What `work` gives, or the end of patience with it. Throws {@link StalledError}. */
  watch<T>(work: Promise<T>): Promise<T>;
}

/** A trial that went on for so long without an exchange that nobody waits for it any more. */
export class StalledError extends Error {
  override readonly name = 'Stalled';
}

/** How often is looked, at least and at most, in milliseconds. */
const [minCheckMs, maxCheckMs] = [20, 5_000];

/**
 * Feels the pulse of one trial. A request under way is life, however long it waits for its turn or for a service that
 * asked for patience; nothing under way for longer than `idleMs` is none.
 */
export function createWatchdog(meter: RequestMeter, idleMs: number): Watchdog {
  const life = { underWay: 0, since: clock.now(), isGivenUp: false };
  const felt = async <T>(go: () => Promise<T>): Promise<T> => {
    life.underWay += 1;
    try {
      return await go();
    } finally {
      life.underWay -= 1;
      life.since = clock.now();
    }
  };
  const alive = <T>(go: () => Promise<T>): Promise<T> =>
    life.isGivenUp ? Promise.reject(new StalledError('the trial was given up, and sends nothing more')) : felt(go);
  const leftMs = () => (life.underWay > 0 ? idleMs : life.since + idleMs - clock.now());
  return {
    meter: {
      ...meter,
      send: (request) => alive(() => meter.send(request)),
      raw: (request) => alive(() => meter.raw(request)),
      abort: (request, how) => alive(() => meter.abort(request, how)),
      sendUnmetered: (request) => felt(() => meter.sendUnmetered(request)),
    },
    watch: (work) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const left = leftMs();
          if (left > 0) {
            cancel = clock.schedule(Math.min(maxCheckMs, Math.max(minCheckMs, left)), look, 'watchdog');
            return;
          }
          life.isGivenUp = true;
          reject(new StalledError(`it went on for ${formatSeconds(idleMs)} without an exchange and without an end`));
        };
        life.since = clock.now();
        let cancel = clock.schedule(Math.min(maxCheckMs, leftMs()), look, 'watchdog');
        work.then(resolve, reject).finally(() => cancel());
      }),
  };
}

const formatSeconds = (ms: number) => `${ms / 1_000} s`;
