import type { LedgerEntry, LedgerScope } from '../../../ledger/entry.js';
import { pause } from '../../../model/clock.js';
import type { Collection } from '../../../model/service/subject.js';
import { unknownAddressMessage } from '../clean-up.js';
import {
  findListedCollection,
  formatEntries,
  type SearchContext,
  type SearchedList,
  searchList,
} from '../search-list.js';
import { findMarkedPaths, findSimilarPaths, groupBy, listAlike, locateEntry } from './locate-entry.js';

/**
 * Finds the creations with an unknown outcome by their markers. A found item gets its address. An entry without any
 * match in a completely searched list counts as never created. The rest is recorded as leftovers.
 */
export async function findUnknownOutcomes(lost: readonly LedgerEntry[], ledger: LedgerScope, looking: SearchContext) {
  const byPlace = groupBy(lost, ({ collection, at, as }) => `${collection} ${at} ${as ?? ''}`);
  for (const entries of byPlace.values()) await findAtPlace(entries, ledger, looking);
}

async function findAtPlace(lost: readonly LedgerEntry[], ledger: LedgerScope, looking: SearchContext): Promise<void> {
  const [first] = lost;
  if (first === undefined) return;
  const { consistency, listedAfterMs } = looking.model.collections.find(({ name }) => name === first.collection) ?? {};
  const waitMs = Math.max(consistency?.listMs ?? 0, Number(listedAfterMs) || 0, looking.leastMs);
  const isSettled = (looked: SearchedList | undefined) =>
    looked === undefined ||
    lost.every((entry) => findMarkedPaths(looked, entry, looking).length >= listAlike(entry, lost).length);
  const found = await searchTwice(() => searchList(first, looking), isSettled, waitMs);
  const doubt = found === undefined || isSettled(found) ? undefined : await findDoubt(found.collection, looking);
  const looked = found && { ...found, doubt };
  for (const entry of lost) recordSearchResult(entry, lost, looked, ledger, looking);
}

/**
 * Why an item that a list does not show may exist nevertheless; undefined when the list shows new items. That is known by
 * a control, else by what calibration saw, else by the time that has passed since the run.
 */
async function findDoubt(
  collection: Collection,
  { showsNewItem, isOld = false }: SearchContext,
): Promise<SearchedList['doubt']> {
  const listed = await showsNewItem?.(collection);
  if (listed !== undefined) return listed === 'never' ? 'late' : undefined;
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

/**
 * Records the address of an item, or what is known instead. If more items match than were sent, some belong to other
 * clients.
 */
function recordSearchResult(
  entry: LedgerEntry,
  lost: readonly LedgerEntry[],
  looked: SearchedList | undefined,
  ledger: LedgerScope,
  looking: SearchContext,
): void {
  const { path, isNowhere, told } = locateEntry(entry, lost, looked, looking);
  if (path !== undefined) ledger.recordCreated(entry, path);
  // A service may confirm a creation and store nothing.
  else if (isNowhere) entry.isMade ? ledger.recordGone(entry) : ledger.recordRefused(entry);
  else
    ledger.recordLeftover(
      entry,
      `${entry.at ?? ''} (marked ${entry.mark})`,
      explainUnknownOutcome(entry, looked, told, looking),
      entry.isMade && told.length > 0 ? {} : { mayExist: true },
    );
}

/** Maximum number of candidates in a message. */
const maxNamedItems = 3;

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

function explainUnreadList(entry: LedgerEntry, { model: { collections }, meter }: SearchContext): string {
  if (findListedCollection(entry, collections) === undefined) return 'its collection has no list to search';
  return `the list of its collection could not be read${meter.end() ? `: ${meter.describeEnd()}` : ''}`;
}

/** Why a list proves nothing about an item that it does not show; undefined when it is whole and shows new items. */
function explainPartialList({ doubt, isWhole, entries }: SearchedList, { isUnmarked }: LedgerEntry) {
  if (doubt === 'late') return 'the list does not show new items within 3 s';
  if (!isWhole) return `it is not among ${formatEntries(entries.length)} of the list`;
  // The list would not tell such an item from others in any case.
  if (doubt === undefined || isUnmarked) return undefined;
  return 'the list was not seen to show a new item of the run, so it may show this one later';
}
