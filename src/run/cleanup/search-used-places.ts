import type { LedgerEntry } from '../../ledger/entry.js';
import type { UncertainPlace, UsedPlace } from '../../ledger/places.js';
import { recordUse } from '../../ledger/places.js';
import { pollUntil } from '../../model/clock.js';
import type { Json } from '../../model/json.js';
import { readEntryAddress } from '../items/item-address.js';
import { cleanUp, describePlace } from './clean-up.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { findListChanges } from './find-list-changes.js';
import { awaitPresence, goneWindowMs } from './presence.js';
import { isUnlisted, type SearchContext, type SearchedList, searchList } from './search-list.js';

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
  const places = new Map<string, UsedPlace>();
  const isOwnList = ({ collection, at }: UncertainPlace) =>
    collections.some(({ name, path }) => name === collection && path === at);
  for (const place of runLedger.listUsedPlaces().filter(isOwnList))
    places.set(`${place.collection} ${place.at}`, place);
  for (const doubtful of runLedger.listUncertain()) {
    const known = runLedger
      .listUsedPlaces()
      .find(({ collection, at }) => collection === doubtful.collection && at === doubtful.at);
    if (known) places.set(`${known.collection} ${known.at}`, known);
    else recordUse(places, doubtful);
  }
  return [...places.values()];
}

/** Resolves to the list if nothing had to be removed, so that it need not be read again. */
async function cleanUpPlace(place: UsedPlace, site: FinalCleanupContext) {
  const first = await findOwnItems(place, site);
  if (first === undefined) return undefined;
  if (first.isWhole) await dropVanished(place, first.list, site);
  const ledger = site.runLedger.openScope();
  const claim = ({ mark, path, as }: OwnItem) => ledger.claim(place.collection, mark, path, place.at, as);
  const told = new Set(site.runLedger.leftovers().map(({ path }) => path));
  for (const one of first.open.filter(({ mark }) => !told.has(describePlace({ at: place.at, mark }))))
    ledger.recordLeftover(claim(one), one.path, ambiguousMessage, { isForeign: true, mayExist: true });
  if (first.found.length > 0) {
    for (const one of first.found) claim(one);
    await cleanUp(ledger, site);
    await reportRemaining(place, site);
  }
  if (first.isWhole) site.runLedger.resolveUncertain(place);
  return first.found.length > 0 ? undefined : first.list;
}

/**
 * Drops the leftovers that the list does not show and GET does not find: the service removed them itself, such as with
 * HEAD. Items of other callers may be hidden, so they stay.
 */
async function dropVanished(place: UsedPlace, list: SearchedList | undefined, site: FinalCleanupContext) {
  if (list === undefined) return;
  const isMissing = (entry: LedgerEntry) =>
    entry.collection === place.collection &&
    entry.at === place.at &&
    entry.as === undefined &&
    entry.path !== undefined &&
    !isShown(entry.path, list);
  for (const entry of site.runLedger.listLeftoverEntries().filter(isMissing))
    if (await isGone(entry, site)) site.runLedger.dropLeftover(entry);
}

const isShown = (path: string, { collection, entries }: SearchedList): boolean =>
  entries.some((entry) => readEntryAddress(collection, entry)?.path === path);

/** Reads an item again that its list does not show; the list, where the item cannot be read or GET refuses to show it. */
async function isGone(entry: LedgerEntry, site: FinalCleanupContext): Promise<boolean> {
  const collection = site.model.collections.find(({ name }) => name === entry.collection);
  if (collection?.read === undefined) return isUnlisted(entry, site);
  // Reads may show a new item later.
  const presence = await awaitPresence(['shown'], entry, collection, site.meter, collection.consistency.itemMs);
  return presence === 'absent' || (presence === 'unknown' && (await isUnlisted(entry, site)));
}

/** Reports items that a list still shows after the time that lists need. */
async function reportRemaining(place: UsedPlace, site: FinalCleanupContext): Promise<void> {
  const ledger = site.runLedger.openScope();
  const { consistency } = site.model.collections.find(({ name }) => name === place.collection) ?? {};
  const look = () => findOwnItems(place, site);
  const last = await pollUntil(look, (seen) => seen === undefined || seen.found.length === 0, consistency?.listMs ?? 0);
  for (const { mark, path, as } of last?.found ?? []) {
    const why = [...site.runLedger.waiting()].find(([entry]) => entry.path === path)?.[1];
    const told = why === undefined || why === 'accepted' ? 'the list still contains it after its removal' : why;
    ledger.recordLeftover(ledger.claim(place.collection, mark, path, place.at, as), path, told);
  }
}

