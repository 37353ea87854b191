import type { Ledger } from '../../ledger/entry.js';
import type { LedgerBook } from '../../ledger/open-ledger.js';
import { type Cleaning, cleanUp } from './clean-up.js';

/** A book of which no page is forgotten, though whoever wrote it may never come to its end. */
export interface WholeBook extends LedgerBook {
  /** Removes what still stands in any page. */
  cleanAll(cleaning: Cleaning): Promise<void>;
}

/** Keeps the pages of a book at hand. */
export function wholeBook(book: LedgerBook): WholeBook {
  const pages: Ledger[] = [];
  return {
    ...book,
    page() {
      const page = book.page();
      pages.push(page);
      return page;
    },
    async cleanAll(cleaning) {
      for (const page of pages) await cleanUp(page, cleaning);
    },
  };
}
