import type { RunContext } from '../run-context.js';
import type { CleanupContext } from './clean-up.js';
import type { SearchContext } from './search-list.js';

/** What the final cleanup requires. */
export type FinalCleanupContext = CleanupContext &
  Pick<RunContext, 'baseUrl' | 'runMark' | 'mayWrite'> &
  Partial<Pick<RunContext, 'readDelays'>> &
  Partial<Pick<SearchContext, 'mostPages' | 'leastMs' | 'showsNewItem' | 'isOld'>>;
