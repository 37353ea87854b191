import { type Cancel, clock } from '../../model/clock.js';

/** Interval of the check whether this process was busy, and the delay that counts as busy, in milliseconds. */
const tickIntervalMs = 25;
const lateTickMs = 75;
/** Maximum extension of a deadline, as a factor. */
const maxTimeFactor = 4;

/** Running deadlines share one timer, which stops some time after the last of them. */
const ticker: { beats: NodeJS.Timeout | undefined; listeners: number; last: number; lost: number } = {
  beats: undefined,
  listeners: 0,
  last: 0,
  lost: 0,
};

/** Calls `over` after `ms` milliseconds, without the time in which this process was busy. */
export class Deadline {
  readonly #over: () => void;
  readonly #endsAt: number;
  #lost: number;
  #cancel: Cancel;
  #isClear = false;

  constructor(ms: number, over: () => void) {
    const now = clock.now();
    ticker.listeners += 1;
    if (ticker.beats === undefined) {
      ticker.last = now;
      ticker.beats = setInterval(recordTick, tickIntervalMs).unref();
    }
    this.#over = over;
    this.#endsAt = now + ms * maxTimeFactor;
    this.#lost = computeLostMs(now);
    this.#cancel = clock.schedule(ms, () => this.#check(), 'deadline');
  }

  #check(): void {
    const now = clock.now();
    const lost = computeLostMs(now);
    const owed = Math.min(lost - this.#lost, this.#endsAt - now);
    if (owed <= 0) {
      this.clear();
      this.#over();
      return;
    }
    this.#lost = lost;
    this.#cancel = clock.schedule(owed, () => this.#check(), 'deadline');
  }

  clear(): void {
    this.#cancel();
    if (!this.#isClear) ticker.listeners -= 1;
    this.#isClear = true;
  }
}

/** Milliseconds lost so far, including those since the last tick. */
function computeLostMs(now: number): number {
  const late = now - ticker.last - tickIntervalMs;
  return ticker.lost + (late > lateTickMs ? late : 0);
}

function recordTick(): void {
  const now = clock.now();
  ticker.lost = computeLostMs(now);
  ticker.last = now;
  if (ticker.listeners > 0) return;
  clearInterval(ticker.beats);
  ticker.beats = undefined;
}
