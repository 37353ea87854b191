import type { RunLedger } from '../../ledger/open-ledger.js';
import type { Collection } from '../../model/service/subject.js';
import type { BaseRunContext } from '../calibrate/prepare.js';
import type { OthersList } from '../others/read-others.js';
import { readIdAsText } from '../tools/item-address.js';

/** Maximum number of ids, and of entries, that are kept of one list. */
const maxIds = 5_000;
const maxKeptEntries = 200;

/**
 * Records which items exist in these collections before the first write: they never belong to the run, and at the end the lists are
 * compared. Returns all collections, those with existing items with their ids.
 */
export function recordExistingItems(
  { collections, runLedger }: BaseRunContext,
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
