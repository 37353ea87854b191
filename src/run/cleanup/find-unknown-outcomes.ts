import { hasSameDigests } from '../../ledger/body-digest.js';
import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { hasMarker, isQuotingMarker } from '../../ledger/marker-match.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { fillCollectionTemplate } from '../identity/fill-template.js';
import { createCaseClient } from '../tools/case-client.js';
import { createEnvelopeClient } from '../tools/envelope.js';
import { readEntryAddress, readIdAsText } from '../tools/item-address.js';
import { pollUntil, walkPages } from '../tools/walk-list.js';
import { unknownAddressMessage } from './clean-up.js';

/** What a search of lists requires. */
export interface SearchContext {
  readonly meter: RequestMeter;
  readonly baseUrl: string;
  readonly collections: readonly Collection[];
  /** Maximum number of pages of one list. */
  readonly mostPages: number;
  /** Minimum time to search for unanswered creations, in milliseconds. */
  readonly leastMs: number;
  /** Paths of items that the run created: everything below them was created by the run, too. */
  readonly ours?: readonly string[];
}

/** Result of a list search: `isWhole` when the end of the list was reached, or the list no longer exists. */
export interface SearchedList {
  readonly collection: Collection;
  readonly entries: readonly Json[];
  readonly isWhole: boolean;
}

/** Searches the list of a collection at one path; undefined when it has none or cannot be read. */
export async function searchList(
  { collection: name, at }: Pick<LedgerEntry, 'collection' | 'at'>,
  { meter, baseUrl, collections, mostPages }: SearchContext,
): Promise<SearchedList | undefined> {
  const known = collections.find((one) => one.name === name);
  const collection = known && fillCollectionTemplate(known, at);
  if (!collection?.list || collection.path.includes('{')) return undefined;
  const wire = createEnvelopeClient(createCaseClient(bypassSpentBudget(meter), `sweep@${name}`), collection);
  try {
    const { entries: all, ended, pages } = await walkPages({ collection, wire, baseUrl }, { maxPages: mostPages });
    // Items that existed before the run do not belong to it.
    const entries = all.filter((entry) => !collection.standing?.includes(readIdAsText(collection, entry) ?? ''));
    const status = pages.at(-1)?.exchange.answer?.status;
    const isNoPlace = ended === 'trouble' && pages.length === 1 && (status === 404 || status === 410);
    return { collection, entries, isWhole: ended === 'end' || isNoPlace };
  } catch (error) {
    if (error instanceof InconclusiveError) return undefined;
    throw error;
  }
}

/** The final search may exceed the budget of the trials, as long as requests are reserved for it. */
const bypassSpentBudget = (meter: RequestMeter): RequestMeter =>
  meter.end()?.cause === 'budget' ? { ...meter, send: meter.sendUnmetered } : meter;

/**
 * Finds the creations with an unknown outcome by their markers. A found item gets its address. An entry without any
 * match in a completely searched list counts as never created. The rest is recorded as leftovers.
 */
export async function findUnknownOutcomes(
  lost: readonly LedgerEntry[],
  ledger: LedgerScope,
  looking: SearchContext,
): Promise<void> {
  const byPlace = groupBy(lost, ({ collection, at }) => `${collection} ${at}`);
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
  const looked = await pollUntil(() => searchList(first, looking), isSettled, Math.max(listMs, looking.leastMs));
  for (const entry of lost) recordSearchResult(entry, lost, looked, { ledger, looking });
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
  else if (isNowhere && !entry.isMade) ledger.recordGone(entry);
  else
    ledger.recordLeftover(
      entry,
      `${entry.at ?? ''} (marked ${entry.mark})`,
      explainUnknownOutcome(entry, looked, told),
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
  const isNowhere = looked.isWhole && told.length === 0 && findSimilarPaths(looked, entry).length === 0;
  return { path, isNowhere, told };
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
  const isUntold = Object.keys(prints).length === 0;
  const isPossible = (one: Json) =>
    isUnmarked
      ? !hasAnyMarker(one) && (isUntold || hasSameDigests(one, prints, mark))
      : isQuotingMarker(one, entry, collection.marker);
  return entries.filter(isPossible).flatMap((one) => readEntryAddress(collection, one)?.path ?? []);
}

function explainUnknownOutcome(entry: LedgerEntry, looked: SearchedList | undefined, told: readonly string[]): string {
  const { isMade, isUnmarked } = entry;
  if (told.length > 0)
    return `${unknownAddressMessage}; ${told.join(' and ')} show the sent content, and only one of them was created by this run`;
  if (looked === undefined) return `${unknownAddressMessage}, and its collection has no list to search`;
  if (!looked.isWhole)
    return `${unknownAddressMessage}, and it is not among the first ${looked.entries.length} entries of the list`;
  const named = findSimilarPaths(looked, entry).slice(0, maxNamedItems).join(', ');
  if (isMade && !isUnmarked && named === '')
    return `${unknownAddressMessage}, and no entry of the list shows its marker`;
  if (!isUnmarked) return `${unknownAddressMessage}; it may be ${named}, which shows its marker inside another text`;
  if (isMade && named === '') return `${unknownAddressMessage}, and no entry of the list resembles it`;
  return `${unknownAddressMessage}, and it was sent without a marker, so only its content identifies it; it may be ${named}`;
}
