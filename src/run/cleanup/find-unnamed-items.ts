import type { Entry } from '../../ledger/entry.js';
import type { LedgerBook } from '../../ledger/open-ledger.js';
import type { Site } from '../run-context.js';
import { cleanUp } from './clean-up.js';
import { grouped, type Looking, lookThrough, whereIs } from './find-unknown-outcomes.js';

/** Things that were asked for and never named, of which so many are looked for at once. */
const pile = 20;
/** Most pages of a list that are looked through for them. */
const mostPages = 10;

const sought = new WeakSet<Entry>();

/**
 * Looks for what was asked for and never named once there is a pile of it: what is found is removed, and what is not found
 * takes no room from others until it is looked for again at the end. Never throws for what a service does.
 */
export async function seek(site: Site, book: Pick<LedgerBook, 'page' | 'waiting' | 'misses'>): Promise<void> {
  const open = [...book.waiting().keys()].filter((entry) => entry.path === undefined && !sought.has(entry));
  if (open.length < pile || site.meter.end() !== undefined) return;
  for (const entry of open) sought.add(entry);
  const looking: Looking = { ...site, mostPages, leastMs: 0 };
  const ledger = book.page();
  for (const lost of grouped(open, ({ collection, at }) => `${collection} ${at}`).values()) {
    const [first] = lost;
    const looked = first && (await lookThrough(first, looking));
    for (const entry of lost) {
      const { path, isNowhere } = whereIs(entry, lost, looked, looking);
      if (path !== undefined) ledger.made(entry, path);
      else if (isNowhere) book.misses(entry);
    }
  }
  await cleanUp(ledger, site);
}
