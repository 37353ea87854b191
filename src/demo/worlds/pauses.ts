import { clock } from '../clock.js';

/** Waits that end with the world they belong to. */
export interface Pauses {
  wait(ms: number): Promise<void>;
  /** Clears the timers; whoever waits waits for ever. */
  clear(): void;
}

/** Creates an empty window. */
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
