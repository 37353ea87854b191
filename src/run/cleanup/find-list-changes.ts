import type { RunLedger } from '../../ledger/open-ledger.js';
import type { ExistingItems, UsedPlace } from '../../ledger/places.js';
import { pollUntil } from '../../model/clock.js';
import type { Collection } from '../../model/service/subject.js';
import { buildItemAddress, readEntryAddress, readIdAsText } from '../items/item-address.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { goneWindowMs } from './presence.js';
import { findListedCollection, formatEntries, type SearchedList, searchList } from './search-list.js';

const maxNamedItems = 5;

/**
 * Compares a list with what it showed before the run. New entries without a marker are recorded as items that may
 * belong to the run if some of its creations were refused or had no outcome, because these may have been stored. Resolves
 * to notes about other new entries. `known` is the list if it was just read.
 */
export async function findListChanges(place: UsedPlace, site: FinalCleanupContext, known?: SearchedList) {
  const recorded = site.runLedger.getExisting(place.collection);
  if (recorded === undefined)
    return describeRefusals(place, site, known ?? (place.refused === 0 ? undefined : await searchList(place, site)));
  const list = await awaitRemoved(known ?? (await searchList(place, site)), place, site);
  if (list === undefined) return [describeUnreadList(place, list)];
  const before = readExisting(recorded, list.collection);
  if (before === undefined) return [describeOtherId(place)];
  // What a part of the list shows, and the whole one did not show before, is new all the same.
  const notes = list.isWhole ? describeRefusals(place, site, list) : [describeUnreadList(place, list)];
  const unknown = before.isWhole ? listUnknownPaths(list, before.ids, site.runLedger) : [];
  const removed = unknown.filter((path) => site.runLedger.removed(place.collection).has(path));
  if (removed.length > 0 && !isKept(place, site))
    site.runLedger.reportLeftover({
      path: place.at,
      why: explainRemoved(removed),
      count: removed.length,
      mayExist: true,
    });
  const grown = unknown.filter((path) => !removed.includes(path));
  if (grown.length === 0) return notes;
  if (place.refused === 0) return [...notes, describeGrowth(place, grown, countLost(place, site.runLedger))];
  site.runLedger.reportLeftover({
    path: place.at,
    why: explainGrowth(place, grown),
    count: grown.length,
    mayExist: true,
  });
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
  const collection = findListedCollection(place, collections);
  if (place.refused === 0 || collection === undefined) return [];
  if (list?.isWhole !== true) return [describeUnreadList(place, list)];
  if (isOld || collection.listedAfterMs !== 'never') return [];
  const { at: path, failed: count } = place;
  if (count > 0) runLedger.reportLeftover({ path, why: explainFailed(count), count, mayExist: true });
  return [
    `${place.collection}: the list does not show new items within 3 s, so whether the ${place.refused} creations that were refused there, or had no outcome, stored anything is not known`,
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
const isKept = (
  { collection: name }: UsedPlace,
  { addressing, model: { collections } }: FinalCleanupContext,
): boolean =>
  addressing?.of(name).hasTombstones === true ||
  addressing?.of(name).lingering !== undefined ||
  collections.some((one) => one.name === name && one.deletion.mode === 'soft');

/** Paths of new entries that are neither in the ledger nor reported. */
function listUnknownPaths({ collection, entries }: SearchedList, before: readonly string[], runLedger: RunLedger) {
  const known = new Set([
    ...before.map((id) => buildItemAddress(collection, id)?.path),
    ...runLedger.leftovers().map(({ path }) => path),
    ...[...runLedger.waiting().keys()].map(({ path }) => path),
  ]);
  return entries.flatMap((entry) => {
    const path = readEntryAddress(collection, entry)?.path;
    return path === undefined || known.has(path) ? [] : [path];
  });
}

const explainFailed = (count: number): string =>
  `the list does not show new items within 3 s, and the service answered ${count} creations without a marker with an error of its own: it may have stored them`;

const describeOtherId = ({ collection }: UsedPlace): string =>
  `${collection}: whether items of the run are left, or others are gone, was not compared with the list before the run, because the id was found in another place since`;

const describeUnreadList = ({ collection }: UsedPlace, list: SearchedList | undefined): string =>
  `${collection}: whether items of the run are left is known only as far as the list could be read: ${list === undefined ? 'it returned no page' : formatEntries(list.all.length)}`;

/** Number of creations at a place without an outcome, which are reported as items that may exist. */
const countLost = ({ at }: UsedPlace, runLedger: RunLedger): number =>
  runLedger.leftovers().filter(({ path, mayExist }) => mayExist && path.startsWith(`${at} (marked `)).length;

function describeGrowth({ collection }: UsedPlace, grown: readonly string[], lost: number): string {
  const isOne = grown.length === 1;
  const cause =
    lost === 0
      ? 'nothing connects with it'
      : `the ${lost === 1 ? 'creation' : `${lost} creations`} without an outcome may have stored, see the leftovers`;
  return `${collection}: the list has ${describeCount(grown)} that ${isOne ? 'was' : 'were'} not there before the run and that ${cause}: ${nameSome(grown)}`;
}

const explainGrowth = ({ refused }: UsedPlace, grown: readonly string[]): string =>
  `the list has ${describeCount(grown)} that ${grown.length === 1 ? 'was' : 'were'} not there before the run, without its marker: ${nameSome(grown)}; ${refused} of its creations were refused or had no outcome, and the service may have stored them`;

const explainRemoved = (removed: readonly string[]): string =>
  `the list still shows ${describeCount(removed)} of the run whose DELETE succeeded: ${nameSome(removed)}`;

const describeCount = ({ length }: readonly string[]): string => `${length} ${length === 1 ? 'entry' : 'entries'}`;

const nameSome = (paths: readonly string[]): string =>
  paths.slice(0, maxNamedItems).join(', ') + (paths.length > maxNamedItems ? ', …' : '');
