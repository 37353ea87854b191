import {
  assume,
  compare,
  defineMonitor,
  type Exchange,
  http,
  type Item,
  type Json,
  type JsonObject,
  type Tools,
  type Traffic,
  type TrafficExchange,
} from '#rule';
import { getShown } from '../../_shared/members.js';
import { type Change, isConditional, writeChange } from './change.js';

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

/** The entity tag of a response; undefined where it has none. */
export const readEntityTag = ({ answer }: TrafficExchange): string | undefined => http.getHeader(answer, 'etag');

/** The entity tags that a condition lists; none for any other value. */
export const listTags = (condition: string | undefined): readonly string[] =>
  condition?.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** Whether a list has an entity tag, by weak comparison (RFC 9110 §8.8.3.2). */
export const hasTag = (tags: readonly string[], wanted: string): boolean =>
  tags.some((tag) => tag.replace(/^W\//, '') === wanted.replace(/^W\//, ''));

/** The latest GET of the same representation with an entity tag, if nothing has changed since. */
export function findCurrent(exchange: TrafficExchange, traffic: Traffic) {
  const read = traffic.getTrack(exchange.path).reads.at(-1);
  const tag = read && readEntityTag(read);
  if (read === undefined || tag === undefined || http.isCached(read)) return undefined;
  const isSame =
    read.caller === exchange.caller && (exchange.method !== 'GET' || read.fields.accept === exchange.fields.accept);
  return isSame && traffic.isUndisturbed(read, exchange, exchange.path) ? { read, tag } : undefined;
}

/** Judges each GET that shows another value of a member which a write sent since an earlier one. */
export const monitorStrongTags = defineMonitor({
  expected: 'another entity tag',
  on: (exchange, traffic) => {
    const seen = findSameTag(exchange, traffic);
    if (seen === undefined) return undefined;
    const { earlier, write, moved, isSame } = seen;
    return isSame ? { flaw: `the entity tag stayed when ${moved} changed`, shows: [earlier, write, exchange] } : 'kept';
  },
});

function findSameTag(exchange: TrafficExchange, traffic: Traffic) {
  const { reads, write } = traffic.getTrack(exchange.path);
  const tag = readEntityTag(exchange);
  const earlier = reads.findLast((read) => write !== undefined && read.n < write.n);
  const isRead =
    exchange.method === 'GET' && http.hasStatus(exchange, 200) && exchange.hasText && !http.isCached(exchange);
  if (!isRead || !earlier || !write || tag === undefined || tag.startsWith('W/')) return undefined;
  if (earlier.caller !== exchange.caller || earlier.fields.accept !== exchange.fields.accept) return undefined;
  const sent = http.readContent(write);
  const names = compare.isObject(sent) ? Object.keys(sent) : [];
  const moved = names.find(
    (name) => !compare.isEquivalent(...([earlier, exchange].map((one) => getShown(one, name)) as [Json, Json])),
  );
  if (moved === undefined) return undefined;
  return { earlier, write, moved, isSame: readEntityTag(earlier) === tag };
}

/** Judges each write with If-Match of an outdated entity tag, where the document promises such conditions. */
export const monitorStaleMatch = (isMeant: (exchange: TrafficExchange) => boolean) =>
  defineMonitor({
    expected: '412, because the entity tag is outdated',
    on: (exchange, traffic) => {
      const [tags, operation] = [listTags(exchange.fields['if-match']), traffic.findOperation(exchange)];
      const isPromised = tags.length > 0 && isMeant(exchange) && operation !== undefined && isConditional(operation);
      const current = isPromised ? findCurrent(exchange, traffic) : undefined;
      if (current === undefined || hasTag(tags, current.tag)) return undefined;
      const isDone = http.hasStatus(exchange, 200, 204);
      return isDone
        ? { flaw: `${exchange.method} with an outdated If-Match succeeded`, shows: [current.read, exchange] }
        : 'kept';
    },
  });
