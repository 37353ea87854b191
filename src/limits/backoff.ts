import { clock, pause } from '../model/clock.js';

/** Where somebody waits. */
export interface Backoff {
  isOpen(): boolean;
  /** Closes for a time, and tells by how much longer that is than it was. */
  close(ms: number): number;
  /** Waits until it is open, or nobody waits any more; undefined where it is. */
  awaitOpen(): Promise<void> | undefined;
  /** Waits until it is open, whoever had enough of it. */
  awaitOpenWhatever(): Promise<void>;
  /** For how long it was closed in all. */
  waitedMs(): number;
}

/** Begins open; `leftMs` tells how long anybody may still wait. */
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
    awaitOpen: () => (closedMs() <= 0 ? undefined : waitUntil(() => closedMs() <= 0 || leftMs() <= 0, closedMs)),
    awaitOpenWhatever: () => waitUntil(() => closedMs() <= 0, closedMs),
  };
}

/** So long is waited at a time: somebody may have had enough of it. */
const waitSliceMs = 200;

async function waitUntil(isOver: () => boolean, ms: () => number): Promise<void> {
  while (!isOver()) await pause(Math.max(1, Math.min(waitSliceMs, Math.ceil(ms()))));
}
