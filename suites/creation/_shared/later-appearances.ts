import {
  assume,
  type Collection,
  compare,
  type Exchange,
  http,
  type Item,
  type Items,
  type Json,
  type JsonObject,
} from '#rule';

/** A body in which the id, and the members that the id legitimately follows, are as they were sent at creation. */
export function keepIdMembers({ id }: Collection, body: Json, sent: Json): Json {
  const pointers = id.pointer === '' ? (id.mutableBy ?? []) : [id.pointer, ...(id.mutableBy ?? [])];
  return pointers.reduce<Json>(
    (kept, pointer) => compare.setAtPointer(kept, pointer, compare.getAtPointer(sent, pointer)),
    body,
  );
}

/** Other places that show an item: entries of the list, or the responses to a write and to the GET after it. */
export interface LaterAppearance {
  readonly entries: readonly Json[];
  readonly exchanges: readonly Exchange[];
  /** The GET after a write. */
  readonly after?: Exchange;
}

export interface DrawnWrite {
  readonly way: 'put' | 'patch' | 'list';
  readonly replacement: Json;
  readonly patch: JsonObject;
}

/** Searches the list for an item by its marker. */
export async function findByMarker(items: Items, collection: Collection, mark: string): Promise<LaterAppearance> {
  if (!collection.list || collection.marker === undefined) return { entries: [], exchanges: [] };
  const listing = await items.listUntil((seen) => compare.isListed(seen, mark));
  return {
    entries: compare.findMarkedEntries(listing, mark),
    exchanges: compare.findMarkedPages(listing, mark).slice(0, 1),
  };
}

/** Writes an item without changing the members that its id follows, and reads it at its URL. */
export async function writeAndRead(item: Item, collection: Collection, drawn: DrawnWrite): Promise<LaterAppearance> {
  const isPut = drawn.way === 'put';
  if (!collection[isPut ? 'replace' : 'patch']?.request) return { entries: [], exchanges: [] };
  const write = isPut
    ? await item.put(keepIdMembers(collection, item.prepare(drawn.replacement), item.sent))
    : await item.patch(keepIdMembers(collection, http.preparePatch(item, drawn.patch), {}));
  const { status } = write.answer ?? {};
  assume(http.hasStatus(write, 200, 204), 'setup', isPut ? `PUT returned ${status}` : http.explainRefusedPatch(status));
  const after = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
  return { entries: [], exchanges: [write, after], after };
}

/** The different ids that two representations show at one pointer; undefined unless it is that of the id in both. */
export function findOtherId(one: Json | undefined, other: Json | undefined, pointer: string) {
  const [a, b] = [compare.getAtPointer(one, pointer), compare.getAtPointer(other, pointer)];
  if (a === undefined || b === undefined) return undefined;
  const has = (shown: Json | undefined, id: Json) =>
    [...compare.listLeaves(shown).values()].some((leaf) => String(leaf) === String(id));
  return has(one, b) || has(other, a) ? undefined : { expected: { id: a }, actual: { id: b } };
}
