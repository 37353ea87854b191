import type { LedgerEntry } from '../../../ledger/entry.js';
import type { RunContext } from '../../run-context.js';
import { cleanUp } from '../clean-up.js';
import { type SearchContext, searchList } from '../search-list.js';
import { groupBy, locateEntry } from './locate-entry.js';

/** Number of creations without an address after which a search starts. */
const minUnnamedItems = 20;
/** Maximum number of pages of a list that are searched. */
const maxPages = 10;

const searchedEntries = new WeakSet<LedgerEntry>();

/**
 * Searches for creations with an unknown outcome once there are many. Found items are removed. Creations that are not
 * found no longer count against the live quota until the final cleanup. Never throws because of a response.
 */
export async function findUnnamedItems(site: RunContext): Promise<void> {
  const { runLedger } = site;
  const open = [...runLedger.waiting().keys()].filter(
    (entry) => entry.path === undefined && !searchedEntries.has(entry),
  );
  if (open.length < minUnnamedItems || site.meter.end() !== undefined) return;
  for (const entry of open) searchedEntries.add(entry);
  const looking: SearchContext = { ...site, mostPages: maxPages, leastMs: 0 };
  const ledger = runLedger.openScope();
  for (const lost of groupBy(open, ({ collection, at }) => `${collection} ${at}`).values()) {
    const [first] = lost;
    const looked = first && (await searchList(first, looking));
    for (const entry of lost) {
      const { path, isNowhere } = locateEntry(entry, lost, looked, looking);
      if (path !== undefined) ledger.recordCreated(entry, path);
      else if (isNowhere) runLedger.markMissed(entry);
    }
  }
  await cleanUp(ledger, site);
}
