import {
  assume,
  assumeMergePatch,
  type Collection,
  type Exchange,
  explainRefusedPatch,
  findMarkedEntries,
  findMarkedPages,
  hasStatus,
  type Item,
  type Items,
  isListed,
  type Json,
  type JsonObject,
  preparePatch,
} from '#rule';
import { keepIdMembers } from './_keep-id.js';

/** Other places that show an item: entries of the list, or the responses to a write and to the GET after it. */
export interface LaterAppearance {
  readonly entries: readonly Json[];
  readonly exchanges: readonly Exchange[];
  /** The GET after a write. */
  readonly after?: Exchange;
}

/** The drawn values of a write. */
export interface DrawnWrite {
  readonly way: 'put' | 'patch' | 'list';
  readonly replacement: Json;
  readonly patch: JsonObject;
}

/** Searches the list for an item by its marker. */
export async function findInList(items: Items, collection: Collection, mark: string): Promise<LaterAppearance> {
  if (!collection.list || collection.marker === undefined) return { entries: [], exchanges: [] };
  const listing = await items.listUntil((seen) => isListed(seen, mark));
  return { entries: findMarkedEntries(listing, mark), exchanges: findMarkedPages(listing, mark).slice(0, 1) };
}

/** Writes an item without changing the members that its id follows, and reads it at its URL. */
export async function writeAndRead(item: Item, collection: Collection, drawn: DrawnWrite): Promise<LaterAppearance> {
  const isPut = drawn.way === 'put';
  if (!collection[isPut ? 'replace' : 'patch']?.request) return { entries: [], exchanges: [] };
  if (!isPut) assumeMergePatch(collection);
  const write = isPut
    ? await item.put(keepIdMembers(collection, item.prepare(drawn.replacement), item.sent))
    : await item.patch(keepIdMembers(collection, preparePatch(item, drawn.patch), {}));
  const { status } = write.answer ?? {};
  assume(hasStatus(write, 200, 204), 'setup', isPut ? `PUT returned ${status}` : explainRefusedPatch(status));
  const after = await item.getUntil((exchange) => hasStatus(exchange, 200));
  return { entries: [], exchanges: [write, after], after };
}
