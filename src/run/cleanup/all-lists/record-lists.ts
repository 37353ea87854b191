import type { RunLedger } from '../../../ledger/open-ledger.js';
import type { BaseRunContext } from '../../calibrate/prepare.js';
import type { OthersList } from '../../others/read-others.js';
import { readPage } from '../../tools/read-page.js';
import { identifyEntry, listReadable, type ReadArray, readArrays } from './read-lists.js';
import { listSideArrays } from './side-arrays.js';

/** Maximum number of pages of one list, and of addresses that are no collections. */
const maxPages = 10;
const maxViews = 40;

/**
 * Records what the lists show, before the first write, in which a run creates nothing itself: what appears there later
 * with its marker is a side effect. Of a list that is recorded already, the other arrays of the pages that were read are.
 */
export async function recordOtherLists(site: BaseRunContext, others: readonly OthersList[]): Promise<void> {
  const { runLedger } = site;
  if (!site.mayWrite) return;
  for (const list of listReadable(site.collections, (site.views ?? []).slice(0, maxViews))) {
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
