import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '../../ledger/entry.js';
import { hasAnyMarker, hasMarker, hasSameDigests, isQuotingMarker } from '../../ledger/markers.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { pause } from '../../model/clock.js';
import { getAtPointer, type Json } from '../../model/json.js';
import { groupBy } from '../../model/values/group-by.js';
import { findTemplate, readEntryAddress, readIdAsText } from '../items/item-address.js';
import type { RunContext } from '../run-context.js';
import { cleanUp, describePlace, unknownAddressMessage } from './clean-up.js';

import {
  findListedCollection,
  formatEntries,
  type SearchContext,
  type SearchedList,
  searchList,
} from './search-list.js';

/** A list in which creations are searched. */
interface LookedList extends SearchedList {
  /** Why it proves nothing about new items: it does not show one in time, or it was never seen to show one. */
  readonly doubt?: 'late' | 'unproven' | undefined;
}

/**
 * Finds the creations with an unknown outcome by their markers. A found item gets its address. An entry without any
 * match in a completely searched list counts as never created. The rest is recorded as leftovers.
 */
export async function findUnknownOutcomes(
  lost: readonly LedgerEntry[],
  ledger: LedgerScope,
  looking: SearchContext,
): Promise<void> {
  for (const entries of groupByPlace(lost)) {
    const looked = await searchPlace(entries, looking);
    for (const entry of entries) {
      const { path, isNowhere, told } = locateEntry(entry, entries, looked, looking);
      if (path !== undefined) ledger.recordCreated(entry, path);
      // A service may confirm a creation and store nothing.
      else if (isNowhere) entry.isMade ? ledger.recordGone(entry) : ledger.recordRefused(entry);
      else {
        const why = `${unknownAddressMessage}${explainUnknownOutcome(entry, looked, told, looking)}`;
        const extent = entry.isMade && told.length > 0 ? {} : ({ mayExist: true } as const);
        ledger.recordLeftover(entry, describePlace(entry), why, extent);
      }
    }
  }
}

/** The creations that one reading of a list may show. */
const groupByPlace = (lost: readonly LedgerEntry[]) =>
  groupBy(lost, ({ collection, at, as }) => `${collection} ${at} ${as ?? ''}`).values();

/**
 * Searches the list of these creations at once, and again after a wait while something is missing: no more often, because requests
 * are reserved for each reading. The earlier result counts when the later search has none.
 */
async function searchPlace(lost: readonly LedgerEntry[], looking: SearchContext): Promise<LookedList | undefined> {
  const [first] = lost;
  if (first === undefined) return undefined;
  const isSettled = (list: SearchedList) =>
    lost.every((entry) => findMarkedPaths(list, entry, looking.ours).length >= listAlike(entry, lost).length);
  const early = await searchList(first, looking);
  if (early === undefined || isSettled(early)) return early;
  const { consistency, listedAfterMs } = findTemplate(first, looking.model.collections) ?? {};
  const waitMs = Math.max(consistency?.listMs ?? 0, Number(listedAfterMs) || 0, looking.leastMs);
  if (waitMs > 0) await pause(waitMs);
  const looked = waitMs > 0 ? ((await searchList(first, looking)) ?? { ...early, isWhole: false }) : early;
  return isSettled(looked) ? looked : { ...looked, doubt: await findDoubt(looked, looking) };
}

/**
 * Why an item that a list does not show may exist nevertheless; undefined when the list shows new items. That is known by
 * a control, else by what calibration saw, else by the time that has passed since the run.
 */
async function findDoubt({ collection }: SearchedList, { showsNewItem, isOld = false }: SearchContext) {
  const listed = await showsNewItem?.(collection);
  if (listed !== undefined) return listed === 'never' ? 'late' : undefined;
  if (isOld || typeof collection.listedAfterMs === 'number') return undefined;
  return collection.listedAfterMs === 'never' ? 'late' : 'unproven';
}

const maxNamedItems = 3;

