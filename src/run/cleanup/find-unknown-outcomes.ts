import { hasSameDigests } from '../../ledger/body-digest.js';
import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { hasMarker, isQuotingMarker } from '../../ledger/marker-match.js';
import { pause } from '../../model/clock.js';
import type { Json } from '../../model/json.js';
import { readEntryAddress } from '../tools/item-address.js';
import { unknownAddressMessage } from './clean-up.js';
import { findListedCollection, type SearchContext, type SearchedList, searchList } from './search-list.js';

/**
 * Finds the creations with an unknown outcome by their markers. A found item gets its address. An entry without any
 * match in a completely searched list counts as never created. The rest is recorded as leftovers.
 */
export async function findUnknownOutcomes(
  lost: readonly LedgerEntry[],
  ledger: LedgerScope,
  looking: SearchContext,
): Promise<void> {
  const byPlace = groupBy(lost, ({ collection, at, as }) => `${collection} ${at} ${as ?? ''}`);
  for (const entries of byPlace.values()) await findAtPlace(entries, ledger, looking);
}

/** Groups values by a key. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

async function findAtPlace(lost: readonly LedgerEntry[], ledger: LedgerScope, looking: SearchContext): Promise<void> {
  const [first] = lost;
  if (first === undefined) return;
  const listMs = looking.collections.find(({ name }) => name === first.collection)?.consistency.listMs ?? 0;
  const isSettled = (looked: SearchedList | undefined) =>
    looked === undefined || lost.every((entry) => findMarkedPaths(looked, entry, looking).length > 0);
  const found = await searchTwice(() => searchList(first, looking), isSettled, Math.max(listMs, looking.leastMs));
  const isProof = found === undefined || isSettled(found) || (await looking.showsNewItem?.(found.collection)) !== false;
  const looked = isProof ? found : { ...found, isWhole: false, isLate: true };
  for (const entry of lost) recordSearchResult(entry, lost, looked, { ledger, looking });
}

/**
 * Searches at once, and again after a wait while something is missing: no more often, because requests are reserved for
 * each reading. The earlier result counts when the later search has none.
 */
async function searchTwice(
  look: () => Promise<SearchedList | undefined>,
  isSettled: (looked: SearchedList | undefined) => boolean,
  waitMs: number,
): Promise<SearchedList | undefined> {
  const first = await look();
  if (isSettled(first) || waitMs === 0) return first;
  await pause(waitMs);
  const second = await look();
  return second ?? (first && { ...first, isWhole: false });
}

interface PlacingContext {
  readonly ledger: LedgerScope;
  readonly looking: SearchContext;
}

/**
 * Records the address of an item, or what is known instead. If more items match than were sent, some belong to other
 * clients.
 */
function recordSearchResult(
  entry: LedgerEntry,
  lost: readonly LedgerEntry[],
  looked: SearchedList | undefined,
  { ledger, looking }: PlacingContext,
): void {
  const { path, isNowhere, told } = locateEntry(entry, lost, looked, looking);
  if (path !== undefined) ledger.recordCreated(entry, path);
  else if (isNowhere && !entry.isMade) ledger.recordRefused(entry);
  else
    ledger.recordLeftover(
      entry,
      `${entry.at ?? ''} (marked ${entry.mark})`,
      explainUnknownOutcome(entry, looked, told, looking),
      entry.isMade && told.length > 0 ? {} : { mayExist: true },
    );
}

/** Locates an entry in a list: at one address, at one of several addresses, or nowhere. */
export function locateEntry(
  entry: LedgerEntry,
  lost: readonly LedgerEntry[],
  looked: SearchedList | undefined,
  looking: SearchContext,
): { readonly path: string | undefined; readonly isNowhere: boolean; readonly told: readonly string[] } {
  if (looked === undefined) return { path: undefined, isNowhere: false, told: [] };
  const told = findMarkedPaths(looked, entry, looking);
  const path = told.length > 0 ? pickOwnPath(told, entry, lost) : findUnmarkedBelow(looked, entry, looking.ours ?? []);
  const isNowhere = looked.isWhole && told.length === 0 && isNotShown(looked, entry, looking);
  return { path, isNowhere, told };
}

/**
 * A new entry may be anything if neither the marker nor the content of the item is known, unless it is another item of the
 * run.
 */
