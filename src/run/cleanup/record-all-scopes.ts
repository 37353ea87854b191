import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import { type CleanupContext, cleanUp } from './clean-up.js';

/** Scopes that are kept before those without items are dropped. */
const minKept = 64;

/**
 * Wraps a ledger and keeps its scopes, as long as they have items, so that the scope of an aborted trial is cleaned, too. A run opens
 * one for each case.
 */
export function recordAllScopes(runLedger: RunLedger) {
  const kept = new Map<LedgerScope, number>();
  let opened = 0;
  let nextSweep = minKept;
  const dropEmptyScopes = () => {
    for (const scope of kept.keys()) if (scope.listEntries().length === 0) kept.delete(scope);
    nextSweep = Math.max(minKept, 2 * kept.size);
  };
  const listKeptScopes = () => [...kept].sort(([, one], [, other]) => one - other).map(([scope]) => scope);
  return {
    ...runLedger,
    openScope(entries?: readonly LedgerEntry[]) {
      if (kept.size >= nextSweep) dropEmptyScopes();
      const scope = runLedger.openScope(entries);
      opened += 1;
      const position = opened;
      // A late response adds its item to a scope that was dropped.
      const keep = () => kept.set(scope, position);
      keep();
      const { intend, recordCreated, claim } = scope;
      // Quotas know scopes by their identity.
      return Object.assign(scope, {
        intend: keepBefore(keep, intend),
        recordCreated: keepBefore(keep, recordCreated),
        claim: keepBefore(keep, claim),
      });
    },
    /** The scopes that may have items, in the order in which they were opened. */
    listKeptScopes,
    /** Removes the remaining items of every scope. */
    async cleanAll(cleaning: CleanupContext): Promise<void> {
      for (const scope of listKeptScopes()) await cleanUp(scope, cleaning);
    },
  };
}

const keepBefore =
  <A extends unknown[], T>(keep: () => void, record: (...given: A) => T) =>
  (...given: A): T => {
    keep();
    return record(...given);
  };
