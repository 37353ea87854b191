import type { UsedPlace } from '../../ledger/places.js';
import type { Json } from '../../model/json.js';
import { readEntryAddress } from '../tools/item-address.js';
import { pollUntil } from '../tools/walk-list.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { goneWindowMs, isAbsent } from './remove-item.js';
import { type SearchContext, type SearchedList, searchList } from './search-list.js';

/** An item in a list that shows what the run sent. */
export interface OwnItem {
  readonly mark: string;
  readonly path: string;
  /** The caller whose list shows it. */
  readonly as?: string | undefined;
  /** Number of requests sent with this marker. */
  readonly lines: number;
}

/** Items with content that this run sent and that are not reported yet. */
export interface OwnItems {
  /** Items that the run certainly created. */
  readonly found: readonly OwnItem[];
  /** Items of which only some were created by the run. */
  readonly open: readonly OwnItem[];
  /** The list as the default caller sees it, if that caller created items. */
  readonly list: SearchedList | undefined;
  /** Whether the whole list was read, by every caller whom the service knows. */
  readonly isWhole: boolean;
}

/** Finds list entries with content that this run sent; undefined when no list can be read. */
export async function findOwnItems(place: UsedPlace, site: FinalCleanupContext): Promise<OwnItems | undefined> {
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

function isWholeForAll(lists: readonly CallerList[]): boolean {
  const isSettled = ({ list }: CallerList) => list?.isWhole || list?.isUnauthenticated;
  return lists.some(({ list }) => list?.isWhole) && lists.every(isSettled);
}

type FoundMarker = Pick<OwnItem, 'mark' | 'lines'>;

function listMarkedItems(
  { list, as }: CallerList,
  readMark: (entry: Json, list: SearchedList) => FoundMarker | undefined,
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
  { addressing, collections, meter, runLedger }: FinalCleanupContext,
): Promise<boolean> {
  const collection = collections.find((one) => one.name === name);
  if (collection === undefined || !runLedger.removed(name).has(path)) return false;
  const isKept = addressing?.listTombstoneCollections().includes(name) || addressing?.listLingering().has(name);
  if (isKept || collection.deletion.mode === 'soft') return true;
  return pollUntil(() => isAbsent({ path }, collection, meter), Boolean, goneWindowMs);
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
