/** Wakes one waiting loop. */
export interface Signal {
  readonly notify: () => void;
  /** Resolves with the first call of `notify` since the last one; rejects with the error of followed work. */
  next(): Promise<void>;
  /** Wakes the loop when work fails. */
  follow(work: Promise<unknown>): void;
}

/** Creates a signal that was not given yet. */
export function createSignal(): Signal {
  let isGiven = false;
  let failure: { readonly error: unknown } | undefined;
  let wake = () => {};
  const notify = () => {
    isGiven = true;
    wake();
  };
  return {
    notify,
    async next() {
      if (!isGiven)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      isGiven = false;
      if (failure) throw failure.error;
    },
    follow(work) {
      work.catch((error: unknown) => {
        failure ??= { error };
        notify();
      });
    },
  };
}
