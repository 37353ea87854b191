import { clock } from '../clock.js';

/** Waits that end with their world. */
export interface Pauses {
  wait(ms: number): Promise<void>;
  /** Clears the timers; pending waits never end. */
  clear(): void;
}

/** Creates pauses without waits. */
export function openPauses(): Pauses {
  const timers = new Set<() => void>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const cancel = clock.schedule(ms, () => {
          timers.delete(cancel);
          resolve();
        });
        timers.add(cancel);
      }),
    clear() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