/** What follows the statement that the address never became known. */
function explainUnknownOutcome(
  entry: LedgerEntry,
  looked: LookedList | undefined,
  told: readonly string[],
  looking: SearchContext,
): string {
  const { isMade, isUnmarked } = entry;
  if (told.length > 0)
    return `; ${told.join(' and ')} show the sent content, and only one of them was created by this run`;
  const gap = explainGap(entry, looked, looking);
  if (looked === undefined || gap !== undefined) return `, and ${gap}`;
  const named = findSimilarPaths(looked, entry, looking.ours).slice(0, maxNamedItems).join(', ');
  if (named !== '' && isUnmarked)
    return `, and it was sent without a marker, so only its content identifies it; it may be ${named}`;
  if (!isUnmarked && (named !== '' || !isMade))
    return `; it may be ${named}, which shows its marker inside another text`;
  if (!isMade) return ', and it was sent without a marker, so the list does not show whether it exists';
  return isUnmarked ? ', and no entry of the list resembles it' : ', and no entry of the list shows its marker';
}

/** Why a list proves nothing about an item that it does not show; undefined when it is whole and shows new items. */
function explainGap(
  entry: LedgerEntry,
  looked: LookedList | undefined,
  { model, meter }: SearchContext,
): string | undefined {
  if (looked === undefined && findListedCollection(entry, model.collections) === undefined)
    return 'its collection has no list to search';
  if (looked === undefined)
    return `the list of its collection could not be read${meter.end() ? `: ${meter.describeEnd()}` : ''}`;
  const { doubt, isWhole, entries } = looked;
  if (doubt === 'late') return 'the list does not show new items within 3 s';
  if (!isWhole) return `it is not among ${formatEntries(entries.length)} of the list`;
  // The list would not tell such an item from others in any case.
  if (doubt === undefined || entry.isUnmarked) return undefined;
  return 'the list was not seen to show a new item of the run, so it may show this one later';
}

/** Where a creation is, as far as a list shows. */
interface Location {
  readonly path?: string;
  /** Whether the list proves that it stored nothing. */
  readonly isNowhere?: boolean;
  /** The addresses with its content: its own, or more than were sent, so that some belong to other clients. */
  readonly told: readonly string[];
}

/**
 * Locates a creation in a list. Items are shared among the creations that were sent with the same marker, confirmed ones first: a
 * creation for which no item is left over has none. Below an item that the run created, entries with exactly the sent content belong
 * to the run even without a marker, unless there are more of them than creations with this content.
 */
function locateEntry(
  entry: LedgerEntry,
  lost: readonly LedgerEntry[],
  looked: LookedList | undefined,
  { ours = [] }: SearchContext,
): Location {
  if (looked === undefined) return { told: [] };
  const marked = findMarkedPaths(looked, entry, ours);
  const alike = listAlike(entry, lost);
  if (marked.length > alike.length) return { told: marked };
  const own = marked[alike.indexOf(entry)];
  if (own !== undefined) return { path: own, told: marked };
  const known = [...ours, ...marked];
  if (entry.isUnmarked && known.some((above) => entry.at?.startsWith(`${above}/`))) {
    const find = (one: LedgerEntry) => findSimilarPaths(looked, one, known);
    const found = find(entry);
    // The digests of two creations differ, because the marker of each is their salt; the items that they match do not.
    const similar = listConfirmedFirst(lost.filter((one) => one.isUnmarked && isDeepStrictEqual(find(one), found)));
    const path = found.length > similar.length ? undefined : found[similar.indexOf(entry)];
    if (path !== undefined) return { path, told: [] };
    if (found.length <= similar.length) known.push(...found);
  }
  const isProof = looked.isWhole && looked.doubt === undefined;
  return { isNowhere: isProof && isNotShown(looked, entry, known), told: [] };
}

/** The creations with the same marker, confirmed ones first. */
const listAlike = ({ mark }: LedgerEntry, lost: readonly LedgerEntry[]): LedgerEntry[] =>
  listConfirmedFirst(lost.filter((one) => one.mark === mark));

