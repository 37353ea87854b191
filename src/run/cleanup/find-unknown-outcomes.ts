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

/** Where lists are looked through. */
export interface SearchContext {
  readonly meter: RequestMeter;
  readonly baseUrl: string;
  readonly collections: readonly Collection[];
  /** Most pages of one list. */
  readonly mostPages: number;
  /** Least time that what was never answered is looked for. */
  readonly leastMs: number;
  /** Paths of what the run made: what stands below them was made by the run as well. */
  readonly ours?: readonly string[];
}

/** What a look through a list gave: `isWhole` when its end was reached, or there is no such place any more. */
export interface SearchedList {
  readonly collection: Collection;
  readonly entries: readonly Json[];
  readonly isWhole: boolean;
}

/** Looks through the list of a collection at one place; undefined where there is none, or where it cannot be had. */
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
    // What stood there before the run is never its own.
    const entries = all.filter((entry) => !collection.standing?.includes(readIdAsText(collection, entry) ?? ''));
    const status = pages.at(-1)?.exchange.answer?.status;
    const isNoPlace = ended === 'trouble' && pages.length === 1 && (status === 404 || status === 410);
    return { collection, entries, isWhole: ended === 'end' || isNoPlace };
  } catch (error) {
    if (error instanceof InconclusiveError) return undefined;
    throw error;
  }
}

/** When a run is over, nothing more is tried; looking for what it left is no trial, so far as there is something left to pay it. */
const bypassSpentBudget = (meter: RequestMeter): RequestMeter =>
  meter.end()?.cause === 'budget' ? { ...meter, send: meter.sendUnmetered } : meter;

/**
 * Finds things that were asked for and never named, by what only they were given. What is found gets its address; what
 * is in no list that was looked through to its end, and would be known, was never made. What remains stays, and is told.
 */
export async function findUnknownOutcomes(
  lost: readonly LedgerEntry[],
  ledger: LedgerScope,
  looking: SearchContext,
): Promise<void> {
  const byPlace = groupBy(lost, ({ collection, at }) => `${collection} ${at}`);
  for (const entries of byPlace.values()) await findAtPlace(entries, ledger, looking);
}

/** By a key of each. */
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

/** Gives a thing its address, or says what is known instead. Of more things than were asked for, some are somebody else's. */
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

/** Where a thing is by its list: at one address, at one of those that are told, or, it seems, nowhere. */
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

/** Addresses of what shows what was sent, so far as none of them is known to be that of something else. */
const findMarkedPaths = (
  { collection, entries }: SearchedList,
  entry: LedgerEntry,
  { ours = [] }: SearchContext,
): string[] => {
  const bearing = entries.filter((one) => hasMarker(one, entry, collection.marker));
  const paths = bearing.flatMap((one) => readEntryAddress(collection, one)?.path ?? []);
  return [...new Set(paths.filter((path) => !ours.includes(path)))];
};

/** Below a thing that the run made, what shows just what was sent is ours without a mark; where it is one only. */
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

/** What carries a mark, of whichever run, was not sent without one. */
const hasAnyMarker = (entry: Json): boolean => /assay-[0-9a-f]{8}-[a-z0-9]/i.test(JSON.stringify(entry));

/** Most things that are named where one of them may be ours. */
const maxNamedItems = 3;

/** Addresses of what may be the thing: of what was sent without a mark nothing more is known than what it was sent with, and what shows a mark within another text may only quote it. */
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
    return `${unknownAddressMessage}, and ${told.join(' and ')} show what was sent, of which one only is ours`;
  if (looked === undefined)
    return `${unknownAddressMessage}, and its collection has no list that could be looked through`;
  if (!looked.isWhole)
    return `${unknownAddressMessage}, and it is not among the first ${looked.entries.length} entries of the list`;
  const named = findSimilarPaths(looked, entry).slice(0, maxNamedItems).join(', ');
  if (isMade && !isUnmarked && named === '') return `${unknownAddressMessage}, and nothing in the list shows its mark`;
  if (!isUnmarked)
    return `${unknownAddressMessage}; it may be ${named}, which shows its mark in another text than was sent`;
  if (isMade && named === '') return `${unknownAddressMessage}, and nothing in the list is like it`;
  return `${unknownAddressMessage}, and it was sent without a mark: if it was made, only its content tells it from others; it may be ${named}`;
}
