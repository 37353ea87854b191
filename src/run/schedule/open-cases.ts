import type { LedgerScope } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';

/** A case under way: what it created, and what ends with it. */
export interface OpenCase {
  readonly scope: LedgerScope;
  /** Calls a function at the end of the case; for an aborted one, at the end of the trial. */
  onEnd(end: () => void): void;
}

/** The cases of one trial that are under way. */
export interface OpenCases {
  /** Runs a case with a scope of its own. */
  within<T>(go: (open: OpenCase) => Promise<T>): Promise<T>;
  /** Ends the cases that were aborted; returns their scopes. */
  endAll(): LedgerScope[];
  /** Lets the removal of items go on while the next case runs. Waits where there would be more removals than cases. */
  removeBehind(removal: Promise<void>): Promise<void>;
  /** Waits for these removals. Rejects with the first error of one. */
  awaitRemovals(): Promise<void>;
}

/** Creates the record of the cases of one trial. */
export function createOpenCases(runLedger: Pick<RunLedger, 'openScope'>): OpenCases {
  const all = new Map<OpenCase, (() => void)[]>();
  const removals = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const end = (one: OpenCase) => {
    for (const call of all.get(one) ?? []) call();
    all.delete(one);
  };
  return {
    within(go) {
      const ends: (() => void)[] = [];
      const open: OpenCase = { scope: runLedger.openScope(), onEnd: (call) => void ends.push(call) };
      all.set(open, ends);
      return go(open).finally(() => end(open));
    },
    endAll() {
      const aborted = [...all.keys()];
      for (const one of aborted) end(one);
      return aborted.map(({ scope }) => scope);
    },
    async removeBehind(removal) {
      const watched = removal.catch((error: unknown) => {
        failure ??= { error };
      });
      removals.add(watched);
      void watched.then(() => removals.delete(watched));
      if (removals.size > all.size) await watched;
    },
    async awaitRemovals() {
      await Promise.all(removals);
      if (failure) throw failure.error;
    },
  };
}