const listConfirmedFirst = (creations: readonly LedgerEntry[]): LedgerEntry[] =>
  [...creations].sort((one, other) => Number(!!other.isMade) - Number(!!one.isMade));

/**
 * A new entry may be anything if neither the marker nor the content of the item is known, or if it shows no member that was sent, as an id
 * alone, unless it is another item of the run or was there before.
 */
function isNotShown(looked: SearchedList, entry: LedgerEntry, ours: readonly string[]): boolean {
  const { collection, entries } = looked;
  const { isUnmarked, isMade, prints = {}, bears = {} } = entry;
  const isOther = (one: Json) => hasAnyMarker(one) || ours.includes(readEntryAddress(collection, one)?.path ?? '');
  if (isUnmarked && Object.keys(prints).length === 0) return entries.every(isOther);
  if (findSimilarPaths(looked, entry, ours).length > 0) return false;
  const members = Object.keys({ ...prints, ...bears });
  const isTelling = (one: Json) => members.some((pointer) => getAtPointer(one, pointer) !== undefined);
  const isOld = (one: Json) => collection.standing?.includes(readIdAsText(collection, one) ?? '') === true;
  return isMade !== true || entries.every((one) => isTelling(one) || isOther(one) || isOld(one));
}

/** Addresses of entries with the sent content, without those known to be other items. */
const findMarkedPaths = (list: SearchedList, entry: LedgerEntry, ours?: readonly string[]): string[] =>
  listPaths(list, (one) => hasMarker(one, entry, list.collection.marker), ours);

/**
 * Addresses of entries that may be the item, without those known to be other items. Without a marker only the sent
 * content identifies it; a marker inside another text may be a quotation.
 */
function findSimilarPaths(list: SearchedList, entry: LedgerEntry, ours?: readonly string[]): string[] {
  const { isUnmarked, prints = {}, mark } = entry;
  const isPossible = (one: Json) =>
    isUnmarked
      ? !hasAnyMarker(one) && hasSameDigests(one, prints, mark)
      : isQuotingMarker(one, entry, list.collection.marker);
  return listPaths(list, isPossible, ours);
}

function listPaths(list: SearchedList, isWanted: (one: Json) => boolean, ours: readonly string[] = []): string[] {
  const wanted = list.entries.filter(isWanted);
  const paths = wanted.flatMap((one) => readEntryAddress(list.collection, one)?.path ?? []);
  return [...new Set(paths)].filter((path) => !ours.includes(path));
}

/** Number of creations without an address after which a search starts. */
const minUnnamedItems = 20;
/** Maximum number of pages of a list that are searched. */
const maxPages = 10;

const searchedEntries = new WeakSet<LedgerEntry>();

/**
 * Searches for creations with an unknown outcome once there are many. Found items are removed. Creations that are not
 * found no longer count against the live quota until the final cleanup. Never throws because of a response.
 */
export async function findUnnamedItems(site: RunContext): Promise<void> {
  const { runLedger } = site;
  if (runLedger.waiting().size < minUnnamedItems) return;
  const open = listUnnamed(runLedger).filter((entry) => !searchedEntries.has(entry));
  if (open.length < minUnnamedItems || site.meter.end() !== undefined) return;
  for (const entry of open) searchedEntries.add(entry);
  const looking: SearchContext = { ...site, mostPages: maxPages, leastMs: 0 };
  const ledger = runLedger.openScope();
  for (const lost of groupByPlace(open)) {
    const looked = lost[0] && (await searchList(lost[0], looking));
    for (const entry of lost) {
      const { path, isNowhere } = locateEntry(entry, lost, looked, looking);
      if (path !== undefined) ledger.recordCreated(entry, path);
      else if (isNowhere) runLedger.markMissed(entry);
    }
  }
  await cleanUp(ledger, site);
}

/** The creations without an address that wait for a search. */
export const listUnnamed = (runLedger: RunLedger): LedgerEntry[] =>
  [...runLedger.waiting().keys()].filter(({ path }) => path === undefined);
