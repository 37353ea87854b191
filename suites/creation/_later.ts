import {
  answered,
  assume,
  at,
  type Collection,
  type Exchange,
  type Item,
  type Items,
  type Json,
  type JsonObject,
  pointerOf,
} from '#rule';
import { carrying } from './_carrying.js';
import { pinned } from './_pinned.js';

/** Other places at which a thing shows itself: entries of the list, or what a write and the GET after it answered. */
export interface Later {
  readonly entries: readonly Json[];
  readonly exchanges: readonly Exchange[];
  /** The GET after a write. */
  readonly after?: Exchange;
}

/** What a write is drawn with. */
export interface Writing {
  readonly way: 'put' | 'patch' | 'list';
  readonly replacement: Json;
  readonly patch: JsonObject;
}

/** Looks for a thing in the list by its mark. */
export async function lookInList(items: Items, collection: Collection, mark: string): Promise<Later> {
  if (!collection.list || collection.marker === undefined) return { entries: [], exchanges: [] };
  const listing = await items.listUntil(({ entries }) => entries.some(carrying(mark)));
  const page = listing.pages.find((exchange) => exchange.answer?.text.includes(mark));
  return { entries: listing.entries.filter(carrying(mark)), exchanges: page ? [page] : [] };
}

/** Writes a thing without touching what its id follows, and reads it where it was. */
export async function writeAndRead(item: Item, collection: Collection, drawn: Writing): Promise<Later> {
  const isPut = drawn.way === 'put';
  if (!collection[isPut ? 'replace' : 'patch']?.request) return { entries: [], exchanges: [] };
  const mediaType = collection.patch?.request?.mediaType ?? '';
  assume(isPut || !/json-patch/i.test(mediaType), 'no-usable-case', `${mediaType} is no merge patch`);
  const write = isPut
    ? await item.put(pinned(collection, item.worded(drawn.replacement), item.sent))
    : await item.patch(pinned(collection, named(item, drawn.patch), {}));
  assume(answered(write, 200, 204), 'setup', `${write.method} was answered ${write.answer?.status}`);
  const after = await item.getUntil((exchange) => answered(exchange, 200));
  return { entries: [], exchanges: [write, after], after };
}

/** The drawn patch as the item would carry it, of the members it names and no others. */
function named(item: Item, patch: JsonObject): JsonObject {
  const dressed = item.worded(patch);
  return Object.fromEntries(Object.keys(patch).map((name) => [name, at(dressed, pointerOf([name])) ?? null]));
}
