/** The clock of the demo service, for its timestamps, waits and deferred tasks. */
export interface Clock {
  /** Milliseconds since a fixed moment; never decreases. */
  now(): number;
  /** Milliseconds since 1970-01-01 UTC. */
  epochMs(): number;
  /** Calls `callback` once after `ms` milliseconds, unless the returned function was called before. */
  schedule(ms: number, callback: () => void): () => void;
}

/** The clock of this machine. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  schedule(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

let currentClock = systemClock;

/** Replaces the clock in tests; returns the previous one. */
export function useClock(next: Clock): Clock {
  const before = currentClock;
  currentClock = next;
  return before;
}

/** The clock in use. */
export const clock: Clock = {
  now: () => currentClock.now(),
  epochMs: () => currentClock.epochMs(),
  schedule: (ms, callback) => currentClock.schedule(ms, callback),
};

/** The current time as an RFC 3339 text. */
export const createTimestamp = (): string => new Date(clock.epochMs()).toISOString();

/** Waits `ms` milliseconds of the clock in use, or until the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(ms, end);
    function end() {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}
