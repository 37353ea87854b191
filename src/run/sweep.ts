import { type Collection, Doubt, type Json } from '../rule/index.js';
import { cleanUp } from './cleanup.js';
import { addressOfEntry } from './identify.js';
import { itemsOf } from './items.js';
import type { LedgerBook } from './ledger.js';
import type { Site } from './site.js';
import { wireOf } from './wire.js';

/** Most pages of a list that are looked through. */
const mostPages = 10;

/**
 * Looks for things of this run in the lists of collections in which something may stand that nobody knows of, removes what
 * it finds, and looks again: what stands there still is told as left over. Never throws for what a service does.
 */
export async function sweep(site: Site, book: LedgerBook): Promise<void> {
  for (const name of book.doubtful()) {
    const collection = site.collections.find((one) => one.name === name);
    if (!collection?.list || collection.path.includes('{') || !site.mayWrite) continue;
    try {
      if ((await sweepOne(collection, site, book, undefined)) > 0)
        await sweepOne(collection, site, book, 'it is still in the list after it was removed');
    } catch (error) {
      if (!(error instanceof Doubt)) throw error;
    }
  }
}

/** Removes what is found, or, with a reason, tells it. Gives how many there were. */
async function sweepOne(
  collection: Collection,
  site: Site,
  book: LedgerBook,
  why: string | undefined,
): Promise<number> {
  const ledger = book.page();
  const wire = wireOf(site.meter, `sweep@${collection.name}`);
  const items = itemsOf({ ...site, collection, wire, ledger, restMs: 0 });
  const { entries } = await items.walk({ most: mostPages });
  const told = new Set(book.leftovers().map(({ path }) => path));
  let count = 0;
  for (const entry of entries) {
    const mark = markIn(entry, site.runMark);
    const path = mark === undefined ? undefined : addressOfEntry(collection, entry)?.path;
    if (mark === undefined || path === undefined || told.has(path)) continue;
    count += 1;
    const line = ledger.claim(collection.name, mark, path);
    if (why !== undefined) ledger.stays(line, path, why);
  }
  await cleanUp(ledger, site);
  return count;
}

const markIn = (entry: Json, runMark: string): string | undefined =>
  new RegExp(`assay-${runMark}-[a-z0-9]+`).exec(JSON.stringify(entry))?.[0];
