import { assume, type Exchange, getHeader, hasStatus, type Item, isPending, type Tools } from '#rule';

/** GET of what was made, and its entity tag. */
export interface Tagged {
  readonly read: Exchange;
  readonly tag: string;
}

/** Reads an item for its entity tag. Ends the case where there is none. */
export async function readTag(item: Item, tools: Tools): Promise<Tagged> {
  const read = await readPlainly(item, tools);
  const tag = getHeader(read.answer, 'etag');
  assume(tag !== undefined, 'no-usable-case', 'GET of an item carries no entity tag');
  return { read, tag };
}

/** GET with no word about caches, which could switch preconditions off, or go past what is kept. Ends the case where nothing can be read. */
export async function readPlainly(item: Item, { http, collection }: Tools): Promise<Exchange> {
  assume(!isPending(item.createdBy), 'setup', 'creation was answered 202, so nothing need be there yet');
  if (collection.consistency.itemMs > 0) await item.getUntil((exchange) => hasStatus(exchange, 200));
  const read = await http.send({ method: 'GET', path: item.path });
  assume(hasStatus(read, 200), 'setup', `what was made could not be read: GET was answered ${read.answer?.status}`);
  return read;
}

/** GET on condition that the representation is none of these. */
export const readUnless = (item: Item, tags: string, { http }: Pick<Tools, 'http'>): Promise<Exchange> =>
  http.send({ method: 'GET', path: item.path, headers: { 'if-none-match': tags } });
