import type { LedgerEntry } from '../../ledger/entry.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { type PollMemory, pollUntil } from '../../model/clock.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { computeOnce } from '../../model/values/compute-once.js';
import { saysDeleted } from '../../rule/compare/tombstone.js';
import { unwrapShown } from '../content/request-content.js';
import { readIdFromPath } from '../items/item-address.js';
import { generateUnusedId } from '../items/unique-values.js';

/** Minimum time in which reads may still show a removed item, in milliseconds. */
export const goneWindowMs = 500;

/** Whether an item exists as GET shows it; unknown when it cannot be read, is not answered or refused; `deleted` where that is wanted. */
export type Presence = 'shown' | 'absent' | 'unknown' | 'deleted';

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
  collection: Collection | undefined,
  meter: RequestMeter,
  wanted: readonly Presence[] = [],
  windowMs = 0,
  memory?: PollMemory,
): Promise<Presence> =>
  pollUntil(
    async () => {
      if (!collection?.read) return 'unknown';
      const exchange = await readItem(entry, meter, uncached);
      if (hasStatus(exchange, 404, 410)) return 'absent';
      if (!hasStatus(exchange, 2)) return 'unknown';
      const shown = unwrapShown(collection, exchange.answer?.json as Json | undefined);
      if (wanted.includes('deleted') && saysDeleted(collection, shown)) return 'deleted';
      return (await isMissingAnswer(exchange, collection, meter)) ? 'absent' : 'shown';
    },
    (seen) => wanted.includes(seen),
    windowMs,
    memory,
  );

/** What an item is after an accepted removal is complete. */
const gone: readonly Presence[] = ['absent', 'deleted'];

/** Reads an item until its accepted removal is complete, as long as given; that removed items stay as deleted is noted. */
export async function readRemoved(
  entry: ItemPlace,
  collection: Collection,
  meter: RequestMeter,
  state: { hasTombstones?: boolean } = {},
  ...wait: readonly [windowMs?: number, memory?: PollMemory]
): Promise<{ readonly isGone: boolean; readonly presence: Presence }> {
  const presence = await readPresence(entry, collection, meter, gone, ...wait);
  if (presence === 'deleted') state.hasTombstones = true;
  return { isGone: gone.includes(presence), presence };
}

/** The responses to GET of an id that never existed, by collection, while a meter is in use. */
const getMissingAnswers = computeOnce((_: RequestMeter) => new Map<string, Promise<string | undefined>>());

/**
 * Whether a successful response to GET of an item is the one that the service gives for an id that never existed: some answer 200
 * with an empty or fixed content. Asks for such an id once for each collection.
 */
async function isMissingAnswer(exchange: Exchange, collection: Collection, meter: RequestMeter) {
  const id = readIdFromPath(collection, exchange.path);
  if (id === undefined) return false;
  const answers = getMissingAnswers(meter);
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
