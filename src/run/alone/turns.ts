/** A turn that was taken. */
export interface Turn {
  /** Ends the turn; further calls do nothing. */
  readonly end: () => void;
  /** Whether another turn was taken at the same time. */
  readonly hasCompany: () => boolean;
}

/**
 * Creates the turns of a run. Each case and each removal takes one, so that a case that must run alone waits for them, and they
 * for it. Nothing may wait for another turn while it has one.
 */
export function createTurns() {
  const taken = new Set<{ hasCompany: boolean }>();
  let alone: Promise<void> | undefined;
  let onFree = () => {};
  const waitForFree = (): Promise<void> =>
    taken.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          onFree = resolve;
        });
  return {
    /** Waits while something runs alone. Any number of these turns may be taken at once. */
    async begin(): Promise<Turn> {
      while (alone !== undefined) await alone;
      const own = { hasCompany: taken.size > 0 };
      for (const other of taken) other.hasCompany = true;
      taken.add(own);
      const end = () => {
        if (taken.delete(own) && taken.size === 0) onFree();
      };
      return { end, hasCompany: () => own.hasCompany };
    },
    /** Waits until no turn is taken. Until its end, no other turn begins. */
    async beginAlone(): Promise<Turn> {
      while (alone !== undefined) await alone;
      let end = () => {};
      const own = new Promise<void>((resolve) => {
        end = () => {
          if (alone === own) alone = undefined;
          resolve();
        };
      });
      alone = own;
      await waitForFree();
      return { end, hasCompany: () => false };
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;

/** The turns of one trial: all of them end with it, also when it was aborted. `watch` wraps each wait. */
export function createTrialTurns(turns: Turns, watch: <T>(go: () => Promise<T>) => Promise<T>) {
  const open = new Set<Turn>();
  let isOver = false;
  const begin = async (isAlone = false) => {
    const turn = await watch(() => (isAlone ? turns.beginAlone() : turns.begin()));
    open.add(turn);
    if (isOver) turn.end();
    return turn;
  };
  return {
    begin,
    /** Runs a function within a turn. */
    async within<T>(go: () => Promise<T>): Promise<T> {
      const { end } = await begin();
      return go().finally(end);
    },
    endAll(): void {
      isOver = true;
      for (const { end } of open) end();
    },
  };
}

export type TrialTurns = ReturnType<typeof createTrialTurns>;
