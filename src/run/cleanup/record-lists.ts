import { hash } from 'node:crypto';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { ExistingItems } from '../../ledger/places.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { listIdPointers } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import { CaseClient } from '../items/case-client.js';
import { readIdAsText } from '../items/item-address.js';
import { readPage } from '../items/read-page.js';
import type { OthersList } from '../others/read-others.js';
import type { RunContext } from '../run-context.js';
import { ifInconclusive } from '../trial/retry-setup.js';
import { uncached } from './read-item.js';
import {
  bypassSpentBudget,
  hasReadableList,
  listArrays,
  listSideArrays,
  type SearchContext,
  type SearchedList,
  type SideArray,
  searchList,
} from './search-list.js';

/** A list that a run can read: that of a collection, or an address whose response has lists. */
export interface ReadableList {
  readonly path: string;
  readonly collection?: Collection;
}

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
export function listReadable(collections: readonly Collection[], views: readonly string[]): ReadableList[] {
  const lists = collections.filter(hasReadableList).map((collection) => ({ path: collection.path, collection }));
  const others = views.filter((view) => !lists.some(({ path }) => path === view));
  return [...lists, ...others.map((path) => ({ path }))];
}

/** The addresses that are no collections and showed lists before the run. */
export const listViews = (runLedger: RunLedger): string[] => [
  ...new Set(runLedger.listExistingKeys().flatMap((key) => /^(\/[^#]*)#/.exec(key)?.[1] ?? [])),
];

/** Reads all arrays of a list; empty where it cannot be read. */
export async function readArrays(list: ReadableList, looking: SearchContext): Promise<readonly ReadArray[]> {
  const { collection, path } = list;
  if (collection !== undefined) {
    const read = await searchList({ collection: collection.name, at: path }, looking);
    return read === undefined ? [] : toArrays(path, read);
  }
  const wire = new CaseClient(bypassSpentBudget(looking.meter), 'sweep');
  const read = await wire.send({ method: 'GET', path, ...uncached }).catch(ifInconclusive(() => undefined));
  const arrays = read?.answer?.status === 200 ? listArrays(read.answer.json) : [];
  return nameArrays(path, arrays, { isWhole: true, pages: 1 });
}

/** The arrays of a list that was just read. */
export function toArrays(
  path: string,
  read: Pick<SearchedList, 'collection' | 'all' | 'arrays' | 'isWhole' | 'pages'>,
) {
  const { collection, all, arrays, isWhole, pages } = read;
  const own: ReadArray = { key: collection.name, collection, entries: all, isWhole, pages };
  return [own, ...nameArrays(path, arrays, { isWhole, pages })];
}

const nameArrays = (path: string, arrays: readonly SideArray[], read: Pick<ReadArray, 'isWhole' | 'pages'>) =>
  arrays.map(({ pointer, entries }): ReadArray => ({ key: `${path}#${pointer}`, entries, ...read }));

/** By what an entry is known again: its id, or its content. */
export function identifyEntry(entry: Json, { collection }: Pick<ReadArray, 'collection'>): string {
  const known = collection && readIdAsText(collection, entry);
  if (known !== undefined) return known;
  const [pointer] = listIdPointers(entry, '');
  const id = pointer === undefined ? undefined : getAtPointer(entry, pointer);
  return id === undefined ? hash('sha256', JSON.stringify(entry)).slice(0, 16) : String(id);
}

/** Maximum number of pages of one list, and of addresses that are no collections. */
const maxPages = 10;
const maxViews = 40;

/**
 * Records what the lists show, before the first write, in which a run creates nothing itself: what appears there later
 * with its marker is a side effect. Of a list that is recorded already, the other arrays of the pages that were read are.
 */
export async function recordOtherLists(site: RunContext, others: readonly OthersList[]): Promise<void> {
  const { runLedger, baseUrl } = site;
  if (!site.mayWrite) return;
  const lists = listReadable(site.model.collections, (site.views ?? []).slice(0, maxViews));
  const all = await mapAtOnce(lists, site.maxAtOnce, async (list) => {
    const known = others.find(({ collection }) => collection === list.collection);
    if (known === undefined)
      return list.collection === undefined ? readArrays(list, { ...site, mostPages: maxPages, leastMs: 0 }) : [];
    const { collection, exchanges } = known;
    const pages = exchanges.map((exchange) => readPage(collection, exchange, exchange.path, baseUrl));
    return toArrays(collection.path, { ...known, arrays: listSideArrays(pages) });
  });
  for (const array of all.flat()) recordArray(array, runLedger);
}

function recordArray(array: ReadArray, runLedger: RunLedger): void {
  const { key, collection, entries, isWhole, pages } = array;
  if (runLedger.getExisting(key) !== undefined) return;
  const ids = [...new Set(entries.map((entry) => identifyEntry(entry, array)))];
  runLedger.recordExisting(key, { ids, isWhole, pages, ...(collection && { pointer: collection.id.pointer }) });
}

/** Maximum number of ids, and of entries, that are kept of one list. */
const maxIds = 5_000;
const maxKeptEntries = 200;

/**
 * Records which items exist in these collections before the first write: they never belong to the run, and at the end the lists are
 * compared. Returns all collections, those with existing items with their ids.
 */
export function recordExistingItems(
  { model: { collections }, runLedger }: RunContext,
  lists: readonly OthersList[],
  names: ReadonlySet<string>,
): readonly Collection[] {
  return collections.map((collection) => {
    const list = lists.find((one) => one.collection === collection);
    const { name, create, id, standing = [] } = collection;
    if (!names.has(name) || create === undefined) return collection;
    if (list === undefined) return showIdBelow(collection, lists);
    const { all, pages, isWhole } = list;
    const listed = all.flatMap((entry) => readIdAsText(collection, entry) ?? []);
    const ids = [...new Set([...standing, ...listed])].slice(0, maxIds);
    runLedger.recordExisting(name, {
      ids,
      isWhole: isWhole && ids.length >= listed.length,
      pages,
      pointer: id.pointer,
      ...(all.length <= maxKeptEntries && { entries: all }),
    });
    return ids.length === 0 ? collection : { ...collection, standing: ids };
  });
}

/** What existed before the run, by the id as it is known now; undefined where only the ids of another member were kept. */
export function readExisting(recorded: ExistingItems, collection: Collection): ExistingItems | undefined {
  const { ids, entries, pointer = collection.id.pointer } = recorded;
  const { ignoresCase } = collection.id;
  if (pointer === collection.id.pointer || ids.length === 0)
    return ignoresCase ? { ...recorded, ids: ids.map((id) => id.toLowerCase()) } : recorded;
  return entries && { ...recorded, ids: entries.flatMap((entry) => readIdAsText(collection, entry) ?? []) };
}

/** Ids below other items belong to no list of the run, and tell the format of those that the client chooses. */
function showIdBelow(collection: Collection, lists: readonly OthersList[]): Collection {
  const { name, creation } = collection;
  if (creation?.isNamed !== true) return collection;
  const below = lists.filter((one) => one.collection.name === name);
  const entries = below.flatMap((one) => one.all.map((entry) => readIdAsText(one.collection, entry) ?? entry));
  const shown = entries.find((entry) => typeof entry === 'string');
  const idSchema = { ...(isObject(creation.idSchema) && creation.idSchema) };
  return shown === undefined || idSchema.example !== undefined
    ? collection
    : { ...collection, creation: { ...creation, idSchema: { ...idSchema, example: shown } } };
}
