/** Wakes one waiting loop. */
export function createSignal() {
  let isGiven = false;
  let failure: { readonly error: unknown } | undefined;
  let wake = () => {};
  const notify = () => {
    isGiven = true;
    wake();
  };
  return {
    notify,
    /** Resolves with the first call of `notify` since the last one; rejects with the error of followed work. */
    async next(): Promise<void> {
      if (!isGiven)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      isGiven = false;
      if (failure) throw failure.error;
    },
    /** Wakes the loop when work fails. */
    follow(work: Promise<unknown>): void {
      work.catch((error: unknown) => {
        failure ??= { error };
        notify();
      });
    },
  };
}

export type Signal = ReturnType<typeof createSignal>;
