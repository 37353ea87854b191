import type { Exchange } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { normalizeTemplate } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { groupBy } from '../../model/values/group-by.js';
import type { WalkOptions } from '../../rule/http/page.js';
import type { CaseClient } from '../items/case-client.js';
import { fillCollectionTemplate, readEntryAddress, readIdAsText } from '../items/item-address.js';
import { walkPages } from '../items/lists.js';
import { ifInconclusive } from '../trial/retry-setup.js';

export interface ReadOthersContext {
  readonly baseUrl: string;
  readonly maxAtOnce: number;
  readonly openWire: () => CaseClient;
}

/** A list, as far as it was read: the entries that no run of the kit created. */
export interface OthersList {
  /** With the ids of its parents filled in. */
  readonly collection: Collection;
  /** By id; by their text where entries have no id. */
  readonly entries: ReadonlyMap<string, Json>;
  /** The items that entries do not show. */
  readonly items: ReadonlyMap<string, Json>;
  readonly pages: number;
  readonly isWhole: boolean;
  readonly all: readonly Json[];
  /** The responses with these pages. */
  readonly exchanges: readonly Exchange[];
}

/** Most entries of a list that are kept, pages that are read, lists below items of one collection, and items that are read singly. */
const maxEntries = 500;
const maxPages = 50;
const maxListsBelow = 5;
const maxSingleReads = 200;

/** The marker of any run. */
const markerPattern = /assay-[0-9a-f]{8}-/;

/**
 * Reads every list of the service and the lists below existing items, as far as these limits go. Lists that cannot be read are
 * missing in the result. Never throws because of a response.
 */
export async function readAllOthers(collections: readonly Collection[], context: ReadOthersContext) {
  const lists: OthersList[] = [];
  // Where items are created, new entries are recognized by the ids of all others.
  const limitReading = ({ create }: Collection): ReadLimits =>
    create === undefined ? { maxPages, isEnough: ({ length }) => length >= maxEntries } : { maxPages };
  const listable = collections.filter(({ list }) => list !== undefined);
  const byDepth = groupBy(listable, ({ path }) => path.split('{').length - 1);
  for (const [depth, some] of [...byDepth].sort(([one], [other]) => one - other)) {
    const places = depth === 0 ? some : some.flatMap((one) => fillParents(one, lists));
    const read = await mapAtOnce(places, context.maxAtOnce, (one) => readOthers(one, context, limitReading(one)));
    lists.push(...read.flatMap((list) => list ?? []));
  }
  return readHidden(lists, context);
}

/** The lists of a nested collection below the first existing items. */
function fillParents(collection: Collection, lists: readonly OthersList[]): Collection[] {
  const above = collection.path.slice(0, collection.path.lastIndexOf('}') + 1);
  const below = collection.path.slice(above.length);
  const parents = lists.filter(
    ({ collection: { itemPath } }) =>
      itemPath !== undefined && isBelow(normalizeTemplate(itemPath), normalizeTemplate(above)),
  );
  const paths = parents.flatMap((list) =>
    [...list.entries.values()].flatMap((entry) => readEntryAddress(list.collection, entry)?.path ?? []),
  );
  return paths
    .slice(0, maxListsBelow)
    .map((path) => fillCollectionTemplate(collection, path.replace(/\/$/, '') + below));
}

/** Whether a path of items, in which the ids of parents may be filled in, is one of a template. */
function isBelow(itemPath: string, template: string): boolean {
  const [own, wanted] = [itemPath.split('/'), template.split('/')];
  return own.length === wanted.length && wanted.every((segment, i) => segment === own[i] || segment.includes('{'));
}

/** When the reading of a list ends before its end. */
export type ReadLimits = Pick<WalkOptions, 'maxPages' | 'isEnough'>;

/** Reads one list; undefined where it cannot be read. */
export async function readOthers(
  collection: Collection,
  { openWire, baseUrl }: ReadOthersContext,
  limits: ReadLimits,
): Promise<OthersList | undefined> {
  const wire = openWire().for(collection);
  const walk = await walkPages({ collection, wire, baseUrl }, limits).catch(ifInconclusive(() => undefined));
  if (walk === undefined || (walk.ended === 'trouble' && walk.entries.length === 0)) return undefined;
  return {
    collection,
    entries: new Map(listOthers(collection, walk.entries).slice(0, maxEntries)),
    items: new Map(),
    pages: walk.pages.length,
    isWhole: walk.ended === 'end',
    all: walk.entries,
    exchanges: walk.pages.map(({ exchange }) => exchange),
  };
}

/** The entries without the marker of a run, each with its key: its id, or its text where it has none. */
export const listOthers = (collection: Collection, entries: readonly Json[]): (readonly [string, Json])[] =>
  entries
    .filter((entry) => !markerPattern.test(JSON.stringify(entry)))
    .map((entry) => [readIdAsText(collection, entry) ?? JSON.stringify(entry), entry] as const);

/** Reads the items of lists whose entries do not show them, as the first, the last and one between tell. */
async function readHidden(lists: readonly OthersList[], context: ReadOthersContext): Promise<readonly OthersList[]> {
  let left = maxSingleReads;
  const all: OthersList[] = [];
  for (const list of lists) {
    const entries = [...list.entries];
    const sample = entries.filter((_, i) => [0, Math.floor(entries.length / 2), entries.length - 1].includes(i));
    const items = await readItems(list.collection, sample, context);
    const isHidden = sample.some(([key, entry]) => showsMore(items.get(key), entry));
    const rest = isHidden ? entries.filter((one) => !sample.includes(one)).slice(0, left) : [];
    left -= rest.length;
    const more = await readItems(list.collection, rest, context);
    all.push(isHidden ? { ...list, items: new Map([...items, ...more]) } : list);
  }
  return all;
}

/** Whether an item has members that its entry in the list does not show. Links are none. */
function showsMore(item: Json | undefined, entry: Json): boolean {
  if (!isObject(item)) return false;
  return !isObject(entry) || Object.keys(item).some((name) => !/link/i.test(name) && !Object.hasOwn(entry, name));
}

/** Reads items at their addresses; those that are not shown are missing in the result. */
export async function readItems(
  collection: Collection,
  entries: readonly (readonly [string, Json])[],
  context: ReadOthersContext,
): Promise<ReadonlyMap<string, Json>> {
  const read = await mapAtOnce(entries, context.maxAtOnce, async ([key, entry]) => {
    const { json } = await readItem(collection, readEntryAddress(collection, entry)?.path, context);
    return json === undefined ? [] : ([[key, json]] as const);
  });
  return new Map(read.flat());
}

export async function readItem(
  collection: Collection,
  path: string | undefined,
  { openWire }: ReadOthersContext,
): Promise<{ readonly is: 'shown' | 'absent' | 'unknown'; readonly json?: Json | undefined }> {
  if (path === undefined || collection.read === undefined) return { is: 'unknown' };
  const read = openWire()
    .for(collection)
    .send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  const { status, json } = (await read.catch(ifInconclusive(() => undefined)))?.answer ?? {};
  if (status === 404 || status === 410) return { is: 'absent' };
  return status === 200 ? { is: 'shown', json } : { is: 'unknown' };
}
