import type { RunLedger } from '../../ledger/open-ledger.js';
import type { ExistingItems, UsedPlace } from '../../ledger/places.js';
import { pollUntil } from '../../model/clock.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import type { Collection } from '../../model/service/subject.js';
import { buildItemAddress, readEntryAddress, readIdAsText } from '../items/item-address.js';
import type { FinalCleanupContext } from './clean-up.js';
import { findTemplate, goneWindowMs } from './read-item.js';
import {
  countEntries,
  findListedCollection,
  formatEntries,
  nameSome,
  type SearchedList,
  searchList,
} from './search-list.js';

/**
 * Compares a list with what it showed before the run. New entries without a marker are recorded as items that may
 * belong to the run if some of its creations were refused or had no outcome, because these may have been stored. Resolves
 * to notes about other new entries. `known` is the list if it was just read.
 */
export async function findListChanges(
  place: UsedPlace,
  site: FinalCleanupContext,
  known?: SearchedList,
): Promise<readonly string[]> {
  const { runLedger } = site;
  const { at: path, collection: name, refused } = place;
  const recorded = runLedger.getExisting(name);
  if (recorded === undefined)
    return describeRefusals(place, site, known ?? (refused === 0 ? undefined : await searchList(place, site)));
  const list = await awaitRemoved(known ?? (await searchList(place, site)), place, site);
  if (list === undefined) return [describeUnreadList(place, list)];
  const before = readExisting(recorded, list.collection);
  if (before === undefined) return [describeOtherId(place)];
  // What a part of the list shows, and the whole one did not show before, is new all the same.
  const notes = list.isWhole ? describeRefusals(place, site, list) : [describeUnreadList(place, list)];
  const unknown = before.isWhole ? listUnknownPaths(list, before.ids, runLedger) : [];
  const isRemoved = (one: string) => runLedger.removed(name).has(one);
  const removed = unknown.filter(isRemoved);
  if (removed.length > 0 && !isKept(place, site)) {
    const why = `the list still shows ${countEntries(removed)} of the run whose DELETE succeeded: ${nameSome(removed)}`;
    runLedger.reportLeftover({ path, why, count: removed.length, mayExist: true });
  }
  const grown = unknown.filter((one) => !isRemoved(one));
  if (grown.length === 0) return notes;
  const growth = `the list has ${countEntries(grown)} that ${grown.length === 1 ? 'was' : 'were'} not there before the run`;
  if (refused === 0)
    return [...notes, `${name}: ${growth} and that ${explainGrowth(place, runLedger)}: ${nameSome(grown)}`];
  const why = `${growth}, without its marker: ${nameSome(grown)}; ${refused} of its creations were refused or had no outcome, and the service may have stored them`;
  runLedger.reportLeftover({ path, why, count: grown.length, mayExist: true });
  return notes;
}

/** What existed before the run, by the id as it is known now; undefined where only the ids of another member were kept. */
function readExisting(recorded: ExistingItems, collection: Collection): ExistingItems | undefined {
  const { ids, entries, pointer = collection.id.pointer } = recorded;
  const { ignoresCase } = collection.id;
  if (pointer === collection.id.pointer || ids.length === 0)
    return ignoresCase ? { ...recorded, ids: ids.map((id) => id.toLowerCase()) } : recorded;
  return entries && { ...recorded, ids: entries.flatMap((entry) => readIdAsText(collection, entry) ?? []) };
}

/** Notes that a list does not show what refused creations, or those without an outcome, may have stored. */
function describeRefusals(
  place: UsedPlace,
  { model: { collections }, isOld, runLedger }: FinalCleanupContext,
  list: SearchedList | undefined,
): string[] {
  const { at: path, collection: name, failed: count, refused } = place;
  const collection = findListedCollection(place, collections);
  if (refused === 0 || collection === undefined) return [];
  if (list?.isWhole !== true) return [describeUnreadList(place, list)];
  if (isOld || collection.listedAfterMs !== 'never') return [];
  const why = `the list does not show new items within 3 s, and the service answered ${count} creations without a marker with an error of its own: it may have stored them`;
  if (count > 0) runLedger.reportLeftover({ path, why, count, mayExist: true });
  return [
    `${name}: the list does not show new items within 3 s, so whether the ${refused} creations that were refused there, or had no outcome, stored anything is not known`,
  ];
}

/** Reads a list again while it shows what was removed, as long as lists may lag. */
async function awaitRemoved(list: SearchedList | undefined, place: UsedPlace, site: FinalCleanupContext) {
  const isRemoved = (path: string) => site.runLedger.removed(place.collection).has(path);
  const isSettled = (read: SearchedList | undefined) =>
    read === undefined || !listUnknownPaths(read, [], site.runLedger).some(isRemoved) || isKept(place, site);
  if (isSettled(list)) return list;
  const lagMs = list?.collection.consistency.listMs ?? 0;
  return pollUntil(() => searchList(place, site), isSettled, Math.max(lagMs, goneWindowMs));
}

/** Whether the service keeps what is removed: that is declared, or reported once for the collection. */
export function isKept(place: UsedPlace, { addressing, model }: FinalCleanupContext): boolean {
  const { hasTombstones, lingering } = addressing?.of(place.collection) ?? {};
  const isSoft = findTemplate(place, model.collections)?.deletion.mode === 'soft';
  return isSoft || hasTombstones === true || lingering !== undefined;
}

/** Paths of new entries that are neither in the ledger nor reported. */
function listUnknownPaths({ collection, entries }: SearchedList, before: readonly string[], runLedger: RunLedger) {
  const known = new Set([
    ...before.map((id) => buildItemAddress(collection, id)?.path),
    ...runLedger.leftovers().map(({ path }) => path),
    ...[...runLedger.waiting().keys()].map(({ path }) => path),
  ]);
  const paths = entries.flatMap((entry) => readEntryAddress(collection, entry)?.path ?? []);
  return paths.filter((path) => !known.has(path));
}

const describeOtherId = ({ collection }: UsedPlace): string =>
  `${collection}: whether items of the run are left, or others are gone, was not compared with the list before the run, because the id was found in another place since`;

const describeUnreadList = ({ collection }: UsedPlace, list: SearchedList | undefined): string =>
  `${collection}: whether items of the run are left is known only as far as the list could be read: ${list === undefined ? 'it returned no page' : formatEntries(list.all.length)}`;

/** What new entries have to do with creations at their place without an outcome, which are reported as items that may exist. */
function explainGrowth({ at }: UsedPlace, runLedger: RunLedger): string {
  const isLost = ({ path, mayExist }: LedgerLeftover) => mayExist && path.startsWith(`${at} (marked `);
  const lost = runLedger.leftovers().filter(isLost).length;
  if (lost === 0) return 'nothing connects with it';
  return `the ${lost === 1 ? 'creation' : `${lost} creations`} without an outcome may have stored, see the leftovers`;
}
