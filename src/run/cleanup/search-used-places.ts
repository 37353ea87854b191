import type { RunLedger } from '../../ledger/open-ledger.js';
import type { UsedPlace } from '../../ledger/places.js';
import { buildPlaceKey, recordUse } from '../../ledger/places.js';
import { pollUntil } from '../../model/clock.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import { countBy } from '../../model/values/group-by.js';
import { buildItemAddress, findTemplate, readEntryAddress } from '../items/item-address.js';
import { cleanUp, describePlace, type FinalCleanupContext, retryRemovals } from './clean-up.js';
import { goneWindowMs, readPresence } from './read-item.js';
import { readExisting } from './record-lists.js';
import {
  countEntries,
  findListedCollection,
  formatEntries,
  nameSome,
  type SearchedList,
  searchList,
} from './search-list.js';

/**
 * Searches every list in which the run created items, for items with its markers: they are removed, or recorded as
 * leftovers. Resolves to notes about entries that appeared or disappeared without a known reason. Lists below items of
 * the run are searched only where something is uncertain, because they disappear with these items.
 */
export async function searchUsedPlaces(site: FinalCleanupContext): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const place of listPlaces(site)) {
    const unchanged = await cleanUpPlace(place, site);
    notes.push(...(await findListChanges(place, site, unchanged)));
  }
  return notes;
}

/** The places whose lists are searched at the end. */
export function listPlaces({ model: { collections }, runLedger }: Pick<FinalCleanupContext, 'model' | 'runLedger'>) {
  const used = runLedger.listUsedPlaces();
  const own = used.filter(({ collection, at }) =>
    collections.some(({ name, path }) => name === collection && path === at),
  );
  const places = new Map(own.map((place) => [buildPlaceKey(place), place]));
  for (const doubtful of runLedger.listUncertain()) {
    const key = buildPlaceKey(doubtful);
    const known = used.find((place) => buildPlaceKey(place) === key);
    if (known) places.set(key, known);
    else recordUse(places, doubtful);
  }
  return [...places.values()];
}

const ambiguousMessage =
  'the list shows more items with the sent content than the run sent, so none of them is taken as created by this run';

/** Removes what a list shows of the run. Resolves to the list if nothing had to be removed, so that it need not be read again. */
async function cleanUpPlace(place: UsedPlace, site: FinalCleanupContext): Promise<SearchedList | undefined> {
  const { runLedger } = site;
  const first = await findOwnItems(place, site);
  if (first === undefined) return undefined;
  const ledger = runLedger.openScope();
  const claim = ({ mark, path, as }: OwnItem) => ledger.claim(place.collection, mark, path, place.at, as);
  const told = new Set(runLedger.leftovers().map(({ path }) => path));
  for (const one of first.open)
    if (!told.has(describePlace({ at: place.at, mark: one.mark })))
      ledger.recordLeftover(claim(one), one.path, ambiguousMessage, { isForeign: true, mayExist: true });
  if (first.found.length > 0) {
    for (const one of first.found) claim(one);
    await cleanUp(ledger, site);
    await retryRemovals(site);
    await recordRest(place, first.found, site);
  }
  if (first.isWhole) runLedger.resolveUncertain(place);
  return first.found.length > 0 ? undefined : first.list;
}

/** Reports what a list still shows, after the time that lists need, of the items that were removed; the rest of a whole list is gone. */
async function recordRest(place: UsedPlace, removed: readonly OwnItem[], site: FinalCleanupContext): Promise<void> {
  const { runLedger, model } = site;
  const windowMs = findTemplate(place, model.collections)?.consistency.listMs ?? 0;
  const look = () => findOwnItems(place, site);
  const last = await pollUntil(look, (seen) => !seen?.found.length, windowMs);
  const rest = runLedger.openScope();
  for (const one of last?.found ?? []) {
    const [entry, why = 'accepted'] = [...runLedger.waiting()].find(([{ path }]) => path === one.path) ?? [];
    const said = why === 'accepted' ? 'the list still contains it after its removal' : why;
    rest.recordLeftover(entry ?? rest.claim(place.collection, one.mark, one.path, place.at, one.as), one.path, said);
  }
  if (last?.isWhole !== true) return;
  const paths = new Set(removed.map(({ path }) => path));
  for (const [entry, why] of [...runLedger.waiting()])
    if (why === 'accepted' && paths.has(entry.path ?? '')) rest.recordGone(entry);
}

/** An item in a list that shows what the run sent. */
interface OwnItem {
  readonly mark: string;
  readonly path: string;
  /** The caller whose list shows it. */
  readonly as?: string | undefined;
  /** Number of requests sent with this marker. */
  readonly lines: number;
}

/**
 * Finds list entries with content that this run sent and that are not reported yet, as each caller who created items there sees the list:
 * those that it certainly created, and those of which it created only some (`open`). `list` is the one that the default caller sees, and
 * `isWhole` says whether it was read whole by every caller whom the service knows. Undefined when no list can be read.
 */
async function findOwnItems(place: UsedPlace, site: FinalCleanupContext) {
  const { collection: name, at, callers } = place;
  const lists: { readonly list: SearchedList | undefined; readonly as: string | undefined }[] = [];
  for (const as of callers) lists.push({ list: await searchList({ collection: name, at, as }, site), as });
  if (lists.every(({ list }) => list === undefined)) return undefined;
  const told = new Set(site.runLedger.leftovers().map(({ path }) => path));
  const ledger = site.runLedger.openScope();
  const items = new Map<string, OwnItem>();
  for (const { list, as } of lists) {
    for (const entry of list?.entries ?? []) {
      const known = list && ledger.findMarker(entry, list.collection, site.runMark);
      const path = list && readEntryAddress(list.collection, entry)?.path;
      if (known && path !== undefined && !told.has(path) && !items.has(path)) items.set(path, { ...known, path, as });
    }
  }
  const shown: OwnItem[] = [];
  for (const item of items.values()) if (!(await isShownAfterRemoval(item.path, place, site))) shown.push(item);
  // If the list shows more items with a marker than the run sent, some belong to other clients.
  const counts = countBy(shown, ({ mark }) => mark);
  const isOurs = ({ mark, lines }: OwnItem) => (counts.get(mark) ?? 0) <= lines;
  // Where the service rejects the credentials (401), it stores nothing for them that other callers do not see.
  const isWhole =
    lists.some(({ list }) => list?.isWhole) && lists.every(({ list }) => list?.isWhole || list?.status === 401);
  return {
    found: shown.filter(isOurs),
    open: shown.filter((one) => !isOurs(one)),
    list: lists.find(({ as }) => as === undefined)?.list,
    isWhole,
  };
}

/**
 * Whether the list only shows what the run removed: a tombstone, an item that the service keeps after DELETE, which is
 * reported once for its collection, or an entry that is no longer at its address.
 */
async function isShownAfterRemoval(path: string, place: UsedPlace, site: FinalCleanupContext): Promise<boolean> {
  const collection = findTemplate(place, site.model.collections);
  if (collection === undefined || !site.runLedger.removed(collection.name).has(path)) return false;
  if (isKept(place, site)) return true;
  return (await readPresence({ path }, collection, site.meter, ['absent'], goneWindowMs)) === 'absent';
}

/**
 * Compares a list with what it showed before the run. New entries without a marker are recorded as items that may
 * belong to the run if some of its creations were refused or had no outcome, because these may have been stored. Resolves
 * to notes about other new entries. `known` is the list if it was just read.
 */
async function findListChanges(
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
function isKept(place: UsedPlace, { addressing, model }: FinalCleanupContext): boolean {
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
