import { type Exchange, http, type Item, type Json, type JsonObject, type Tools } from '#rule';

/** A kind of write: to an item, or the creation of one more. */
export type OtherWrite = 'put' | 'patch' | 'post';

/** A write that was sent, and its content. */
export interface SentWrite {
  readonly exchange: Exchange;
  readonly sent: Json;
}

/** What is written. */
export interface WriteContent {
  readonly replacement: Json;
  readonly patch: JsonObject;
}

/** Sends a write; none where the collection does not offer it. */
export async function sendWrite(
  kind: OtherWrite,
  item: Item,
  { items, collection }: Pick<Tools, 'items' | 'collection'>,
  { replacement, patch }: WriteContent,
): Promise<SentWrite[]> {
  if (kind === 'post') {
    const { exchange, sent } = await items.post(replacement);
    return [{ exchange, sent }];
  }
  if (!collection[kind === 'put' ? 'replace' : 'patch']?.request) return [];
  if (kind === 'put') {
    const sent = item.prepare(replacement);
    return [{ exchange: await item.put(sent), sent }];
  }
  http.assumeMergePatch(collection);
  const sent = http.preparePatch(item, patch);
  return [{ exchange: await item.patch(sent), sent }];
}