const ambiguousMessage =
  'the list shows more items with the sent content than the run sent, so none of them is taken as created by this run';

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
 * Finds list entries with content that this run sent and that are not reported yet: those that it certainly created, and those of which
 * it created only some (`open`). `list` is the one that the default caller sees, and `isWhole` says whether it was read whole by every
 * caller whom the service knows. Undefined when no list can be read.
 */
async function findOwnItems(place: UsedPlace, site: FinalCleanupContext) {
  const lists = await searchAsCallers(place, site);
  if (lists.every(({ list }) => list === undefined)) return undefined;
  const told = new Set(site.runLedger.leftovers().map(({ path }) => path));
  const ledger = site.runLedger.openScope();
  const readMark = (entry: Json, { collection }: SearchedList) => ledger.findMarker(entry, collection, site.runMark);
  const found = new Map<string, OwnItem>();
  for (const one of lists.flatMap((read) => listMarkedItems(read, readMark)))
    if (!told.has(one.path) && !found.has(one.path)) found.set(one.path, one);
  for (const { path } of found.values()) if (await isShownAfterRemoval(path, place, site)) found.delete(path);
  const list = lists.find(({ as }) => as === undefined)?.list;
  return { ...splitByCount([...found.values()]), list, isWhole: isWholeForAll(lists) };
}

/** Where the service rejects the credentials (401), it stores nothing for them that other callers do not see. */
function isWholeForAll(lists: readonly CallerList[]): boolean {
  const isSettled = ({ list }: CallerList) => list?.isWhole || list?.status === 401;
  return lists.some(({ list }) => list?.isWhole) && lists.every(isSettled);
}

function listMarkedItems(
  { list, as }: CallerList,
  readMark: (entry: Json, list: SearchedList) => Pick<OwnItem, 'mark' | 'lines'> | undefined,
): OwnItem[] {
  if (list === undefined) return [];
  return list.entries.flatMap((entry) => {
    const known = readMark(entry, list);
    const path = readEntryAddress(list.collection, entry)?.path;
    return known === undefined || path === undefined ? [] : [{ ...known, path, as }];
  });
}

/**
 * Whether the list only shows what the run removed: a tombstone, an item that the service keeps after DELETE, which is
 * reported once for its collection, or an entry that is no longer at its address.
 */
async function isShownAfterRemoval(
  path: string,
  { collection: name }: UsedPlace,
  { addressing, model: { collections }, meter, runLedger }: FinalCleanupContext,
): Promise<boolean> {
  const collection = collections.find((one) => one.name === name);
  if (collection === undefined || !runLedger.removed(name).has(path)) return false;
  const { hasTombstones, lingering } = addressing?.of(name) ?? {};
  if (hasTombstones || lingering !== undefined || collection.deletion.mode === 'soft') return true;
  return (await awaitPresence(['absent'], { path }, collection, meter, goneWindowMs)) === 'absent';
}

/** A list as one caller sees it; undefined when it cannot be read. */
interface CallerList {
  readonly list: SearchedList | undefined;
  readonly as: string | undefined;
}

/** Reads a list as each caller who created items in it. */
async function searchAsCallers({ collection, at, callers }: UsedPlace, looking: SearchContext): Promise<CallerList[]> {
  const lists: CallerList[] = [];
  for (const as of callers) lists.push({ list: await searchList({ collection, at, as }, looking), as });
  return lists;
}

/** If the list shows more items with a marker than the run sent, some belong to other clients. */
function splitByCount(all: readonly OwnItem[]): { found: OwnItem[]; open: OwnItem[] } {
  const count = new Map<string, number>();
  for (const { mark } of all) count.set(mark, (count.get(mark) ?? 0) + 1);
  const isOurs = ({ mark, lines }: OwnItem) => (count.get(mark) ?? 0) <= lines;
  return { found: all.filter(isOurs), open: all.filter((one) => !isOurs(one)) };
}
