import { clock } from '../../model/clock.js';
import { isEquivalent } from '../../model/difference.js';
import type { Exchange } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { readIdAsText } from '../items/item-address.js';
import { findKey, findLosses, hasExpired, type Loss, listChangedMembers, listWrittenMembers } from './find-losses.js';
import { type OthersList, type ReadOthersContext, readItem, readItems, readOthers } from './read-others.js';

export interface CompareListsOptions extends ReadOthersContext {
  readonly document: Json | undefined;
  readonly runMark: string;
  /** Content that the service accepted for a new item of a collection. */
  readonly getAccepted: (collection: string) => Json | undefined;
  /** How often the service stopped or was started again: what it has after that is not known from what it had. */
  readonly countStops: () => number;
}

export interface SentWrite extends Pick<Exchange, 'n' | 'method' | 'path'> {
  /** The name of the collection that it is about; undefined where that is not known. */
  readonly collection: string | undefined;
  /** Whether it may have created an item whose id is not known. */
  readonly isUnnamed: boolean;
  /** Whether it may have added an entry by which it is not recognised: it was not refused. */
  readonly mayHaveAdded: boolean;
  /** Its content, as long as its texts may be looked for. */
  sent?: Json | undefined;
}

/**
 * How lists are read again: each item, or the first and last ones; the contents of the writes since the last comparison, and the ids
 * that writes of the run named.
 */
export interface ListReading {
  readonly isLast: boolean;
  readonly sent?: readonly Json[];
  readonly ownIds?: ReadonlySet<string>;
}

/** Further pages that are read, because new items may have moved those of others, and most items that are read singly. */
const morePages = 5;
const maxChecked = 100;

/** Of items that entries do not show, so many of the first and of the last are read each time; all of them at the end. */
const [firstRead, lastRead] = [2, 3];

/** Puts a list under watch. `stops` says how often the service had stopped when it was read last. */
export const createWatchedList = (before: OthersList, readAt: number, stops: number) => ({
  // The responses are not kept in memory.
  before: { ...before, exchanges: [] } as OthersList,
  /** What others had in it, for the file. */
  kept: new Map(before.entries),
  /** Number of entries that it had. */
  length: before.all.length,
  /** The items of others that are still compared. */
  open: new Map(before.entries),
  /** The ids and texts of all entries that were seen. */
  known: new Set(before.all.map((entry) => findKey(before, entry))),
  volatile: new Set(before.collection.volatile.map((pointer) => pointer.split('/')[1] ?? '')),
  readAt,
  /** Number of writes of the run when it was compared last. */
  comparedAt: 0,
  stops,
  /** Whether other clients, or the service itself, add, change or remove items of it. */
  isActive: false,
  /** Whether more items of others went from it while nothing was written. */
  isLosing: false,
  /** Whether entries went from it while nothing was written, those that came since included. */
  isRemoving: false,
  /** Whether entries were added to it although nothing creates any, as to a log. */
  hasGrown: false,
  /** Whether it was seen not to show items that are at their addresses. */
  isHiding: false,
  /** Whether it showed the first item of the run at once; undefined as long as it was not compared after a creation. */
  isPrompt: undefined as boolean | undefined,
});

export type WatchedList = ReturnType<typeof createWatchedList>;

/** A list as it is now, and what of others it does not show as before. */
export interface ComparedList {
  readonly list: WatchedList;
  readonly now: OthersList;
  readonly losses: readonly Loss[];
  /** Whether it does not show items that are still at their addresses, as far as reads show. */
  readonly isHiding?: boolean;
}

/** Reads a list again, as far as others have items in it; items that it does not show as well, some of them or all. */
export async function readAgain({ before, open }: WatchedList, options: CompareListsOptions, isLast = false) {
  const now = await readOthers(before.collection, options, {
    maxPages: before.pages + morePages,
    isEnough: (entries) => entries.length >= open.size && hasAll(before, entries, open),
  });
  const hidden = [...open].filter(([key]) => before.items.has(key));
  if (now === undefined || hidden.length === 0) return now;
  const some = isLast ? hidden : [...new Set([...hidden.slice(0, firstRead), ...hidden.slice(-lastRead)])];
  return { ...now, items: await readItems(before.collection, some, options) };
}

function hasAll(before: OthersList, entries: readonly Json[], open: ReadonlyMap<string, Json>): boolean {
  const shown = new Set(entries.map((entry) => findKey(before, entry)));
  return [...open.keys()].every((key) => shown.has(key));
}

/** Reads lists again; those that cannot be read are left out. */
export async function compareLists(
  lists: readonly WatchedList[],
  options: CompareListsOptions,
  { isLast, sent }: ListReading,
): Promise<readonly ComparedList[]> {
  const read = await mapAtOnce(lists, options.maxAtOnce, async (list) => {
    const now = await readAgain(list, options, isLast);
    if (now === undefined) return [];
    const before = { ...list.before, entries: list.open };
    const { collection } = before;
    const written = listWrittenMembers(collection, options.document, options.getAccepted(collection.name));
    const seen = findLosses(before, now, { ...options, sent, written, volatile: list.volatile });
    return [{ list, now, ...(await dropExplained(seen, list, now, options)) }];
  });
  return read.flat();
}

