import { hash } from 'node:crypto';
import type { RunLedger } from '../../../ledger/open-ledger.js';
import type { RequestMeter } from '../../../limits/request-meter.js';
import { getAtPointer, type Json } from '../../../model/json.js';
import { listIdPointers } from '../../../model/service/item-id.js';
import type { Collection } from '../../../model/service/subject.js';
import { createCaseClient } from '../../items/case-client.js';
import { readIdAsText } from '../../items/item-address.js';
import { ifInconclusive } from '../../trial/retry-setup.js';
import { bypassSpentBudget, listArrays, type SearchContext, type SearchedList, searchList } from '../search-list.js';

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
  const wire = createCaseClient(bypassSpentBudget(meter), 'sweep');
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
