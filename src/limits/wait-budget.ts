import { clock } from '../model/clock.js';
/** Limits unsuccessful waits. */
export interface WaitBudget {
  /** Starts a wait, unless one is in progress; returns true when too many waits were unsuccessful. */
  begin(ms: number): boolean;
  /** Records a success. */
  reset(): void;
}

/** Creates a budget of so many milliseconds, and of so many waits. */
export function createWaitBudget(mostMs: number, mostVain = Number.POSITIVE_INFINITY): WaitBudget {
  let last = { ms: 0, until: 0 };
  let vain = { count: 0, ms: 0 };
  return {
    begin(ms) {
      const now = clock.now();
      // A response during a wait belongs to a request sent before it.
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
