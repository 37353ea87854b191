/** The time that everything in the kit waits by and measures with. */
export interface Clock {
  /** Milliseconds since a fixed moment; never decreases. */
  now(): number;
  /** Milliseconds since 1970-01-01 UTC. */
  epochMs(): number;
  /** Calls back once after `ms` milliseconds, unless the returned function was called before. */
  schedule(ms: number, callback: () => void, kind?: TimerKind): Cancel;
}

/** Takes back what was scheduled; calling it again does nothing. */
export type Cancel = () => void;

/** Why something is scheduled: a `pause` is waited for, a `deadline` bounds a request under way, a `watchdog` looks now and then. */
export type TimerKind = 'pause' | 'deadline' | 'watchdog';

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  schedule(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

let current = systemClock;

/** Puts another clock in place, for tests that drive the time; returns the one before. */
export function useClock(next: Clock): Clock {
  const before = current;
  current = next;
  return before;
}

/** The clock in use. */
export const clock: Clock = {
  now: () => current.now(),
  epochMs: () => current.epochMs(),
  schedule: (ms, callback, kind) => current.schedule(ms, callback, kind),
};

/** Waits `ms` milliseconds of the clock in use. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(ms, resolve);
  });
}
