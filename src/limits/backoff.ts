import { clock, pause } from '../model/clock.js';

export type Backoff = ReturnType<typeof createBackoff>;

export function createBackoff(leftMs: () => number) {
  let opensAt = 0;
  let waitedMs = 0;
  const closedMs = () => opensAt - clock.now();
  return {
    waitedMs: () => waitedMs,
    isOpen: () => closedMs() <= 0,
    /** Starts a wait, or extends the current one. Returns the added milliseconds. */
    close(ms: number) {
      const now = clock.now();
      const more = Math.max(0, now + ms - Math.max(now, opensAt));
      if (more > 0) opensAt = now + ms;
      waitedMs += more;
      return more;
    },
    /** Resolves when the wait is over or aborted; undefined when there is none. */
    awaitOpen: () => (opensAt <= clock.now() ? undefined : waitUntil(() => closedMs() <= 0 || leftMs() <= 0, closedMs)),
    /** Resolves when the wait is over, even if the run was aborted. */
    awaitOpenWhatever: () => waitUntil(() => closedMs() <= 0, closedMs),
  };
}

/** Length of one wait step in milliseconds, after which an abort is checked. */
const waitSliceMs = 200;

async function waitUntil(isOver: () => boolean, ms: () => number): Promise<void> {
  while (!isOver()) await pause(Math.max(1, Math.min(waitSliceMs, Math.ceil(ms()))));
}
