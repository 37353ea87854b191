import type { RunLedger } from '../../ledger/open-ledger.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { createEnvelopeClient } from '../content/envelope.js';
import type { RunContext } from '../run-context.js';
import { createCaseClient } from '../tools/case-client.js';
import { readIdAsText } from '../tools/item-address.js';
import { walkPages } from '../tools/walk-list.js';

/** What reading the lists requires. */
export type ExistingItemsContext = Pick<RunContext, 'meter' | 'baseUrl' | 'collections' | 'mayWrite'>;

/** Maximum number of pages, and of ids, that are read of one list. */
const maxPages = 50;
const maxIds = 5_000;
/** Maximum number of entries that are kept. */
const maxKeptEntries = 200;

/**
 * Reads the lists of these collections before the first write and records which items exist: they never belong to the
 * run, and at the end the lists are compared. Returns the collections with these ids. A list that cannot be read whole
 * is recorded as far as it was read. Never throws because of a response.
 */
export async function recordExistingItems(
  site: ExistingItemsContext,
  book: RunLedger,
  names: ReadonlySet<string>,
): Promise<readonly Collection[]> {
  const all: Collection[] = [];
  for (const collection of site.collections) {
    const isUsed = site.mayWrite && names.has(collection.name) && collection.create !== undefined;
    const isReadable = collection.list !== undefined && !collection.path.includes('{');
    all.push(isUsed && isReadable ? await recordOne(collection, site, book) : collection);
  }
  return all;
}

async function recordOne(
  collection: Collection,
  { meter, baseUrl }: ExistingItemsContext,
  book: RunLedger,
): Promise<Collection> {
  const wire = createEnvelopeClient(createCaseClient(meter, `existing@${collection.name}`), collection);
  try {
    const { entries, ended, pages } = await walkPages({ collection, wire, baseUrl }, { maxPages });
    if (ended === 'trouble' && entries.length === 0) return collection;
    const listed = entries.flatMap((entry) => readIdAsText(collection, entry) ?? []);
    const ids = [...new Set([...(collection.standing ?? []), ...listed])].slice(0, maxIds);
    const isWhole = ended === 'end' && ids.length >= listed.length;
    const place = { pointer: collection.id.pointer, ...(entries.length <= maxKeptEntries && { entries }) };
    book.recordExisting(collection.name, { ids, isWhole, pages: pages.length, ...place });
    return ids.length === 0 ? collection : { ...collection, standing: ids };
  } catch (error) {
    if (error instanceof InconclusiveError) return collection;
    throw error;
  }
}