function isNotShown(looked: SearchedList, entry: LedgerEntry, { ours = [] }: SearchContext): boolean {
  if (!entry.isUnmarked || Object.keys(entry.prints ?? {}).length > 0)
    return findSimilarPaths(looked, entry).length === 0;
  const isOther = (one: Json) =>
    hasAnyMarker(one) || ours.includes(readEntryAddress(looked.collection, one)?.path ?? '');
  return looked.entries.every(isOther);
}

function pickOwnPath(told: readonly string[], entry: LedgerEntry, lost: readonly LedgerEntry[]): string | undefined {
  const alike = lost.filter(({ mark }) => mark === entry.mark);
  return told.length > alike.length ? undefined : told[alike.indexOf(entry)];
}

/** Addresses of entries with the sent content, without those known to be other items. */
const findMarkedPaths = (
  { collection, entries }: SearchedList,
  entry: LedgerEntry,
  { ours = [] }: SearchContext,
): string[] => {
  const bearing = entries.filter((one) => hasMarker(one, entry, collection.marker));
  const paths = bearing.flatMap((one) => readEntryAddress(collection, one)?.path ?? []);
  return [...new Set(paths.filter((path) => !ours.includes(path)))];
};

/**
 * Below an item that the run created, a single entry with exactly the sent content belongs to the run even without a
 * marker.
 */
function findUnmarkedBelow(
  { collection, entries }: SearchedList,
  entry: LedgerEntry,
  ours: readonly string[],
): string | undefined {
  const { isUnmarked, prints = {}, mark, at = '' } = entry;
  if (!isUnmarked || !ours.some((path) => at.startsWith(`${path}/`))) return undefined;
  const [found, ...others] = entries.filter((one) => !hasAnyMarker(one) && hasSameDigests(one, prints, mark));
  return found === undefined || others.length > 0 ? undefined : readEntryAddress(collection, found)?.path;
}

/** An entry with a marker of any run was not sent without one. */
const hasAnyMarker = (entry: Json): boolean => /assay-[0-9a-f]{8}-[a-z0-9]/i.test(JSON.stringify(entry));

/** Maximum number of candidates in a message. */
const maxNamedItems = 3;

/**
 * Addresses of entries that may be the item. Without a marker only the sent content identifies it; a marker inside
 * another text may be a quotation.
 */
function findSimilarPaths({ collection, entries }: SearchedList, entry: LedgerEntry): string[] {
  const { isUnmarked, prints = {}, mark } = entry;
  const isPossible = (one: Json) =>
    isUnmarked
      ? !hasAnyMarker(one) && hasSameDigests(one, prints, mark)
      : isQuotingMarker(one, entry, collection.marker);
  return entries.filter(isPossible).flatMap((one) => readEntryAddress(collection, one)?.path ?? []);
}

function explainUnknownOutcome(
  entry: LedgerEntry,
  looked: SearchedList | undefined,
  told: readonly string[],
  { collections, meter }: SearchContext,
): string {
  const { isMade, isUnmarked } = entry;
  if (told.length > 0)
    return `${unknownAddressMessage}; ${told.join(' and ')} show the sent content, and only one of them was created by this run`;
  if (looked === undefined) {
    if (findListedCollection(entry, collections) === undefined)
      return `${unknownAddressMessage}, and its collection has no list to search`;
    return `${unknownAddressMessage}, and the list of its collection could not be read${meter.end() ? `: ${meter.describeEnd()}` : ''}`;
  }
  if (looked.isLate) return `${unknownAddressMessage}, and the list does not show new items within 3 s`;
  if (!looked.isWhole)
    return `${unknownAddressMessage}, and it is not among the first ${looked.entries.length} entries of the list`;
  const named = findSimilarPaths(looked, entry).slice(0, maxNamedItems).join(', ');
  if (isMade && !isUnmarked && named === '')
    return `${unknownAddressMessage}, and no entry of the list shows its marker`;
  if (!isUnmarked) return `${unknownAddressMessage}; it may be ${named}, which shows its marker inside another text`;
  if (isMade && named === '') return `${unknownAddressMessage}, and no entry of the list resembles it`;
  if (named === '')
    return `${unknownAddressMessage}, and it was sent without a marker, so the list does not show whether it exists`;
  return `${unknownAddressMessage}, and it was sent without a marker, so only its content identifies it; it may be ${named}`;
}
