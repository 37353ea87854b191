import { isObject, type Json } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { groupBy } from '../../model/values/group-by.js';
import { type SearchContext, type SearchedList, searchList } from '../cleanup/search-list.js';
import { readIdAsText } from '../items/item-address.js';
import type { FollowedWrite } from './item-history.js';
import type { RecipeSource } from './recipe.js';
import {
  findMarkers,
  isCreatedBy,
  isRefusedWrite,
  readCreatedIds,
  readSentItem,
  type SeenExchange,
} from './seen-exchange.js';

/** Each place where a marker begins, also within another one. */
const placePattern = /(?=(assay-[0-9a-f]{8}-[a-z0-9]+))/g;

/** What refused creations are traced with; the writes are those of the whole run. */
type TraceContext = Pick<SearchContext, 'meter' | 'baseUrl' | 'model'> & Pick<RecipeSource, 'findRoute' | 'writes'>;

/** Maximum number of lists that are read, and of pages of one list. */
const maxLists = 12;
const maxPages = 50;

/**
 * Reads the lists to which refused creations were sent, and returns those creations that left an item there, and those
 * that certainly left none. An item that a later request may have created is no trace.
 */
export async function traceCreations(refused: readonly SeenExchange[], context: TraceContext) {
  const places = groupBy(refused, ({ exchange }) => exchange.path.split('?')[0] ?? '');
  const findWrites = createMarkerIndex(context.writes, ({ content = '' }) => [content]);
  const followed: FollowedWrite[] = [];
  for (const [path, sent] of [...places].slice(0, maxLists)) {
    const { collection } = context.findRoute(path);
    const list = await searchList({ collection, at: path }, { ...context, mostPages: maxPages, leastMs: 0 });
    if (list === undefined) continue;
    const traces = { ...list, findWrites, findEntries: createMarkerIndex(list.entries, listTexts) };
    for (const write of sent) followed.push(...followCreation(write, traces));
  }
  return followed;
}

/** The members of a list entry as texts. */
const listTexts = (entry: Json): string[] => (isObject(entry) ? Object.values(entry).map(String) : []);

/** A list, and what carries a marker: its entries, and the writes of the run. */
interface Traces extends Pick<SearchedList, 'isWhole' | 'collection'> {
  readonly findEntries: MarkerIndex<Json>;
  readonly findWrites: MarkerIndex<ObservedExchange>;
}

function followCreation(write: SeenExchange, { findEntries, findWrites, isWhole, collection }: Traces) {
  const sent = readSentItem(write.exchange, collection);
  const marks = findMarkers(write.exchange.content);
  for (const mark of marks) {
    const entries = findEntries(mark);
    const known = entries.length === 0 ? undefined : findKnownIds(findWrites(mark), collection);
    const after = entries.find(
      (entry) =>
        known?.has(encodeURIComponent(readIdAsText(collection, entry) ?? '')) === false &&
        isCreatedBy(entry, sent, mark),
    );
    const effect = { kind: 'created', before: null, after: after ?? null, isCertain: known?.size === 0 } as const;
    if (after !== undefined) return [{ ...write, effect }];
  }
  return marks.length > 0 && isWhole ? [{ ...write, effect: undefined }] : [];
}

/** The ids to which these requests led, if the service carried them out; undefined where one of them may have led anywhere. */
function findKnownIds(writes: readonly ObservedExchange[], collection: Collection): Set<string> | undefined {
  const known = new Set<string>();
  for (const write of writes) {
    if (isRefusedWrite(write)) continue;
    const ids = (write.answer?.status ?? 500) < 300 ? readCreatedIds(write, collection) : [];
    if (ids.length === 0) return undefined;
    for (const id of ids) known.add(id);
  }
  return known;
}

/** Finds the values whose text contains a marker, in their order. */
type MarkerIndex<T> = (mark: string) => readonly T[];

/** Reads each value once, because a run has thousands of writes and as many markers. */
export function createMarkerIndex<T>(values: readonly T[], getTexts: (value: T) => Iterable<string>): MarkerIndex<T> {
  const places = new Map<string, Set<number>>();
  for (const [index, value] of values.entries()) {
    for (const text of getTexts(value)) {
      for (const [, marker = ''] of text.matchAll(placePattern)) {
        const known = places.get(marker);
        if (known === undefined) places.set(marker, new Set([index]));
        else known.add(index);
      }
    }
  }
  const markers = [...places.keys()].sort();
  return (mark) => {
    const found = new Set<number>();
    // A text that contains a longer marker contains its beginning, too.
    for (let at = findFirst(markers, mark); markers[at]?.startsWith(mark) === true; at += 1)
      for (const index of places.get(markers[at] as string) ?? []) found.add(index);
    return [...found].sort((one, other) => one - other).map((index) => values[index] as T);
  };
}

/** The index of the first text that is not before `text`, by halves. */
function findFirst(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as string) < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
