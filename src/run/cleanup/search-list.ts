import { hash } from 'node:crypto';
import type { LedgerEntry } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { buildPointer, getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { listIdPointers } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import type { Page } from '../../rule/http/page.js';
import { CaseClient } from '../items/case-client.js';
import { fillCollectionTemplate, readEntryAddress, readIdAsText } from '../items/item-address.js';
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
  /** Maximum number of pages of one list. */
  readonly mostPages: number;
  /** Minimum time to search for unanswered creations, in milliseconds. */
  readonly leastMs: number;
  /** Paths of items that the run created: everything below them was created by the run, too. */
  readonly ours?: readonly string[];
  /** Finds out whether a list shows a new item. */
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
  /** Why it proves nothing about new items: it does not show one in time, or it was never seen to show one. */
  readonly doubt?: 'late' | 'unproven' | undefined;
  /** The status of its last page. */
  readonly status: number | undefined;
}

/** Searches the list of a collection at one path; undefined when it has none or cannot be read. */
export async function searchList(
  { collection: name, at, as }: Pick<LedgerEntry, 'collection' | 'at' | 'as'>,
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
  const list = {
    collection,
    all,
    entries: all.filter((entry) => !known.has(readIdAsText(collection, entry) ?? '')),
    isWhole: ended === 'end' || isNoPlace,
    status,
    arrays: listSideArrays(pages),
    pages: pages.length,
  };
  if (as === undefined) lastRead?.set(collection.path, list);
  return list;
}

/** Whether a list shows new items, was read whole and does not show this one, which the default caller created. */
export async function isUnlisted(
  entry: Pick<LedgerEntry, 'collection' | 'at' | 'as' | 'path'>,
  looking: SearchContext,
): Promise<boolean> {
  const list = entry.as === undefined ? await searchList(entry, looking) : undefined;
  if (list?.isWhole !== true || list.collection.listedAfterMs === 'never') return false;
  return list.all.every((one) => readEntryAddress(list.collection, one)?.path !== entry.path);
}

/** The collection at one path, if it has a list. */
export function findListedCollection(
  { collection: name, at }: Pick<LedgerEntry, 'collection' | 'at'>,
  collections: readonly Collection[],
): Collection | undefined {
  const template = collections.find((one) => one.name === name);
  const collection = template && fillCollectionTemplate(template, at);
  return collection?.list && !collection.path.includes('{') ? collection : undefined;
}

/** The final search may exceed the budget of the trials, as long as requests are reserved for it. */
const bypassSpentBudget = (meter: RequestMeter): RequestMeter => ({
  ...meter,
  send: (request) => (meter.end()?.cause === 'budget' ? meter.sendUnmetered(request) : meter.send(request)),
});

/** Names the part of a list that was read. */
export const formatEntries = (count: number): string =>
  count === 1 ? 'the first entry' : `the first ${count} entries`;

/** An array of objects in a response, which is not the one with the items of its collection. */
export interface SideArray {
  readonly pointer: string;
  readonly entries: readonly JsonObject[];
}

/** Maximum depth at which arrays are found: a member of the response, or of an object in it. */
const maxDepth = 2;

/** Lists the arrays of objects in a response, empty ones included. */
function listArrays(json: Json | undefined, steps: readonly string[] = []): SideArray[] {
  if (Array.isArray(json))
    return json.every(isObject) ? [{ pointer: buildPointer(steps), entries: json as readonly JsonObject[] }] : [];
  if (!isObject(json) || steps.length >= maxDepth) return [];
  return Object.entries(json).flatMap(([name, value]) => listArrays(value, [...steps, name]));
}

/** Lists the arrays that the pages of a list show beside the one with its items. */
export function listSideArrays(pages: readonly Pick<Page, 'exchange' | 'entries'>[]): SideArray[] {
  const arrays = new Map<string, Map<string, JsonObject>>();
  for (const { exchange, entries: own } of pages)
    for (const { pointer, entries } of own === undefined ? [] : listArrays(exchange.answer?.json as Json | undefined))
      if (entries !== own) arrays.set(pointer, addDistinct(arrays.get(pointer), entries));
  return [...arrays].map(([pointer, entries]) => ({ pointer, entries: [...entries.values()] }));
}

/** Each page may show the same array. */
function addDistinct(known = new Map<string, JsonObject>(), entries: readonly JsonObject[]): Map<string, JsonObject> {
  for (const entry of entries) known.set(JSON.stringify(entry), entry);
  return known;
}

/** A list that a run can read: that of a collection, or an address whose response has lists. */
export interface ReadableList {
  readonly path: string;
  readonly collection?: Collection;
}

/** An array that a list shows. */
export interface ReadArray {
  /** By which its content before the run is recorded: the name of its collection, or its address and pointer. */
  readonly key: string;
  /** The collection, for the array with its items. */
  readonly collection?: Collection;
  readonly entries: readonly Json[];
  readonly isWhole: boolean;
  readonly pages: number;
}

/** Lists of collections that a run can read without an item above, and other addresses that showed lists. */
export const listReadable = (collections: readonly Collection[], views: readonly string[]): ReadableList[] => [
  ...collections.filter(isListed).map((collection) => ({ path: collection.path, collection })),
  ...views.filter((path) => !collections.some((one) => isListed(one) && one.path === path)).map((path) => ({ path })),
];

const isListed = ({ list, path }: Collection): boolean => list !== undefined && !path.includes('{');

/** The addresses that are no collections and showed lists before the run. */
export const listViews = (runLedger: RunLedger): string[] => [
  ...new Set(runLedger.listExistingKeys().flatMap((key) => /^(\/[^#]*)#/.exec(key)?.[1] ?? [])),
];

/** Reads all arrays of a list; empty where it cannot be read. */
export async function readArrays(list: ReadableList, looking: SearchContext): Promise<readonly ReadArray[]> {
  const { collection, path } = list;
  if (collection === undefined) return readView(path, looking.meter);
  const read = await searchList({ collection: collection.name, at: path }, looking);
  return read === undefined ? [] : toArrays(path, read);
}

/** The arrays of a list that was just read. */
export function toArrays(path: string, { collection, all, arrays, isWhole, pages }: SearchedList): ReadArray[] {
  const sides = arrays.map(({ pointer, entries }) => ({ key: `${path}#${pointer}`, entries, isWhole, pages }));
  return [{ key: collection.name, collection, entries: all, isWhole, pages }, ...sides];
}

async function readView(path: string, meter: RequestMeter): Promise<ReadArray[]> {
  const wire = new CaseClient(bypassSpentBudget(meter), 'sweep');
  const read = wire.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  const { status, json } = (await read.catch(ifInconclusive(() => undefined)))?.answer ?? {};
  if (status !== 200) return [];
  return listArrays(json).map(({ pointer, entries }) => ({
    key: `${path}#${pointer}`,
    entries,
    isWhole: true,
    pages: 1,
  }));
}

/** By what an entry is known again: its id, or its content. */
export function identifyEntry(entry: Json, { collection }: Pick<ReadArray, 'collection'>): string {
  const known = collection && readIdAsText(collection, entry);
  if (known !== undefined) return known;
  const [pointer] = listIdPointers(entry, '');
  const id = pointer === undefined ? undefined : getAtPointer(entry, pointer);
  return id === undefined ? hash('sha256', JSON.stringify(entry)).slice(0, 16) : String(id);
}
