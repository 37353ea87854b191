import { clock, pause } from '../model/clock.js';

/** A shared wait. */
export interface Backoff {
  isOpen(): boolean;
  /** Starts a wait, or extends the current one. Returns the added milliseconds. */
  close(ms: number): number;
  /** Resolves when the wait is over or aborted; undefined when there is none. */
  awaitOpen(): Promise<void> | undefined;
  /** Resolves when the wait is over, even if the run was aborted. */
  awaitOpenWhatever(): Promise<void>;
  /** Total wait in milliseconds. */
  waitedMs(): number;
}

/** Creates a backoff without a wait; `leftMs` returns the remaining time of the run. */
export function createBackoff(leftMs: () => number): Backoff {
  let opensAt = 0;
  let waitedMs = 0;
  const closedMs = () => opensAt - clock.now();
  return {
    waitedMs: () => waitedMs,
    isOpen: () => closedMs() <= 0,
    close(ms) {
      const now = clock.now();
      const more = Math.max(0, now + ms - Math.max(now, opensAt));
      if (more > 0) opensAt = now + ms;
      waitedMs += more;
      return more;
    },
    awaitOpen: () => (opensAt <= clock.now() ? undefined : waitUntil(() => closedMs() <= 0 || leftMs() <= 0, closedMs)),
    awaitOpenWhatever: () => waitUntil(() => closedMs() <= 0, closedMs),
  };
}

/** Length of one wait step in milliseconds, after which an abort is checked. */
const waitSliceMs = 200;

async function waitUntil(isOver: () => boolean, ms: () => number): Promise<void> {
  while (!isOver()) await pause(Math.max(1, Math.min(waitSliceMs, Math.ceil(ms()))));
}
