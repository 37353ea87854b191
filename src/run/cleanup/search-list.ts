import type { LedgerEntry } from '../../ledger/entry.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { buildPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { Page } from '../../rule/http/page.js';
import { CaseClient } from '../items/case-client.js';
import { findCollection, getLastSegment, readEntryAddress, readIdAsText } from '../items/item-address.js';
import { walkPages } from '../items/lists.js';
import type { ServiceModel } from '../service-model.js';
import { ifInconclusive } from '../trial/retry-setup.js';

/** When a list shows a new item: the first time that it is read, later, or never. */
export type Listed = 'at once' | 'later' | 'never';

/** Resolves to when a list shows a new item; undefined when that cannot be tried. */
export type ListControl = (collection: Collection) => Promise<Listed | undefined>;

export interface SearchContext {
  readonly meter: RequestMeter;
  readonly baseUrl: string;
  readonly model: Pick<ServiceModel, 'collections'>;
  readonly mostPages: number;
  /** Minimum time to search for unanswered creations, in milliseconds. */
  readonly leastMs: number;
  /** Paths of items that the run created: everything below them was created by the run, too. */
  readonly ours?: readonly string[];
  readonly showsNewItem?: ListControl | undefined;
  /** The lists as they were last read by the default caller, by path. */
  readonly lastRead?: Map<string, SearchedList> | undefined;
  /** Whether the run ended so long ago that lists show what it created. */
  readonly isOld?: boolean | undefined;
}

/** Result of a list search: `isWhole` when the end of the list was reached, or the list no longer exists. */
export interface SearchedList {
  readonly collection: Collection;
  readonly all: readonly Json[];
  /** The entries that did not exist before the run. */
  readonly entries: readonly Json[];
  readonly pages: number;
  /** Other arrays that its pages show. */
  readonly arrays: readonly SideArray[];
  readonly isWhole: boolean;
  /** The status of its last page. */
  readonly status: number | undefined;
}

/** A list at one path, as one caller sees it. */
type ListPlace = Pick<LedgerEntry, 'collection' | 'at' | 'as'>;

/** Searches the list of a collection at one path; undefined when it has none or cannot be read. */
export async function searchList(
  { collection: name, at, as }: ListPlace,
  { meter, baseUrl, model: { collections }, mostPages, lastRead }: SearchContext,
): Promise<SearchedList | undefined> {
  const collection = findListedCollection({ collection: name, at }, collections);
  if (collection === undefined) return undefined;
  // Lists may show the items of their reader only.
  const wire = new CaseClient(bypassSpentBudget(meter), `sweep@${name}`, { as }).for(collection);
  const walking = walkPages({ collection, wire, baseUrl }, { maxPages: mostPages });
  const walk = await walking.catch(ifInconclusive(() => undefined));
  if (walk === undefined) return undefined;
  const { entries: all, ended, pages } = walk;
  // Items that existed before the run do not belong to it.
  const known = new Set(collection.standing);
  const status = pages.at(-1)?.exchange.answer?.status;
  const isNoPlace = ended === 'trouble' && pages.length === 1 && (status === 404 || status === 410);
  const entries = all.filter((entry) => !known.has(readIdAsText(collection, entry) ?? ''));
  const isWhole = ended === 'end' || isNoPlace;
  const list = { collection, all, entries, isWhole, status, arrays: listSideArrays(pages), pages: pages.length };
  if (as === undefined) lastRead?.set(collection.path, list);
  return list;
}

export function findListedCollection(
  place: Pick<ListPlace, 'collection' | 'at'>,
  collections: readonly Collection[],
): Collection | undefined {
  const collection = findCollection(place, collections);
  return collection && hasReadableList(collection) ? collection : undefined;
}

export const hasReadableList = ({ list, path }: Collection): boolean => list !== undefined && !path.includes('{');

/** The entry of a list with the item at a path. */
export const findListed = ({ collection, all }: SearchedList, path: string | undefined): Json | undefined =>
  all.find((entry) => readEntryAddress(collection, entry)?.path === path);

/**
 * Whether a list shows the item at a path, or one with its id, where a response named an address that is not below the list. It may where
 * no entry tells whose it is.
 */
export function isListed(list: SearchedList, path: string | undefined): boolean {
  const id = path && getLastSegment(path);
  // An entry may be the id alone.
  const isSame = (entry: Json) =>
    id !== undefined && (readIdAsText(list.collection, entry) === id || (!isObject(entry) && String(entry) === id));
  const isTelling = (entry: Json) => !isObject(entry) || readIdAsText(list.collection, entry) !== undefined;
  return (
    findListed(list, path) !== undefined || list.all.some(isSame) || (list.all.length > 0 && !list.all.some(isTelling))
  );
}

/** Whether a list shows new items, was read whole and does not show this one, which the default caller created. */
export async function isUnlisted(entry: LedgerEntry, looking: SearchContext): Promise<boolean> {
  const list = entry.as === undefined ? await searchList(entry, looking) : undefined;
  if (list?.isWhole !== true || list.collection.listedAfterMs === 'never') return false;
  return !isListed(list, entry.path);
}

/** The final search may exceed the budget of the trials, as long as requests are reserved for it. */
export const bypassSpentBudget = (meter: RequestMeter): RequestMeter => ({
  ...meter,
  send: (request) => (meter.end()?.cause === 'budget' ? meter.sendUnmetered(request) : meter.send(request)),
});

/** An array of objects in a response, which is not the one with the items of its collection. */
export interface SideArray {
  readonly pointer: string;
  readonly entries: readonly JsonObject[];
}

/** Maximum depth at which arrays are found: a member of the response, or of an object in it. */
const maxDepth = 2;

/** Lists the arrays of objects in a response, empty ones included. */
export function listArrays(json: Json | undefined, steps: readonly string[] = []): SideArray[] {
  if (Array.isArray(json))
    return json.every(isObject) ? [{ pointer: buildPointer(steps), entries: json as readonly JsonObject[] }] : [];
  if (!isObject(json) || steps.length >= maxDepth) return [];
  return Object.entries(json).flatMap(([name, value]) => listArrays(value, [...steps, name]));
}

/** Lists the arrays that the pages of a list show beside the one with its items. Each page may show the same array. */
export function listSideArrays(pages: readonly Pick<Page, 'exchange' | 'entries'>[]): SideArray[] {
  const arrays = new Map<string, Map<string, JsonObject>>();
  for (const { exchange, entries: own } of pages) {
    for (const { pointer, entries } of own === undefined ? [] : listArrays(exchange.answer?.json)) {
      if (entries === own) continue;
      const known = arrays.get(pointer) ?? new Map<string, JsonObject>();
      for (const entry of entries) known.set(JSON.stringify(entry), entry);
      arrays.set(pointer, known);
    }
  }
  return [...arrays].map(([pointer, entries]) => ({ pointer, entries: [...entries.values()] }));
}

/** Maximum number of entries that a message names. */
const maxNamedItems = 5;

export const nameSome = (names: readonly string[]): string =>
  names.slice(0, maxNamedItems).join(', ') + (names.length > maxNamedItems ? ', …' : '');

export const countEntries = ({ length }: readonly unknown[]): string =>
  `${length} ${length === 1 ? 'entry' : 'entries'}`;

/** Names the part of a list that was read. */
export const formatEntries = (count: number): string =>
  count === 1 ? 'the first entry' : `the first ${count} entries`;
