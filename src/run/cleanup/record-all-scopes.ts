import type { LedgerScope } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import { type CleanupContext, cleanUp } from './clean-up.js';

/** A book of which no page is forgotten, though whoever wrote it may never come to its end. */
export interface RecordingLedger extends RunLedger {
  /** Removes what still stands in any page. */
  cleanAll(cleaning: CleanupContext): Promise<void>;
}

/** Keeps the pages of a book at hand. */
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
