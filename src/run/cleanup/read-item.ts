import type { LedgerEntry } from '../../ledger/entry.js';
import { hasSameDigests, hasSimilarDigests, isQuotingMarker, minMarkerLength } from '../../ledger/markers.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { pollUntil } from '../../model/clock.js';
import { type Exchange, type HttpResponse, hasStatus } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { CaseClient } from '../items/case-client.js';
import { fillCollectionTemplate, readIdFromPath, readPathIds } from '../items/item-address.js';
import { generateUnusedId } from '../items/unique-values.js';

/** The collection of an item, with the ids in its path open. */
export const findTemplate = ({ collection }: Pick<LedgerEntry, 'collection'>, collections: readonly Collection[]) =>
  collections.find(({ name }) => name === collection);

/** The collection of an item, at the path where the item was created. */
export function findCollection(entry: Pick<LedgerEntry, 'collection' | 'at'>, collections: readonly Collection[]) {
  const template = findTemplate(entry, collections);
  return template && fillCollectionTemplate(template, entry.at);
}

/** Minimum time in which reads may still show a removed item, in milliseconds. */
export const goneWindowMs = 500;

/** Whether an item exists as GET shows it; unknown when it cannot be read, is not answered or refused. */
export type Presence = 'shown' | 'absent' | 'unknown';

/** The address of an item, and the caller that reads it. */
type ItemPlace = Pick<LedgerEntry, 'path' | 'as'>;

export const uncached = { headers: { 'cache-control': 'no-cache' } } as const;

