import type { LedgerScope } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';

/** A case under way: what it created, and what ends with it. */
export interface OpenCase {
  readonly scope: LedgerScope;
  /** Calls a function at the end of the case; for an aborted one, at the end of the trial. */
  onEnd(end: () => void): void;
}

/** The cases of one trial that are under way. */
export function createOpenCases(runLedger: Pick<RunLedger, 'openScope'>) {
  const all = new Map<OpenCase, (() => void)[]>();
  const removals = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const end = (one: OpenCase) => {
    for (const call of all.get(one) ?? []) call();
    all.delete(one);
  };
  return {
    /** Runs a case with a scope of its own. */
    within<T>(go: (open: OpenCase) => Promise<T>): Promise<T> {
      const ends: (() => void)[] = [];
      const open: OpenCase = { scope: runLedger.openScope(), onEnd: (call) => void ends.push(call) };
      all.set(open, ends);
      return go(open).finally(() => end(open));
    },
    /** Ends the cases that were aborted; returns their scopes. */
    endAll(): LedgerScope[] {
      const aborted = [...all.keys()];
      for (const one of aborted) end(one);
      return aborted.map(({ scope }) => scope);
    },
    /** Lets the removal of items go on while the next case runs. Waits where there would be more removals than cases. */
    async removeBehind(removal: Promise<void>): Promise<void> {
      const watched = removal.catch((error: unknown) => {
        failure ??= { error };
      });
      removals.add(watched);
      void watched.then(() => removals.delete(watched));
      if (removals.size > all.size) await watched;
    },
    /** Waits for these removals. Rejects with the first error of one. */
    async awaitRemovals(): Promise<void> {
      await Promise.all(removals);
      if (failure) throw failure.error;
    },
  };
}

export type OpenCases = ReturnType<typeof createOpenCases>;
