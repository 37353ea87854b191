import type { RunLedger } from '../../ledger/open-ledger.js';
import type { Collection } from '../../model/service/subject.js';
import { readIdAsText } from '../items/item-address.js';
import { readPage } from '../items/lists.js';
import type { OthersList } from '../others/read-others.js';
import type { RunContext } from '../run-context.js';
import { identifyEntry, listReadable, listSideArrays, type ReadArray, readArrays } from './search-list.js';

/** Maximum number of pages of one list, and of addresses that are no collections. */
const maxPages = 10;
const maxViews = 40;

/**
 * Records what the lists show, before the first write, in which a run creates nothing itself: what appears there later
 * with its marker is a side effect. Of a list that is recorded already, the other arrays of the pages that were read are.
 */
export async function recordOtherLists(site: RunContext, others: readonly OthersList[]): Promise<void> {
  const { runLedger } = site;
  if (!site.mayWrite) return;
  for (const list of listReadable(site.model.collections, (site.views ?? []).slice(0, maxViews))) {
    const known = others.find(({ collection }) => collection === list.collection);
    if (known !== undefined) recordRead(known, site.baseUrl, runLedger);
    else if (list.collection === undefined)
      for (const array of await readArrays(list, { ...site, mostPages: maxPages, leastMs: 0 }))
        recordArray(array, runLedger);
  }
}

/** Records a list that was just read, and the other arrays of its pages. */
function recordRead({ collection, all, isWhole, pages, exchanges }: OthersList, baseUrl: string, runLedger: RunLedger) {
  recordArray({ key: collection.name, collection, entries: all, isWhole, pages }, runLedger);
  const read = exchanges.map((exchange) => readPage(collection, exchange, exchange.path, baseUrl));
  for (const { pointer, entries } of listSideArrays(read))
    recordArray({ key: `${collection.path}#${pointer}`, entries, isWhole, pages }, runLedger);
}

function recordArray(array: ReadArray, runLedger: RunLedger): void {
  const { key, collection, entries, isWhole, pages } = array;
  if (runLedger.getExisting(key) !== undefined) return;
  const ids = [...new Set(entries.map((entry) => identifyEntry(entry, array)))];
  runLedger.recordExisting(key, { ids, isWhole, pages, ...(collection && { pointer: collection.id.pointer }) });
}

/** Maximum number of ids, and of entries, that are kept of one list. */
const maxIds = 5_000;
const maxKeptEntries = 200;

/**
 * Records which items exist in these collections before the first write: they never belong to the run, and at the end the lists are
 * compared. Returns all collections, those with existing items with their ids.
 */
export function recordExistingItems(
  { model: { collections }, runLedger }: RunContext,
  lists: readonly OthersList[],
  names: ReadonlySet<string>,
): readonly Collection[] {
  return collections.map((collection) => {
    const list = lists.find((one) => one.collection === collection);
    const isUsed = names.has(collection.name) && collection.create !== undefined;
    return list === undefined || !isUsed ? collection : recordOne(collection, list, runLedger);
  });
}

function recordOne(collection: Collection, { all, pages, isWhole }: OthersList, runLedger: RunLedger): Collection {
  const listed = all.flatMap((entry) => readIdAsText(collection, entry) ?? []);
  const ids = [...new Set([...(collection.standing ?? []), ...listed])].slice(0, maxIds);
  const place = { pointer: collection.id.pointer, ...(all.length <= maxKeptEntries && { entries: all }) };
  runLedger.recordExisting(collection.name, { ids, isWhole: isWhole && ids.length >= listed.length, pages, ...place });
  return ids.length === 0 ? collection : { ...collection, standing: ids };
}