/** Drops what is missing in the list and not gone: it is still at its address, has expired, or made room for newer entries. */
async function dropExplained(
  losses: readonly Loss[],
  { before, length, readAt, hasGrown, volatile }: WatchedList,
  now: OthersList,
  options: CompareListsOptions,
): Promise<Pick<ComparedList, 'losses' | 'isHiding'>> {
  const { collection } = before;
  const missing = losses.filter(({ is }) => is === 'missing').slice(0, maxChecked);
  const read = await mapAtOnce(missing, options.maxAtOnce, ({ path }) => readItem(collection, path, options));
  const hasShrunk = now.isWhole && now.all.length < length;
  // Where nothing creates items and entries are added all the same, old ones go by themselves.
  const isEvicting = collection.create === undefined && (!hasShrunk || hasGrown);
  const gone = missing.flatMap((loss, i): Loss[] => {
    const { is, json } = read[i] ?? { is: 'unknown' as const };
    if (is === 'shown') return listHiddenChange(loss, json, volatile);
    if (isEvicting || hasExpired(loss.before, readAt, clock.epochMs())) return [];
    return is === 'absent' || hasShrunk ? [loss] : [];
  });
  const changed = losses.filter(({ is }) => is === 'changed');
  return { losses: [...gone, ...changed], isHiding: read.some(({ is }) => is === 'shown') };
}

/** An item that its list no longer shows has changed where it has other values, as one that is marked as deleted. */
function listHiddenChange(loss: Loss, now: Json | undefined, volatile: ReadonlySet<string>): Loss[] {
  const { before } = loss;
  if (!isObject(before) || !isObject(now)) return [];
  const members = Object.keys(before).filter(
    (name) => !volatile.has(name) && Object.hasOwn(now, name) && !isEquivalent(before[name], now[name]),
  );
  return members.length === 0 ? [] : [{ ...loss, is: 'changed', members }];
}

/**
 * Adds new entries to those that are known; returns the number of those that are not the run's as far as is known. An item that is
 * missing may have got another id.
 */
export function recordNewEntries(
  list: WatchedList,
  now: OthersList,
  ownIds: ReadonlySet<string>,
  losses: readonly Loss[] = [],
): number {
  const fresh = [...now.entries].filter(([key]) => !list.known.has(key) && !ownIds.has(key));
  for (const [key] of fresh) list.known.add(key);
  const hasMoved = (entry: Json, { before }: Loss) =>
    isObject(entry) && isObject(before) && isEquivalent(withoutId(list, entry), withoutId(list, before));
  return fresh.filter(([, entry]) => !losses.some((loss) => loss.is === 'missing' && hasMoved(entry, loss))).length;
}

const withoutId = ({ before: { collection } }: WatchedList, entry: JsonObject): Json =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => `/${name}` !== collection.id.pointer));

/**
 * How many new entries of a list the run may have caused without knowing their ids: where nothing creates items of it, or entries have
 * no ids, each write that was not refused may have added one; elsewhere each POST that is about it.
 */
export function countUnnamed({ before: { collection, all }, comparedAt }: WatchedList, writes: readonly SentWrite[]) {
  const since = writes.slice(comparedAt);
  const hasIds = all.every((entry) => readIdAsText(collection, entry) !== undefined);
  if (collection.create === undefined || !hasIds) return since.filter(({ mayHaveAdded }) => mayHaveAdded).length;
  return since.filter(({ isUnnamed, collection: name }) => isUnnamed && (name ?? collection.name) === collection.name)
    .length;
}

/** Learns what changes without a write: members, and whether others add and remove items. */
export function learnNoise(list: WatchedList, now: OthersList): void {
  const shown = new Map(now.all.map((entry) => [findKey(now, entry), entry]));
  for (const [key, entry] of list.open) {
    const after = shown.get(key);
    if (after === undefined) continue;
    const [item, itemNow] = [list.before.items.get(key) ?? null, now.items.get(key) ?? null];
    for (const [one, other] of [[entry, after] as const, [item, itemNow] as const])
      for (const name of listChangedMembers(one, other, undefined, list.volatile)) list.volatile.add(name);
  }
  const gone = [...list.open.keys()].filter((key) => now.isWhole && !shown.has(key));
  for (const key of gone) list.open.delete(key);
  list.isRemoving = gone.length > 0;
  list.isActive = recordNewEntries(list, now, new Set()) > 0 || list.isRemoving;
}

/** After a stop of the service, only what others still have as before stays under watch. Returns how much of it is not there. */
export async function renewList(list: WatchedList, options: CompareListsOptions): Promise<number> {
  const stops = options.countStops();
  const [compared] = await compareLists([list], options, { isLast: true });
  if (compared === undefined) return 0;
  list.stops = stops;
  list.length = compared.now.all.length;
  for (const { key } of compared.losses) list.open.delete(key);
  recordNewEntries(list, compared.now, new Set());
  return compared.losses.length;
}

/**
 * Whether items of others came, went or changed while nothing was written. A list that may have more pages shows this by entries that
 * were never seen.
 */
export function hasChangedMeanwhile(
  { now: before }: ComparedList,
  { list, now }: ComparedList,
  { runMark, ownIds }: Pick<CompareListsOptions, 'runMark'> & Pick<ListReading, 'ownIds'>,
): boolean {
  const changes = findLosses(before, now, { written: 'all', runMark, volatile: list.volatile });
  const isChange = ({ is }: Loss) => is === 'changed' || now.isWhole;
  const isNew = (key: string) =>
    !before.entries.has(key) && (before.isWhole || !list.known.has(key)) && !ownIds?.has(key);
  return changes.some(isChange) || [...now.entries.keys()].some(isNew);
}
