/** The clock for all waits and measurements of the kit. */
export interface Clock {
  /** Milliseconds since a fixed moment; never decreases. */
  now(): number;
  /** Milliseconds since 1970-01-01 UTC. */
  epochMs(): number;
  /** Calls `callback` once after `ms` milliseconds, unless the returned function was called before. */
  schedule(ms: number, callback: () => void, kind?: TimerKind): Cancel;
}

/** Cancels a scheduled callback; further calls do nothing. */
export type Cancel = () => void;

/** The purpose of a timer: a `pause` is awaited, a `deadline` limits a request, a `watchdog` checks at intervals. */
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

/** The clock in use. */
export let clock = systemClock;

/** Replaces the clock in tests; returns the previous one. */
export function useClock(next: Clock): Clock {
  const before = clock;
  clock = next;
  return before;
}

/** Waits `ms` milliseconds of the clock in use. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(ms, resolve);
  });
}

/** Polls at growing intervals until the result is settled; looks once more when the time is over. Resolves to the last result. */
export async function pollUntil<T>(look: () => Promise<T>, isSettled: (seen: T) => boolean, windowMs: number) {
  const end = clock.now() + windowMs;
  let seen = await look();
  for (let wait = 20; !isSettled(seen) && clock.now() < end; wait *= 2) {
    await pause(Math.min(wait, Math.ceil(end - clock.now())));
    seen = await look();
  }
  return seen;
}
