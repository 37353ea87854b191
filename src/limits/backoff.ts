import { clock, pause } from '../model/clock.js';

/** Where somebody waits. */
export interface Door {
  isOpen(): boolean;
  /** Closes for a time, and tells by how much longer that is than it was. */
  close(ms: number): number;
  /** Waits until it is open, or nobody waits any more; undefined where it is. */
  open(): Promise<void> | undefined;
  /** Waits until it is open, whoever had enough of it. */
  opened(): Promise<void>;
  /** For how long it was closed in all. */
  waitedMs(): number;
}

/** Begins open; `leftMs` tells how long anybody may still wait. */
export function doorOf(leftMs: () => number): Door {
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
    open: () => (closedMs() <= 0 ? undefined : until(() => closedMs() <= 0 || leftMs() <= 0, closedMs)),
    opened: () => until(() => closedMs() <= 0, closedMs),
  };
}

/** So long is waited at a time: somebody may have had enough of it. */
const sliceMs = 200;

async function until(isOver: () => boolean, ms: () => number): Promise<void> {
  while (!isOver()) await pause(Math.max(1, Math.min(sliceMs, Math.ceil(ms()))));
}
