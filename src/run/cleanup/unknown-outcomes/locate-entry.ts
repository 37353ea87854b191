import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '../../../ledger/entry.js';
import { hasAnyMarker, hasMarker, hasSameDigests, isQuotingMarker } from '../../../ledger/markers.js';
import type { Json } from '../../../model/json.js';
import { readEntryAddress } from '../../items/item-address.js';
import type { SearchContext, SearchedList } from '../search-list.js';

/** Locates an entry in a list: at one address, at one of several addresses, or nowhere. */
export function locateEntry(
  entry: LedgerEntry,
  lost: readonly LedgerEntry[],
  looked: SearchedList | undefined,
  looking: SearchContext,
): { readonly path: string | undefined; readonly isNowhere: boolean; readonly told: readonly string[] } {
  if (looked === undefined) return { path: undefined, isNowhere: false, told: [] };
  const { told, path: marked, others } = shareMarkedPaths(looked, entry, lost, looking);
  const known = [...(looking.ours ?? []), ...others];
  const bare = told.length > 0 ? noItems : shareUnmarkedPaths(looked, entry, lost, known);
  const path = marked ?? bare.path;
  const ours = [...known, ...bare.others];
  const isProof = looked.isWhole && looked.doubt === undefined;
  const isNowhere = isProof && told.length === 0 && isNotShown(looked, entry, { ...looking, ours });
  return { path, isNowhere, told };
}

/**
 * Shares the items with one marker among the creations that were sent with it, confirmed ones first: a creation for which
 * no item is left over has none. If more items match than were sent, some belong to other clients.
 */
function shareMarkedPaths(
  looked: SearchedList,
  entry: LedgerEntry,
  lost: readonly LedgerEntry[],
  looking: SearchContext,
): { readonly told: readonly string[]; readonly path: string | undefined; readonly others: readonly string[] } {
  const told = findMarkedPaths(looked, entry, looking);
  const alike = listAlike(entry, lost);
  if (told.length > alike.length) return { told, path: undefined, others: [] };
  const path = told[alike.indexOf(entry)];
  return path === undefined ? { told: [], path, others: told } : { told, path, others: [] };
}

/** The creations with the same marker, confirmed ones first. */
export const listAlike = ({ mark }: LedgerEntry, lost: readonly LedgerEntry[]): LedgerEntry[] =>
  listConfirmedFirst(lost.filter((one) => one.mark === mark));

const listConfirmedFirst = (creations: readonly LedgerEntry[]): LedgerEntry[] =>
  [...creations].sort((one, other) => Number(!!other.isMade) - Number(!!one.isMade));

/**
 * A new entry may be anything if neither the marker nor the content of the item is known, unless it is another item of the
 * run.
 */
function isNotShown(looked: SearchedList, entry: LedgerEntry, { ours = [] }: SearchContext): boolean {
  if (!entry.isUnmarked || Object.keys(entry.prints ?? {}).length > 0)
    return findSimilarPaths(looked, entry, ours).length === 0;
  const isOther = (one: Json) =>
    hasAnyMarker(one) || ours.includes(readEntryAddress(looked.collection, one)?.path ?? '');
  return looked.entries.every(isOther);
}

/** Addresses of entries with the sent content, without those known to be other items. */
export const findMarkedPaths = (
  { collection, entries }: SearchedList,
  entry: LedgerEntry,
  { ours = [] }: SearchContext,
): string[] => {
  const marked = entries.filter((one) => hasMarker(one, entry, collection.marker));
  const paths = marked.flatMap((one) => readEntryAddress(collection, one)?.path ?? []);
  return [...new Set(paths.filter((path) => !ours.includes(path)))];
};

/** What one of several creations with the same content gets: an address, or the addresses that the others have. */
interface SharedPaths {
  readonly path: string | undefined;
  readonly others: readonly string[];
}

const noItems: SharedPaths = { path: undefined, others: [] };

/**
 * Below an item that the run created, entries with exactly the sent content belong to the run even without a marker,
 * unless there are more of them than creations with this content: then some are not of the run.
 */
function shareUnmarkedPaths(
  looked: SearchedList,
  entry: LedgerEntry,
  lost: readonly LedgerEntry[],
  ours: readonly string[],
): SharedPaths {
  const { isUnmarked, at = '' } = entry;
  if (!isUnmarked || !ours.some((path) => at.startsWith(`${path}/`))) return noItems;
  const find = (one: LedgerEntry) => [...new Set(findSimilarPaths(looked, one, ours))];
  const found = find(entry);
  // The digests of two creations differ, because the marker of each is their salt; the items that they match do not.
  const alike = listConfirmedFirst(lost.filter((one) => one.isUnmarked && isDeepStrictEqual(find(one), found)));
  if (found.length === 0 || found.length > alike.length) return noItems;
  const path = found[alike.indexOf(entry)];
  return { path, others: path === undefined ? found : [] };
}

/**
 * Addresses of entries that may be the item, without those known to be other items. Without a marker only the sent
 * content identifies it; a marker inside another text may be a quotation.
 */
export function findSimilarPaths(
  { collection, entries }: SearchedList,
  entry: LedgerEntry,
  ours: readonly string[] = [],
): string[] {
  const { isUnmarked, prints = {}, mark } = entry;
  const isPossible = (one: Json) =>
    isUnmarked
      ? !hasAnyMarker(one) && hasSameDigests(one, prints, mark)
      : isQuotingMarker(one, entry, collection.marker);
  const paths = entries.filter(isPossible).flatMap((one) => readEntryAddress(collection, one)?.path ?? []);
  return paths.filter((path) => !ours.includes(path));
}

/** Groups values by a key. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
