import { assume, compare, type Exchange, http, type Item, type Json, type JsonObject, type Tools } from '#rule';
import { type Change, writeChange } from './change.js';

/** Reads an item for its entity tag. Ends the case where it has none. */
export async function readTag(item: Item, tools: Tools) {
  const read = await readWithoutCacheControl(item, tools);
  const tag = http.getHeader(read.answer, 'etag');
  assume(tag !== undefined, 'no-usable-case', 'GET of an item has no ETag field');
  return { read, tag };
}

/** GET without Cache-Control, which could disable conditions or bypass caches. Ends the case where the item cannot be read. */
export async function readWithoutCacheControl(item: Item, { client, collection }: Tools): Promise<Exchange> {
  assume(!http.isPending(item.createdBy), 'setup', 'the creation returned 202, so the item may not exist yet');
  if (collection.consistency.itemMs > 0) await item.getUntil((exchange) => http.hasStatus(exchange, 200));
  const read = await client.send({ method: 'GET', path: item.path });
  assume(http.hasStatus(read, 200), 'setup', `the created item could not be read: GET returned ${read.answer?.status}`);
  return read;
}

export const readIfNoneMatch = (item: Item, tags: string, { client }: Pick<Tools, 'client'>): Promise<Exchange> =>
  client.send({ method: 'GET', path: item.path, headers: { 'if-none-match': tags } });

/** How an If-Match value differs from the current entity tag. */
export type OutdatedKind = 'was current' | 'was never used' | 'is one of several';

/** Changes an item with If-Match of its entity tag, which outdates it. Ends the case where that fails. */
export async function outdateTag(item: Item, change: Change, how: OutdatedKind, tools: Tools) {
  const { tag } = await readTag(item, tools);
  const matched = await writeChange(item, change, tools, tag);
  // A weak tag never matches (RFC 9110 §13.1.1). Then the control is a write without a condition that succeeds.
  const isWeak = tag.startsWith('W/') && http.hasStatus(matched.exchange, 412);
  const { exchange: written } = isWeak ? await writeChange(item, change, tools) : matched;
  const told = `${isWeak ? 'without' : 'with'} If-Match, ${written.method} returned ${written.answer?.status}`;
  assume(!http.hasStatus(written, 401, 403), 'refused', told);
  assume(http.hasStatus(written, 200, 204), 'no-usable-case', told);
  const changed = await readTag(item, tools);
  assume(changed.tag !== tag, 'no-usable-case', `the entity tag did not change after ${written.method}`);
  const never = `"assay-${tools.fresh.word()}"`;
  const match = { 'was current': tag, 'was never used': never, 'is one of several': `${never}, ${tag}` }[how];
  return { written, before: changed.read, match };
}

/** One more read after a delay, where several reads all showed the same as the first. */
export async function readLate(item: Item, looks: readonly Exchange[]): Promise<Exchange | undefined> {
  const texts = new Set(looks.map(({ answer }) => answer?.text));
  if (texts.size > 1) return undefined;
  await http.pause(http.typicalReadLagMs);
  return item.get();
}

/** The max-age of a response in seconds (RFC 9111 §5.2.2); undefined where it has none. */
export function readMaxAge({ answer }: Exchange): number | undefined {
  const told = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(http.getHeader(answer, 'cache-control') ?? '')?.[1];
  return told === undefined ? undefined : Number(told);
}

/** A write: its content, GET before and after it, and the entry of the list before it. */
export interface ListedWrite {
  readonly sent: JsonObject;
  readonly before: Exchange;
  readonly truth: Exchange;
  readonly entry: Json;
}

/** Pointers to members that the write changed for GET, and that an entry shows with the value from before. */
export const listOldMembers = ({ sent, before, truth, entry }: ListedWrite, shown: Json): string[] =>
  Object.keys(sent)
    .map((name) => compare.buildPointer([name]))
    .filter((at) => {
      const [was, is] = [before, truth].map(({ answer }) => compare.getAtPointer(answer?.json, at));
      const isOld = (one: Json) => was !== undefined && compare.isEquivalent(compare.getAtPointer(one, at), was);
      return !compare.isEquivalent(was, is) && isOld(entry) && isOld(shown);
    });
