import { hasSameDigests } from '../../ledger/body-digest.js';
import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { hasMarker, isQuotingMarker } from '../../ledger/marker-match.js';
import { pause } from '../../model/clock.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
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
  const { consistency, listedAfterMs } = looking.collections.find(({ name }) => name === first.collection) ?? {};
  const waitMs = Math.max(consistency?.listMs ?? 0, Number(listedAfterMs) || 0, looking.leastMs);
  const isSettled = (looked: SearchedList | undefined) =>
    looked === undefined ||
    lost.every((entry) => findMarkedPaths(looked, entry, looking).length >= listAlike(entry, lost).length);
  const found = await searchTwice(() => searchList(first, looking), isSettled, waitMs);
  const doubt = found === undefined || isSettled(found) ? undefined : await findDoubt(found.collection, looking);
  const looked = found && { ...found, doubt };
  for (const entry of lost) recordSearchResult(entry, lost, looked, { ledger, looking });
}

/**
 * Why an item that a list does not show may exist nevertheless; undefined when the list shows new items. That is known by
 * a control, else by what calibration saw, else by the time that has passed since the run.
 */
async function findDoubt(
  collection: Collection,
  { showsNewItem, isOld = false }: SearchContext,
): Promise<SearchedList['doubt']> {
  const isShown = await showsNewItem?.(collection);
  if (isShown !== undefined) return isShown ? undefined : 'late';
  if (isOld || typeof collection.listedAfterMs === 'number') return undefined;
  return collection.listedAfterMs === 'never' ? 'late' : 'unproven';
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
  const { told, path: marked, others } = shareMarkedPaths(looked, entry, lost, looking);
  const ours = [...(looking.ours ?? []), ...others];
  const path = told.length > 0 ? marked : findUnmarkedBelow(looked, entry, ours);
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
const listAlike = ({ mark }: LedgerEntry, lost: readonly LedgerEntry[]): LedgerEntry[] =>
  lost.filter((one) => one.mark === mark).sort((one, other) => Number(!!other.isMade) - Number(!!one.isMade));

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
 * Addresses of entries that may be the item, without those known to be other items. Without a marker only the sent
 * content identifies it; a marker inside another text may be a quotation.
 */
function findSimilarPaths(
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

function explainUnknownOutcome(
  entry: LedgerEntry,
  looked: SearchedList | undefined,
  told: readonly string[],
  looking: SearchContext,
): string {
  const { isMade, isUnmarked } = entry;
  if (told.length > 0)
    return `${unknownAddressMessage}; ${told.join(' and ')} show the sent content, and only one of them was created by this run`;
  const gap = looked === undefined ? explainUnreadList(entry, looking) : explainPartialList(looked, entry);
  if (looked === undefined || gap !== undefined) return `${unknownAddressMessage}, and ${gap}`;
  const named = findSimilarPaths(looked, entry, looking.ours).slice(0, maxNamedItems).join(', ');
  if (isMade && !isUnmarked && named === '')
    return `${unknownAddressMessage}, and no entry of the list shows its marker`;
  if (!isUnmarked) return `${unknownAddressMessage}; it may be ${named}, which shows its marker inside another text`;
  if (isMade && named === '') return `${unknownAddressMessage}, and no entry of the list resembles it`;
  if (named === '')
    return `${unknownAddressMessage}, and it was sent without a marker, so the list does not show whether it exists`;
  return `${unknownAddressMessage}, and it was sent without a marker, so only its content identifies it; it may be ${named}`;
}

function explainUnreadList(entry: LedgerEntry, { collections, meter }: SearchContext): string {
  if (findListedCollection(entry, collections) === undefined) return 'its collection has no list to search';
  return `the list of its collection could not be read${meter.end() ? `: ${meter.describeEnd()}` : ''}`;
}

/** Why a list proves nothing about an item that it does not show; undefined when it is whole and shows new items. */
function explainPartialList(
  { doubt, isWhole, entries }: SearchedList,
  { isUnmarked }: LedgerEntry,
): string | undefined {
  if (doubt === 'late') return 'the list does not show new items within 3 s';
  if (!isWhole) return `it is not among the first ${entries.length} entries of the list`;
  // The list would not tell such an item from others in any case.
  if (doubt === undefined || isUnmarked) return undefined;
  return 'the list was not seen to show a new item of the run, so it may show this one later';
}
