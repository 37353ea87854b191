import {
  type Collection,
  compare,
  type Exchange,
  http,
  type Item,
  type Items,
  type Json,
  type JsonObject,
  type Tools,
  values,
} from '#rule';
import { getMember } from '../../_shared/members.js';

/** A kind of write: to an item, or the creation of one more. */
export type OtherWrite = (typeof writeKinds)[number];
export const writeKinds = ['patch', 'put', 'post'] as const;

export interface SentWrite {
  readonly exchange: Exchange;
  readonly sent: Json;
}

/** The values that were sent in writes, or are shown by them; of one member, or of all. */
export const listWritten = (writes: readonly SentWrite[], name?: string): Json[] =>
  writes
    .flatMap(({ sent, exchange }) => [sent, http.hasStatus(exchange, 2) ? (exchange.answer?.json ?? null) : null])
    .flatMap((body) =>
      compare.isObject(body) ? (name === undefined ? Object.values(body) : (getMember(body, name) ?? [])) : [],
    );

/** Where the items of a case are created: in the collection, or below a new parent where the path names one. */
export interface Place {
  readonly items: Items;
  readonly collection: Collection;
  /** The items above, where the path names any. */
  readonly nested?: Nest;
  /** New items that the bodies refer to. */
  readonly referred: readonly PlacedItem[];
}

type Nest = Awaited<ReturnType<Tools['related']['nest']>>;

/** An item, and its collection. */
export type PlacedItem = Nest['referred'][number];

/** Opens the place of a case. What its items need is created for this case, so that no other one changes it. */
export async function openPlace({ items, collection, related }: Tools): Promise<Place> {
  if (collection.parents.length === 0) return { items, collection, referred: [] };
  if (!collection.parents.some(({ place }) => place.startsWith('{'))) return related.refer();
  const nested = await related.nest();
  return { items: nested.items, collection: nested.collection, nested, referred: nested.referred };
}

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
  const sent = http.preparePatch(item, patch);
  return [{ exchange: await item.patch(sent), sent }];
}

/** A body with the choices of another one: a write by category or flag reaches both items. */
export function alignChoices(body: Json, like: Json, { create }: Pick<Tools['collection'], 'create'>): Json {
  if (!compare.isObject(body) || !compare.isObject(like)) return body;
  const { properties } = compare.isObject(create?.request?.schema) ? create.request.schema : {};
  const isChoice = (name: string, value: Json) => {
    const schema = compare.isObject(properties) ? getMember(properties, name) : undefined;
    return typeof value === 'boolean' || (compare.isObject(schema) && Array.isArray(schema.enum));
  };
  return { ...body, ...Object.fromEntries(Object.entries(like).filter(([name, value]) => isChoice(name, value))) };
}

/** Replaces an item, and then patches it, each time with another word in its marker, as far as it offers that. */
export async function rewriteParent(
  { parent, above }: { readonly parent: Item; readonly above: Nest['above'] },
  word: string,
): Promise<SentWrite[]> {
  const mark = (body: Json, text: string) =>
    above.marker === undefined ? body : compare.setAtPointer(body, above.marker, text);
  const writes: SentWrite[] = [];
  if (above.replace?.request) {
    const sent = mark(parent.sent, word);
    writes.push({ exchange: await parent.put(sent), sent });
  }
  if (above.patch?.request && above.marker !== undefined) {
    const sent = mark({}, `${word}2`);
    writes.push({ exchange: await parent.patch(sent), sent });
  }
  return writes;
}

/** Another text in place of a text, or of all texts in an array; undefined for a value that has other parts, or none. */
export function exchangeTexts(value: Json): Json | undefined {
  if (typeof value === 'string') return 'text for a check';
  const isTexts = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  return isTexts ? value.map((_, i) => `text ${i} for a check`) : undefined;
}

/** Whether there are writes, and each was answered with one of these statuses or classes, and not with 202. */
export const haveEnded = (writes: readonly SentWrite[], statuses: readonly number[]): boolean =>
  writes.length > 0 &&
  writes.every(({ exchange }) => http.hasStatus(exchange, ...statuses) && !http.isPending(exchange));

/** Sends two bodies that are invalid; not where a marker or a unique value would make them valid. */
export async function postInvalid(
  { items }: Pick<Tools, 'items'>,
  misses: readonly values.NearMiss[],
): Promise<SentWrite[]> {
  const writes: SentWrite[] = [];
  const isBroken = (miss: values.NearMiss) =>
    compare.isObject(miss.body) && values.isStillBroken(miss, items.draft(miss.body));
  for (const miss of misses.filter(isBroken).slice(0, 2)) writes.push(await items.post(miss.body, { isInvalid: true }));
  return writes;
}

/** Sends invalid content by PUT, and the member with the flaw by PATCH, as far as the collection offers them. */
export async function writeInvalid(
  item: Item,
  misses: readonly values.NearMiss[],
  { replace, patch }: Tools['collection'],
): Promise<SentWrite[]> {
  for (const miss of misses) {
    const [whole, [name]] = [item.prepare(miss.body), compare.parsePointer(miss.pointer)];
    const value = name === undefined ? undefined : getMember(whole, name);
    if (name === undefined || value === undefined || value === null || !values.isStillBroken(miss, whole)) continue;
    const writes = replace?.request ? [{ exchange: await item.put(whole), sent: whole }] : [];
    const sent = { [name]: value };
    return patch?.request ? [...writes, { exchange: await item.patch(sent), sent }] : writes;
  }
  return [];
}
