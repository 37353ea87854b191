/** Observations that several trials judge. */
export function createSharedObservations() {
  const made = new Map<string, Promise<unknown>>();
  const used = new Set<string>();
  return {
    /**
     * Resolves to the observation of this name: made once for all trials, and anew for a trial that used it before, because
     * then it repeats a case.
     */
    observe<T>(name: string, trial: string, make: () => Promise<T>): Promise<T> {
      const key = `${trial} ${name}`;
      if (used.has(key)) return make();
      used.add(key);
      const known = made.get(name) as Promise<T> | undefined;
      if (known) return known;
      const own = make();
      made.set(name, own);
      // Each trial that uses it handles the failure; this one only keeps it from being unhandled.
      own.catch(() => undefined);
      return own;
    },
  };
}

export type SharedObservations = ReturnType<typeof createSharedObservations>;
