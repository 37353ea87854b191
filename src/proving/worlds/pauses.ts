/** Waits that end with the world they belong to. */
export interface Pauses {
  wait(ms: number): Promise<void>;
  /** Clears the timers; whoever waits waits for ever. */
  clear(): void;
}

/** Begins without any. */
export function openPauses(): Pauses {
  const timers = new Set<NodeJS.Timeout>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          resolve();
        }, ms);
        timers.add(timer.unref());
      }),
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
