import { clock } from '../../model/clock.js';
import type { Json } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { readIdAsText } from '../tools/item-address.js';
import { findLosses, hasExpired, type Loss, listChangedMembers } from './find-losses.js';
import { type OthersList, type ReadOthersContext, readItem, readOthers } from './read-others.js';
import type { SentWrite } from './sent-write.js';

/** What comparing lists requires. */
export interface CompareListsOptions extends ReadOthersContext {
  readonly document: Json | undefined;
  readonly runMark: string;
  /** Whether the service stopped: what it has after that is not known from what it had. */
  readonly isVoid?: () => boolean;
}

/** Further pages that are read, because new items may have moved those of others, and most items that are read singly. */
const morePages = 5;
const maxChecked = 100;

/** A list under watch. */
export interface WatchedList {
  readonly before: OthersList;
  /** What others had in it, for the file. */
  readonly kept: Map<string, Json>;
  /** Number of entries that it had. */
  length: number;
  /** The items of others that are still compared. */
  readonly open: Map<string, Json>;
  /** The ids and texts of all entries that were seen. */
  readonly known: Set<string>;
  readonly volatile: Set<string>;
  readonly readAt: number;
  /** Number of writes of the run when it was compared last. */
  comparedAt: number;
}

/** Puts a list under watch. */
export const createWatchedList = (before: OthersList, readAt: number): WatchedList => ({
  // The responses are not kept in memory.
  before: { ...before, exchanges: [] },
  kept: new Map(before.entries),
  length: before.all.length,
  open: new Map(before.entries),
  known: new Set(before.all.map((entry) => findKey(before, entry))),
  volatile: new Set(before.collection.volatile.map((pointer) => pointer.split('/')[1] ?? '')),
  readAt,
  comparedAt: 0,
});

/** A list as it is now, and what of others it does not show as before. */
export interface ComparedList {
  readonly list: WatchedList;
  readonly now: OthersList;
  readonly losses: readonly Loss[];
}

/** Reads a list again, as far as others have items in it. */
export const readAgain = (
  { before, open }: WatchedList,
  options: CompareListsOptions,
): Promise<OthersList | undefined> =>
  readOthers(before.collection, options, {
    maxPages: before.pages + morePages,
    isEnough: (entries) => entries.length >= open.size && hasAll(before, entries, open),
  });

function hasAll(before: OthersList, entries: readonly Json[], open: ReadonlyMap<string, Json>): boolean {
  const shown = new Set(entries.map((entry) => findKey(before, entry)));
  return [...open.keys()].every((key) => shown.has(key));
}

const findKey = ({ collection }: OthersList, entry: Json): string =>
  readIdAsText(collection, entry) ?? JSON.stringify(entry);

/** Reads lists again; those that cannot be read are left out. */
export async function compareLists(
  lists: readonly WatchedList[],
  options: CompareListsOptions,
): Promise<readonly ComparedList[]> {
  const read = await mapAtOnce(lists, options.maxAtOnce, async (list) => {
    const now = await readAgain(list, options);
    if (now === undefined) return [];
    const before = { ...list.before, entries: list.open };
    const seen = findLosses(before, now, { ...options, volatile: list.volatile });
    const losses = await dropExplained(seen, list, now, options);
    return [{ list, now, losses }];
  });
  return read.flat();
}

/** Drops what is missing in the list and not gone: it is still at its address, has expired, or made room for newer entries. */
async function dropExplained(
  losses: readonly Loss[],
  { before, length, readAt }: WatchedList,
  now: OthersList,
  options: CompareListsOptions,
): Promise<readonly Loss[]> {
  const { collection } = before;
  const missing = losses.filter(({ is }) => is === 'missing').slice(0, maxChecked);
  const read = await mapAtOnce(missing, options.maxAtOnce, ({ path }) => readItem(collection, path, options));
  const hasShrunk = now.isWhole && now.all.length < length;
  const isEvicting = collection.create === undefined && !hasShrunk;
  const gone = missing.filter((loss, i) => {
    const is = read[i]?.is ?? 'unknown';
    if (is === 'shown' || isEvicting || hasExpired(loss.before, readAt, clock.epochMs())) return false;
    return is === 'absent' || hasShrunk;
  });
  return [...gone, ...losses.filter(({ is }) => is === 'changed')];
}

/** Adds new entries to those that are known; returns the number of those that are not the run's as far as is known. */
export function recordNewEntries(list: WatchedList, now: OthersList, ownIds: ReadonlySet<string>): number {
  const fresh = [...now.entries.keys()].filter((key) => !list.known.has(key) && !ownIds.has(key));
  for (const key of fresh) list.known.add(key);
  return fresh.length;
}

/** How many new entries of a list the run may have caused without knowing their ids: elsewhere, each write may have added one. */
export function countUnnamed(
  { before: { collection, all }, comparedAt }: WatchedList,
  writes: readonly SentWrite[],
): number {
  const since = writes.slice(comparedAt);
  const hasIds = all.every((entry) => readIdAsText(collection, entry) !== undefined);
  return collection.create === undefined || !hasIds ? since.length : since.filter(({ isUnnamed }) => isUnnamed).length;
}

/** Learns what changes without a write: members, and whether others add and remove items. Returns whether they do. */
export function learnNoise(list: WatchedList, now: OthersList): boolean {
  const shown = new Map(now.all.map((entry) => [findKey(now, entry), entry]));
  for (const [key, entry] of list.open) {
    const after = shown.get(key);
    if (after === undefined) continue;
    for (const name of listChangedMembers(entry, after, undefined, list.volatile)) list.volatile.add(name);
  }
  const gone = [...list.open.keys()].filter((key) => now.isWhole && !shown.has(key));
  for (const key of gone) list.open.delete(key);
  return gone.length > 0 || recordNewEntries(list, now, new Set()) > 0;
}

/** Whether items of others came, went or changed while nothing was written. */
export function hasChangedMeanwhile(
  earlier: readonly ComparedList[],
  later: readonly ComparedList[],
  { runMark }: Pick<CompareListsOptions, 'runMark'>,
): boolean {
  return later.some(({ list, now }) => {
    const before = earlier.find((one) => one.list === list)?.now;
    if (before === undefined) return false;
    const changes = findLosses(before, now, { document: undefined, runMark, volatile: list.volatile });
    const isChange = ({ is }: Loss) => is === 'changed' || now.isWhole;
    return changes.some(isChange) || [...now.entries.keys()].some((key) => before.isWhole && !before.entries.has(key));
  });
}
