import type { UsedPlace } from '../../ledger/places.js';
import { buildPlaceKey, recordUse } from '../../ledger/places.js';
import { pollUntil } from '../../model/clock.js';
import { readEntryAddress } from '../items/item-address.js';
import { cleanUp, describePlace, type FinalCleanupContext } from './clean-up.js';
import { findListChanges, isKept } from './find-list-changes.js';
import { findTemplate, goneWindowMs, readPresence } from './read-item.js';
import { type SearchedList, searchList } from './search-list.js';

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
  const { runLedger, model } = site;
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
    // What the list still shows after the time that lists need is reported.
    const windowMs = findTemplate(place, model.collections)?.consistency.listMs ?? 0;
    const last = await pollUntil(
      () => findOwnItems(place, site),
      (seen) => !seen?.found.length,
      windowMs,
    );
    const rest = runLedger.openScope();
    for (const one of last?.found ?? []) {
      const why = [...runLedger.waiting()].find(([entry]) => entry.path === one.path)?.[1] ?? 'accepted';
      const said = why === 'accepted' ? 'the list still contains it after its removal' : why;
      rest.recordLeftover(rest.claim(place.collection, one.mark, one.path, place.at, one.as), one.path, said);
    }
  }
  if (first.isWhole) runLedger.resolveUncertain(place);
  return first.found.length > 0 ? undefined : first.list;
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
  const counts = new Map<string, number>();
  for (const { mark } of shown) counts.set(mark, (counts.get(mark) ?? 0) + 1);
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
