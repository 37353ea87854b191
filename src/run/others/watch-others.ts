import type { KeptFile } from '../../ledger/kept-items.js';
import { clock } from '../../model/clock.js';
import type { Json } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { describeHarm, type HarmedItem } from '../../model/result/harm.js';
import type { Collection } from '../../model/service/subject.js';
import { buildHarm, type Suspects } from './build-harm.js';
import {
  type ComparedList,
  type CompareListsOptions,
  compareLists,
  countUnnamed,
  createWatchedList,
  learnNoise,
  readAgain,
  recordNewEntries,
  renewList,
  type WatchedList,
} from './compare-lists.js';
import { confirmLosses } from './confirm-losses.js';
import type { CompareOptions } from './find-losses.js';
import { describeLostByStop, describeUnclear, selectHarmed } from './judge-losses.js';
import { listOthers, readAllOthers } from './read-others.js';
import type { SentWrite } from './sent-write.js';

export interface WatchOptions extends CompareListsOptions {
  /** The entries that lists showed first, by collection name. */
  readonly seen: ReadonlyMap<string, readonly Json[]> | undefined;
  /** Absent where nothing is kept on disk. */
  readonly kept: KeptFile | undefined;
}

/** Number of writes whose texts are looked for in items of others. */
const maxTexts = 400;

/** What a watch knows. */
interface WatchState {
  lists: readonly WatchedList[];
  harm: readonly HarmedItem[];
  mayRemovalHarm: boolean;
  examining: Promise<void>;
  readonly writes: SentWrite[];
  /** The ids that writes of the run, and the responses to them, named. */
  readonly ownIds: Set<string>;
  readonly notes: string[];
}

/** Knows what others have, and finds out whether the run harmed it. Never throws because of a response. */
export function watchOthers(options: WatchOptions) {
  const nothing = Promise.resolve();
  const state: WatchState = {
    lists: [],
    harm: [],
    mayRemovalHarm: false,
    examining: nothing,
    writes: [],
    ownIds: new Set(),
    notes: [],
  };
  let turn = nothing;
  const compare = (name?: string, after?: SentWrite, isLast = false) => {
    turn = turn.then(() => compareOthers(select(name), state, { ...options, after, isLast }));
    return turn;
  };
  const select = (name: string | undefined) =>
    state.lists.filter((list) => list.open.size > 0 && (name === undefined || isAt(list, name)));
  return {
    /** Reads what others have, twice, before anything is written; keeps it in a file. Throws the error of the file system. */
    record: (collections: readonly Collection[]) => recordOthers(collections, state, options),
    /** Whether there are items of others in the list of a collection or below it; anywhere without a name. */
    hasOthers: (name?: string) => select(name).length > 0,
    recordWrite(write: SentWrite): void {
      state.writes.push(write);
      for (const id of write.ids) state.ownIds.add(id);
      const old = state.writes.at(-maxTexts);
      if (old !== undefined) old.texts = undefined;
    },
    /** Compares the lists of a collection and those below it, or all, with what others had, after a write if one is given. */
    compare,
    /** Compares all lists, and each item that entries do not show, before the run ends. */
    compareAtEnd: () => compare(undefined, undefined, true),
    /** Resolves when nothing that seems to be lost is being examined: nothing is written meanwhile. */
    awaitQuiet: () => state.examining,
    /** The items of others that the run harmed. */
    listHarm: () => state.harm,
    /** Whether a removal was sent between the last comparison without harm and the harm: it may be what did it. */
    mayRemovalHarm: () => state.mayRemovalHarm,
    describeHarm: () => (state.harm.length === 0 ? undefined : describeHarm(state.harm)),
    /** What changed while others wrote, too. */
    notes: () => state.notes,
    /** Keeps the file where items were harmed, and removes it otherwise. */
    close: () => void (state.harm.length === 0 && options.kept?.remove()),
  };
}

export type OthersWatch = ReturnType<typeof watchOthers>;

/** Reads all lists twice before anything is written: what differs changes without the run. */
async function recordOthers(collections: readonly Collection[], state: WatchState, options: WatchOptions) {
  const first = await readAllOthers(collections, options);
  const readAt = clock.epochMs();
  state.lists = first.map((before) => createWatchedList(before, readAt, options.countStops()));
  const filled = state.lists.filter(({ open }) => open.size > 0);
  const second = await mapAtOnce(filled, options.maxAtOnce, (list) => readAgain(list, options));
  for (const [i, list] of filled.entries()) {
    const now = second[i];
    if (now !== undefined) learnNoise(list, now);
  }
  const shown = addEarlierEntries(state.lists, options.seen);
  if (state.lists.some(({ open }) => open.size > 0)) keepItems(state, options);
  if (shown.length > 0) await compareEarlier(shown, state, options);
  return first;
}

