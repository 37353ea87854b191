import { type Collection, Doubt, type Json } from '../rule/index.js';
import { cleanUp } from './cleanup.js';
import { addressOfEntry } from './identify.js';
import { itemsOf } from './items.js';
import type { LedgerBook } from './ledger.js';
import { until } from './listing.js';
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
      if ((await sweepOne(collection, site, book)) > 0) await tellOf(collection, site, book);
    } catch (error) {
      if (!(error instanceof Doubt)) throw error;
    }
  }
}

/** Removes what is found; gives how many there were. */
async function sweepOne(collection: Collection, site: Site, book: LedgerBook): Promise<number> {
  const ledger = book.page();
  const found = await findOurs(collection, site, book);
  for (const { mark, path } of found) ledger.claim(collection.name, mark, path);
  await cleanUp(ledger, site);
  return found.length;
}

/** Tells of what is still there when the list has had time to show that it is gone. */
async function tellOf(collection: Collection, site: Site, book: LedgerBook): Promise<void> {
  const ledger = book.page();
  const look = () => findOurs(collection, site, book);
  for (const { mark, path } of await until(look, (found) => found.length === 0, collection.consistency.listMs))
    ledger.stays(ledger.claim(collection.name, mark, path), path, 'it is still in the list after it was removed');
}

/** Entries of the list that carry a mark of this run, and were not told of yet. */
async function findOurs(collection: Collection, site: Site, book: LedgerBook) {
  const wire = wireOf(site.meter, `sweep@${collection.name}`);
  const items = itemsOf({ ...site, collection, wire, ledger: book.page(), restMs: 0 });
  const { entries } = await items.walk({ most: mostPages });
  const told = new Set(book.leftovers().map(({ path }) => path));
  return entries.flatMap((entry) => {
    const mark = markIn(entry, site.runMark);
    const path = addressOfEntry(collection, entry)?.path;
    return mark === undefined || path === undefined || told.has(path) ? [] : [{ mark, path }];
  });
}

const markIn = (entry: Json, runMark: string): string | undefined =>
  new RegExp(`assay-${runMark}-[a-z0-9]+`).exec(JSON.stringify(entry))?.[0];
