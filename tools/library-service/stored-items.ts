import { randomUUID } from 'node:crypto';
import { createTimestamp } from '../../src/demo/clock.js';
import { canonicalize, type JsonObject } from '../../src/demo/service/http/json.js';
import { type ItemKind, kinds, listKindsUnder } from './kinds.js';

/** One shelf, author, book or copy. */
export interface LibraryItem {
  readonly kind: ItemKind;
  readonly id: string;
  readonly parent: LibraryItem | undefined;
  /** Path of the collection it is in. */
  readonly collection: string;
  readonly createdAt: string;
  updatedAt: string;
  /** What the client wrote, defaults filled in. */
  input: JsonObject;
  /** The record of its retirement. */
  retirement: JsonObject | undefined;
}

/** All items, by the path of their collection and then by id; oldest first. */
export interface StoredItems {
  readonly collections: Map<string, Map<string, LibraryItem>>;
  /** Counted up only, so that no number is given twice. */
  lastNumber: number;
}

/** A stock without anything in it. */
export const createStoredItems = (): StoredItems => ({ collections: new Map(), lastNumber: 0 });

/** The path of an item. */
export const getItemPath = ({ collection, id }: LibraryItem): string => `${collection}/${id}`;

/** The path of the collection of a kind under a parent. */
export const getCollectionPath = (kind: ItemKind, parent: LibraryItem | undefined): string =>
  `${parent ? getItemPath(parent) : ''}/${kind.plural}`;

/** The items in the collection at a path, oldest first. */
export const listCollectionItems = (stock: StoredItems, collection: string): LibraryItem[] => [
  ...(stock.collections.get(collection)?.values() ?? []),
];

/** All items of a kind, in all collections. */
export const listKindItems = (stock: StoredItems, kind: ItemKind): LibraryItem[] =>
  [...stock.collections.values()].flatMap((things) => [...things.values()]).filter((thing) => thing.kind === kind);

/** Number of items, by the plural of their kind. */
export const countItems = (stock: StoredItems): Record<string, number> =>
  Object.fromEntries(kinds.map((kind) => [kind.plural, listKindItems(stock, kind).length]));

/** Stores a new item. */
export function createLibraryItem(
  stock: StoredItems,
  kind: ItemKind,
  parent: LibraryItem | undefined,
  input: JsonObject,
): LibraryItem {
  const collection = getCollectionPath(kind, parent);
  const createdAt = createTimestamp();
  const id = createNextId(stock, kind);
  const thing = { kind, id, parent, collection, createdAt, updatedAt: createdAt, input, retirement: undefined };
  const siblings = stock.collections.get(collection) ?? new Map<string, LibraryItem>();
  stock.collections.set(collection, siblings.set(id, thing));
  return thing;
}

/** Changes an item; equal content does not change its entity tag. */
export function updateLibraryItem(thing: LibraryItem, input: JsonObject): void {
  if (canonicalize(input) === canonicalize(thing.input)) return;
  thing.input = input;
  thing.updatedAt = createTimestamp();
}

/** Stores the record of the retirement of an item. */
export function retireLibraryItem(thing: LibraryItem, record: JsonObject): void {
  thing.retirement = record;
  thing.updatedAt = createTimestamp();
}

/** Removes an item. */
export function removeLibraryItem(stock: StoredItems, { collection, id }: LibraryItem): void {
  const siblings = stock.collections.get(collection);
  siblings?.delete(id);
  if (siblings?.size === 0) stock.collections.delete(collection);
}

/** Why an item cannot be removed: nested items, or items that refer to it. */
export function findRemovalObstacle(stock: StoredItems, thing: LibraryItem): string | undefined {
  const below = listKindsUnder(thing.kind).find((kind) => stock.collections.has(getCollectionPath(kind, thing)));
  if (below) return `This ${thing.kind.name} still has ${below.plural}.`;
  const referring = kinds.find(
    (kind) =>
      kind.reference?.to === thing.kind &&
      listKindItems(stock, kind).some(({ input }) => input[kind.reference?.member ?? ''] === thing.id),
  );
  return referring && `There are ${referring.plural} of this ${thing.kind.name}.`;
}

function createNextId(stock: StoredItems, { id }: ItemKind): string {
  if (id.type !== 'integer') return randomUUID();
  stock.lastNumber += 1;
  return String(stock.lastNumber);
}