/** Reads the address of an item in the cleanup, with GET unless another method is given. */
export const readItem = (
  { path = '', as }: ItemPlace,
  meter: RequestMeter,
  order: { readonly method?: 'GET' | 'OPTIONS'; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Exchange> =>
  meter.sendUnmetered({ method: 'GET', path, role: 'cleanup', trial: 'cleanup', ...(as && { as }), ...order });

/**
 * Whether GET shows that an item exists, or that it is gone. Reads may lag behind writes: reads again until it is as wanted, for as long
 * as given.
 */
export const readPresence = (
  entry: ItemPlace,
  collection: Collection,
  meter: RequestMeter,
  wanted: readonly Presence[] = [],
  windowMs = 0,
): Promise<Presence> =>
  pollUntil(
    async () => {
      if (!collection.read) return 'unknown';
      const exchange = await readItem(entry, meter, uncached);
      if (hasStatus(exchange, 404, 410)) return 'absent';
      if (!hasStatus(exchange, 2)) return 'unknown';
      return (await isMissingAnswer(exchange, collection, meter)) ? 'absent' : 'shown';
    },
    (seen) => wanted.includes(seen),
    windowMs,
  );

/** The responses to GET of an id that never existed, by collection, while a meter is in use. */
const known = new WeakMap<RequestMeter, Map<string, Promise<string | undefined>>>();

/**
 * Whether a successful response to GET of an item is the one that the service gives for an id that never existed: some answer 200
 * with an empty or fixed content. Asks for such an id once for each collection.
 */
async function isMissingAnswer(exchange: Exchange, collection: Collection, meter: RequestMeter) {
  const id = readIdFromPath(collection, exchange.path);
  if (id === undefined) return false;
  const answers = known.get(meter) ?? new Map<string, Promise<string | undefined>>();
  known.set(meter, answers);
  const control = answers.get(collection.name) ?? readMissingAnswer(exchange.path, id, meter);
  answers.set(collection.name, control);
  return (await control) === describeAnswer(exchange, id);
}

/** How the service answers for an id that never existed; undefined unless it is a success. */
async function readMissingAnswer(path: string, id: string, meter: RequestMeter): Promise<string | undefined> {
  const [segment, unused] = [encodeURIComponent(id), generateUnusedId(id)];
  const position = path.lastIndexOf(segment);
  if (position < 0) return undefined;
  const missing = path.slice(0, position) + encodeURIComponent(unused) + path.slice(position + segment.length);
  const exchange = await readItem({ path: missing }, meter);
  return hasStatus(exchange, 2) ? describeAnswer(exchange, unused) : undefined;
}

/** The status and the content, without the id of the request. */
const describeAnswer = ({ answer }: Exchange, id: string): string =>
  `${answer?.status} ${answer?.text.replaceAll(id, '{id}') ?? ''}`;

/** The owner of an item now: its address may have been reused since the ledger entry was written. */
export type Ownership =
  | { readonly is: 'ours' | 'gone' }
  | { readonly is: 'foreign' | 'barred' | 'unanswered'; readonly why: string };

/** Reads an item before its removal. An item that cannot be read is taken as owned. `trial` is the name of its request in the tape. */
export async function readOwner(
  entry: LedgerEntry,
  collection: Collection,
  { meter, purges }: { readonly meter: RequestMeter; readonly purges?: Purges | undefined },
  trial: string,
): Promise<Ownership> {
  if (!collection.read || entry.path === undefined) return { is: 'ours' };
  // The budget of a finished run does not limit the cleanup.
  const client = new CaseClient({ ...meter, send: meter.sendUnmetered }, trial);
  const { answer, silence } = await client.for(collection).trySend({
    method: 'GET',
    path: entry.path,
    ...uncached,
    ...(entry.as !== undefined && { as: entry.as as never }),
  });
  if (answer === undefined) return { is: 'unanswered', why: `GET got no answer (${silence})` };
  const { status } = answer;
  // With purge steps, a removed item may still be kept by the service.
  if (status === 404 || status === 410)
    return { is: getMember(purges, collection.name) === undefined ? 'gone' : 'ours' };
  if (status === 401 || status === 403) return { is: 'barred', why: `GET returned ${status}` };
  if (status === 429 || status >= 500) return { is: 'unanswered', why: `GET returned ${status}` };
  if (status !== 200 || isOwned(entry, collection, answer)) return { is: 'ours' };
  return { is: 'foreign', why: notOwnedMessage };
}

const notOwnedMessage =
  'the item shows neither the marker of this run nor the content written last; its address may belong to another item now, so it is not removed';

/**
 * Whether a response shows an item of this run. The content written last is better evidence than the id, because the id
 * may be reused.
 */
export function isOwned(
  entry: LedgerEntry,
  collection: Collection,
  { json: shown, text }: Pick<HttpResponse, 'json' | 'text'>,
): boolean {
  const { prints, past = [], isUnmarked, mark } = entry;
  if (shown === undefined ? isMarkerInText(text, entry) : isQuotingMarker(shown, entry, collection.marker)) return true;
  const written = [...past, ...(prints === undefined ? [] : [prints])].filter((one) => Object.keys(one).length > 0);
  const isMarkless = isUnmarked === true || written.length > 0 || collection.marker === undefined;
  if (!isMarkless) return false;
  const isOnce = isUnrepeatableId(String(readPathIds(collection, entry.path ?? '').id));
  if (written.length === 0) return isOnce;
  return written.some((one) => (isOnce ? hasSimilarDigests : hasSameDigests)(shown, one, mark));
}

/** Content that is not JSON has no members. */
const isMarkerInText = (text: string, { mark, signs = [] }: LedgerEntry): boolean =>
  [mark, ...signs].some((sign) => sign.length >= minMarkerLength && text.toLowerCase().includes(sign.toLowerCase()));

/** Minimum number of changes between digits, small letters and capitals; sequential ids have fewer. */
const minKindChanges = 4;

/** Whether an id is never reused: a UUID, or a long text that mixes letters and digits without a number at its end. */
export function isUnrepeatableId(id: string): boolean {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return true;
  const [word = ''] = /[a-z0-9]{10,}$/i.exec(id) ?? [];
  const kinds = word.match(/\d+|[a-z]+|[A-Z]+/g) ?? [];
  return kinds.length > minKindChanges && !/\d{4,}$/.test(word);
}
