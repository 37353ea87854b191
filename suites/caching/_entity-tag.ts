import { assume, type Exchange, getHeader, hasStatus, type Item, isPending, type Tools } from '#rule';

/** GET of a created item, and its entity tag. */
export interface TaggedItem {
  readonly read: Exchange;
  readonly tag: string;
}

/** Reads an item for its entity tag. Ends the case where it has none. */
export async function readTag(item: Item, tools: Tools): Promise<TaggedItem> {
  const read = await readWithoutCacheControl(item, tools);
  const tag = getHeader(read.answer, 'etag');
  assume(tag !== undefined, 'no-usable-case', 'GET of an item has no ETag field');
  return { read, tag };
}

/** GET without Cache-Control, which could disable conditions or bypass caches. Ends the case where the item cannot be read. */
export async function readWithoutCacheControl(item: Item, { http, collection }: Tools): Promise<Exchange> {
  assume(!isPending(item.createdBy), 'setup', 'the creation returned 202, so the item may not exist yet');
  if (collection.consistency.itemMs > 0) await item.getUntil((exchange) => hasStatus(exchange, 200));
  const read = await http.send({ method: 'GET', path: item.path });
  assume(hasStatus(read, 200), 'setup', `the created item could not be read: GET returned ${read.answer?.status}`);
  return read;
}

/** GET with If-None-Match of these tags. */
export const readIfNoneMatch = (item: Item, tags: string, { http }: Pick<Tools, 'http'>): Promise<Exchange> =>
  http.send({ method: 'GET', path: item.path, headers: { 'if-none-match': tags } });
