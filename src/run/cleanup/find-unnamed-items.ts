import type { LedgerEntry } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { RunContext } from '../run-context.js';
import { cleanUp } from './clean-up.js';
import { groupBy, locateEntry, type SearchContext, searchList } from './find-unknown-outcomes.js';

/** Things that were asked for and never named, of which so many are looked for at once. */
const minUnnamedItems = 20;
/** Most pages of a list that are looked through for them. */
const maxPages = 10;

const searchedEntries = new WeakSet<LedgerEntry>();

/**
 * Looks for what was asked for and never named once there is a pile of it: what is found is removed, and what is not found
 * takes no room from others until it is looked for again at the end. Never throws for what a service does.
 */
export async function findUnnamedItems(
  site: RunContext,
  book: Pick<RunLedger, 'openScope' | 'waiting' | 'markMissed'>,
): Promise<void> {
  const open = [...book.waiting().keys()].filter((entry) => entry.path === undefined && !searchedEntries.has(entry));
  if (open.length < minUnnamedItems || site.meter.end() !== undefined) return;
  for (const entry of open) searchedEntries.add(entry);
  const looking: SearchContext = { ...site, mostPages: maxPages, leastMs: 0 };
  const ledger = book.openScope();
  for (const lost of groupBy(open, ({ collection, at }) => `${collection} ${at}`).values()) {
    const [first] = lost;
    const looked = first && (await searchList(first, looking));
    for (const entry of lost) {
      const { path, isNowhere } = locateEntry(entry, lost, looked, looking);
      if (path !== undefined) ledger.recordCreated(entry, path);
      else if (isNowhere) book.markMissed(entry);
    }
  }
  await cleanUp(ledger, site);
}
