import { type Cancel, clock } from '../../model/clock.js';
/** A deadline that is not over yet. */
export interface Deadline {
  clear(): void;
}

/** How often is looked whether this process comes to its turns, and how late that is when it was busy with itself, in milliseconds. */
const tickIntervalMs = 25;
const lateTickMs = 75;
/** So many times the time that was given are waited at most. */
const maxTimeFactor = 4;

/**
 * Calls `over` after `ms` milliseconds in which it could be listened. Time in which this process was busy with itself does not
 * count: what arrived meanwhile was not read, and nobody else is to blame for that.
 */
export function startDeadline(ms: number, over: () => void): Deadline {
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

/** Deadlines under way share one heart; some time after the last of them, it rests. */
const ticker: { beats: NodeJS.Timeout | undefined; listeners: number; last: number; lost: number } = {
  beats: undefined,
  listeners: 0,
  last: 0,
  lost: 0,
};

/** Milliseconds that were lost so far, those since the last beat among them. */
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
