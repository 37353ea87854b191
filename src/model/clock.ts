/** The clock for all waits and measurements of the kit. */
export interface Clock {
  /** Milliseconds since a fixed moment; never decreases. */
  now(): number;
  /** Milliseconds since 1970-01-01 UTC. */
  epochMs(): number;
  schedule(ms: number, callback: () => void, kind?: TimerKind): Cancel;
}

/** Cancels a scheduled callback; further calls do nothing. */
export type Cancel = () => void;

/** The purpose of a timer: a `pause` is awaited, a `deadline` limits a request, a `watchdog` checks at intervals. */
export type TimerKind = 'pause' | 'deadline' | 'watchdog';

export const systemClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  schedule(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

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

/** The shortest wait between two looks, in milliseconds. */
const minWaitMs = 20;

/** What earlier polls for the same kind of event showed: the first wait of the next one, in milliseconds. */
export interface PollMemory {
  waitMs: number;
}

/** The memory of polls of which none was made yet. */
export const createPollMemory = (): PollMemory => ({ waitMs: minWaitMs });

/**
 * Polls at growing intervals until the result is settled; looks once more when the time is over. Resolves to the last result. With a
 * memory it first waits for as long as the result was not settled before, at most half of the time.
 */
export async function pollUntil<T>(
  look: () => Promise<T>,
  isSettled: (seen: T) => boolean,
  windowMs: number,
  memory: PollMemory = createPollMemory(),
) {
  const begun = clock.now();
  const elapsed = () => clock.now() - begun;
  const first = Math.max(minWaitMs, Math.min(memory.waitMs, windowMs / 2));
  let seen = await look();
  let unsettledMs = 0;
  // What takes a little longer than before is seen soon after.
  let next = first > minWaitMs ? first / 4 : 2 * first;
  for (let wait = first; !isSettled(seen) && elapsed() < windowMs; [wait, next] = [next, 2 * next]) {
    unsettledMs = elapsed();
    await pause(Math.min(wait, Math.ceil(windowMs - unsettledMs)));
    seen = await look();
  }
  if (windowMs === 0) return seen;
  if (!isSettled(seen)) memory.waitMs = elapsed();
  // A first wait that was long enough may have been too long.
  else memory.waitMs = Math.max(minWaitMs, unsettledMs || first * 0.75);
  return seen;
}
