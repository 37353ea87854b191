import type { LedgerScope } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import { type CleanupContext, cleanUp } from './clean-up.js';

/** A ledger that keeps all its scopes, so that the scope of an aborted trial is cleaned, too. */
export interface RecordingLedger extends RunLedger {
  /** Removes the remaining items of every scope. */
  cleanAll(cleaning: CleanupContext): Promise<void>;
}

/** Wraps a ledger and keeps its scopes. */
export function recordAllScopes(book: RunLedger): RecordingLedger {
  const pages: LedgerScope[] = [];
  return {
    ...book,
    openScope() {
      const page = book.openScope();
      pages.push(page);
      return page;
    },
    async cleanAll(cleaning) {
      for (const page of pages) await cleanUp(page, cleaning);
    },
  };
}
