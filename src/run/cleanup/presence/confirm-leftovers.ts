import type { LedgerEntry } from '../../../ledger/entry.js';
import type { RunLedger } from '../../../ledger/open-ledger.js';
import { mapAtOnce } from '../../../model/map-at-once.js';
import { pollUntil } from '../../tools/walk-list.js';
import type { FinalCleanupContext } from '../final-cleanup-context.js';
import { readPresence } from '../remove-item.js';
import type { SearchContext } from '../search-list.js';

/** Maximum number of items that are read again. */
const maxReads = 100;

/**
 * Reads the items again that could not be removed and whose list was not read whole: what is no longer there is not reported.
 */
export async function confirmLeftovers(
  site: FinalCleanupContext,
  looking: SearchContext,
  runLedger: RunLedger,
): Promise<void> {
  if (site.meter.end()?.cause === 'no-answer') return;
  const isListed = ({ at, as }: LedgerEntry) => as === undefined && looking.lastRead?.get(at ?? '')?.isWhole === true;
  const open = runLedger.listLeftoverEntries().filter((entry) => entry.path !== undefined && !isListed(entry));
  await mapAtOnce(open.slice(0, maxReads), site.maxAtOnce ?? 1, async (entry) => {
    const collection = site.collections.find(({ name }) => name === entry.collection);
    if (collection?.read === undefined) return;
    // Reads may show a new item later.
    const look = () => readPresence(entry, collection, site.meter);
    const presence = await pollUntil(look, (seen) => seen === 'shown', collection.consistency.itemMs);
    if (presence === 'absent') runLedger.dropLeftover(entry);
  });
}
