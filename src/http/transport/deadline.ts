import { type Cancel, clock } from '../../model/clock.js';
/** A running deadline. */
export type Deadline = ReturnType<typeof startDeadline>;

/** Interval of the check whether this process was busy, and the delay that counts as busy, in milliseconds. */
const tickIntervalMs = 25;
const lateTickMs = 75;
/** Maximum extension of a deadline, as a factor. */
const maxTimeFactor = 4;

/**
 * Calls `over` after `ms` milliseconds of listening. Time in which this process was busy does not count, because it did
 * not read the responses that arrived.
 */
export function startDeadline(ms: number, over: () => void) {
  const ends = clock.now() + ms * maxTimeFactor;
  let lost = addTickListener();
  let cancel: Cancel;
  let isClear = false;
  const look = () => {
    const owed = Math.min(computeLostMs() - lost, ends - clock.now());
    if (owed <= 0) {
      clear();
      over();
      return;
    }
    lost = computeLostMs();
    cancel = clock.schedule(owed, look, 'deadline');
  };
  cancel = clock.schedule(ms, look, 'deadline');
  const clear = () => {
    cancel();
    ticker.listeners -= isClear ? 0 : 1;
    isClear = true;
  };
  return { clear };
}

/** Running deadlines share one timer, which stops some time after the last of them. */
const ticker: { beats: NodeJS.Timeout | undefined; listeners: number; last: number; lost: number } = {
  beats: undefined,
  listeners: 0,
  last: 0,
  lost: 0,
};

/** Milliseconds lost so far, including those since the last tick. */
function computeLostMs(): number {
  const late = clock.now() - ticker.last - tickIntervalMs;
  return ticker.lost + (late > lateTickMs ? late : 0);
}

function recordTick(): void {
  ticker.lost = computeLostMs();
  ticker.last = clock.now();
  if (ticker.listeners > 0) return;
  clearInterval(ticker.beats);
  ticker.beats = undefined;
}

function addTickListener(): number {
  ticker.listeners += 1;
  if (ticker.beats === undefined) {
    ticker.last = clock.now();
    ticker.beats = setInterval(recordTick, tickIntervalMs).unref();
  }
  return computeLostMs();
}
