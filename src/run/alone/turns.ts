/** A turn that was taken. */
export interface Turn {
  /** Ends the turn; further calls do nothing. */
  readonly end: () => void;
  /** Whether another turn was taken at the same time. */
  readonly hasCompany: () => boolean;
}

/** Decides what of a run may be under way at the same time. */
export interface Turns {
  /** Waits while something runs alone. Any number of these turns may be taken at once. */
  begin(): Promise<Turn>;
  /** Waits until no turn is taken. Until its end, no other turn begins. */
  beginAlone(): Promise<Turn>;
}

/**
 * Creates the turns of a run. Each case and each removal takes one, so that a case that must run alone waits for them, and they
 * for it. Nothing may wait for another turn while it has one.
 */
export function createTurns(): Turns {
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
    async begin() {
      while (alone !== undefined) await alone;
      const own = { hasCompany: taken.size > 0 };
      for (const other of taken) other.hasCompany = true;
      taken.add(own);
      const end = () => {
        if (taken.delete(own) && taken.size === 0) onFree();
      };
      return { end, hasCompany: () => own.hasCompany };
    },
    async beginAlone() {
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

/** The turns of one trial: all of them end with it, also when it was aborted. */
export interface TrialTurns {
  begin(isAlone?: boolean): Promise<Turn>;
  /** Runs a function within a turn. */
  within<T>(go: () => Promise<T>): Promise<T>;
  endAll(): void;
}

/** Creates the turns of one trial. `watch` wraps each wait. */
export function createTrialTurns(turns: Turns, watch: <T>(go: () => Promise<T>) => Promise<T>): TrialTurns {
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
    async within(go) {
      const { end } = await begin();
      return go().finally(end);
    },
    endAll() {
      isOver = true;
      for (const { end } of open) end();
    },
  };
}
