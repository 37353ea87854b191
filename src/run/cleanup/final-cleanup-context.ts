import type { RunLedger } from '../../ledger/open-ledger.js';
import type { Collection } from '../../model/service/subject.js';
import type { RunContext } from '../run-context.js';
import type { CleanupContext } from './clean-up.js';
import type { SearchContext } from './search-list.js';

export type FinalCleanupContext = CleanupContext &
  SearchContext &
  Pick<RunContext, 'runMark' | 'mayWrite'> &
  Partial<Pick<RunContext, 'shared'>> & {
    readonly runLedger: RunLedger;
    /** Removes items that requests for other addresses caused; a run only reports them. */
    readonly removeCaused?: (collection: Collection, items: readonly CausedItem[]) => Promise<void>;
  };

/** An item with a marker of the run in a list in which the run created nothing. */
export interface CausedItem {
  readonly mark: string;
  readonly path: string;
}