/**
 * What the survey saw and the lists no longer show: a query may have removed it. Another client may have, too, so only what is far
 * more than that counts.
 */
async function compareEarlier(lists: readonly WatchedList[], state: WatchState, options: WatchOptions): Promise<void> {
  const quiet = lists.filter(({ isActive }) => !isActive);
  for (const list of quiet) list.isActive = true;
  await compareOthers(lists, state, options);
  for (const list of quiet) list.isActive = false;
}

/** Adds what lists showed first, and returns those that no longer do. */
function addEarlierEntries(lists: readonly WatchedList[], seen: WatchOptions['seen']): readonly WatchedList[] {
  return lists.filter((list) => {
    const missing = listOthers(list.before.collection, seen?.get(list.before.collection.name) ?? []).filter(
      ([key]) => !list.known.has(key),
    );
    for (const [key, entry] of missing) {
      list.open.set(key, entry);
      list.kept.set(key, entry);
    }
    list.length = Math.max(list.length, list.known.size + missing.length);
    return missing.length > 0;
  });
}

function keepItems({ lists, harm }: WatchState, { kept }: WatchOptions): void {
  kept?.write({
    lists: lists
      .filter(({ kept }) => kept.size > 0)
      .map(({ kept, before: { collection, items } }) => ({
        collection: collection.name,
        path: collection.path,
        entries: [...kept].map(([key, entry]) => items.get(key) ?? entry),
      })),
    ...(harm.length > 0 && { harm }),
  });
}

/** One comparison: after which write, and whether it is the last of the run. */
interface Comparison extends WatchOptions {
  readonly after?: SentWrite | undefined;
  readonly isLast?: boolean;
  readonly sentTexts?: CompareOptions['sentTexts'];
}

/** Compares lists with what they showed before the run, and confirms what seems to be lost. */
async function compareOthers(lists: readonly WatchedList[], state: WatchState, options: Comparison): Promise<void> {
  const sent = state.writes.length;
  const hasStopped = ({ stops }: WatchedList) => stops !== options.countStops();
  for (const list of lists.filter(hasStopped)) {
    const lost = await renewList(list, options);
    if (lost > 0) state.notes.push(describeLostByStop(list, lost));
  }
  const sentTexts = state.writes.flatMap(({ texts }) => texts ?? []);
  const compared = await compareLists(lists, options, { isLast: options.isLast === true, sentTexts });
  for (const { list, now, losses } of compared) {
    const unexplained = recordNewEntries(list, now, state.ownIds, losses);
    if (unexplained > 0 && losses.length === 0) list.hasGrown = true;
    if (unexplained > countUnnamed(list, state.writes)) list.isActive = true;
  }
  const suspected = compared.filter(({ losses }) => losses.length > 0);
  if (suspected.length > 0) {
    const suspects = ({ comparedAt }: WatchedList) => ({
      after: options.after,
      all: state.writes.slice(comparedAt, sent),
    });
    state.examining = judgeLosses(suspected, suspects, state, { ...options, sentTexts });
    await state.examining;
  }
  for (const { list } of compared) list.comparedAt = sent;
}

/** Confirms what seems to be lost, and records what of it the run did. */
async function judgeLosses(
  suspected: readonly ComparedList[],
  getSuspects: (list: WatchedList) => Suspects,
  state: WatchState,
  options: Comparison,
): Promise<void> {
  const lasting = await confirmLosses(suspected, options, options.sentTexts);
  const harm = lasting.flatMap((one) => {
    const { list } = one;
    // After a stop, what is missing may be lost with the state of the service.
    const harmed = list.stops === options.countStops() ? selectHarmed(one) : [];
    if (harmed.length > 0 && getSuspects(list).all.some(({ method }) => method === 'DELETE'))
      state.mayRemovalHarm = true;
    return harmed.map((loss) => buildHarm(list.before.collection, loss, getSuspects(list), options));
  });
  if (harm.length === 0 && state.harm.length === 0) state.notes.push(...lasting.map(describeUnclear));
  for (const { list, losses } of lasting) for (const { key } of losses) list.open.delete(key);
  state.harm = [...state.harm, ...harm];
  if (harm.length > 0) keepItems(state, options);
}

/** Whether a list is that of a collection, or below one of its items. */
function isAt({ before: { collection } }: WatchedList, name: string): boolean {
  return collection.name === name || collection.parents.some((parent) => parent.collection === name);
}
