import { clock } from '../model/clock.js';
/** Waits for one thing, as long as they are worth it. */
export interface WaitBudget {
  /** Begins to wait, unless it does already; true where that was in vain too often. */
  begin(ms: number): boolean;
  /** What is answered now was worth the wait. */
  reset(): void;
}

/** Begins without any; they were in vain too often after so long, or after so many. */
export function createWaitBudget(mostMs: number, mostVain = Number.POSITIVE_INFINITY): WaitBudget {
  let last = { ms: 0, until: 0 };
  let vain = { count: 0, ms: 0 };
  return {
    begin(ms) {
      const now = clock.now();
      // Who comes back during a wait left before it.
      if (now < last.until) return false;
      if (last.until > 0) vain = { count: vain.count + 1, ms: vain.ms + last.ms };
      last = { ms, until: now + ms };
      return vain.ms > mostMs || vain.count >= mostVain;
    },
    reset() {
      last = { ms: 0, until: 0 };
      vain = { count: 0, ms: 0 };
    },
  };
}
