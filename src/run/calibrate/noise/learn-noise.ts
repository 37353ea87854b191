import { pause } from '../../../model/clock.js';
import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import { mapAtOnce } from '../../../model/map-at-once.js';
import { isFound } from '../../../rule/compare/found-item.js';
import { detectNoise, findVaryingPointers } from '../../../rule/compare/noise.js';
import type { Item, Items } from '../../../rule/items.js';
import type { Noise } from '../../service-model.js';
import { ifInconclusive, retrySetup } from '../../trial/retry-setup.js';

/** Noise that was learned, except for what one read after a clock tick shows. */
export interface BegunNoise extends Noise {
  /** Reads an item that was left alone for a clock tick. Resolves to whether it is as before. */
  readonly isUnchanged?: () => Promise<boolean>;
}

/** Slightly longer than one tick of a clock with whole seconds, in milliseconds. */
export const tickMs = 1_050;
/**
 * How noise is learned: whether items may be created and removed for it, and the number of parallel reads of the item
 * that is read often.
 */
export interface LearnNoiseOptions {
  readonly canMake: boolean;
  readonly canRemove?: boolean;
  readonly mostReads: number;
  /** How many items may be created or read at once, where the last read may happen later, beside other requests. */
  readonly maxAtOnce?: number;
  /** Whether the first created item has the id of one that was removed just before; undefined where none was. */
  readonly isReusingIds?: () => boolean | undefined;
}

/**
 * Learns which members are noise by comparing few and many reads. One item is read, left alone for one clock tick, and
 * read again; another item is read many times. No other request is sent in between, because its effects would
 * look like noise. With `maxAtOnce`, both items are first read at once: where no read differs, nothing is noise, whatever else
 * happened, as soon as `isUnchanged` says so.
 */
export const learnNoise = (items: Items, body: Json, learning: LearnNoiseOptions): Promise<BegunNoise> =>
  retrySetup(() => observeNoise(items, body, learning)).catch(
    ifInconclusive(({ why, reason }) => ({ volatile: [], trouble: why, isKept: reason === 'noise' })),
  );

async function observeNoise(items: Items, body: Json, learning: LearnNoiseOptions): Promise<BegunNoise> {
  const { canMake, canRemove = false, mostReads } = learning;
  const [idle, readOften] = await getBothItems(items, body, learning);
  // Where nothing more may be created, existing items are read.
  const isMade = canMake && !isFound(idle) && !isFound(readOften);
  const isReusing = async () => isMade && canRemove && (await hasReusedId(items, body, readOften));
  const known = isMade ? await readStable([idle, readOften], learning) : undefined;
  if (known !== undefined) {
    const isUnchanged = async () => isSame([known, await readShownBody(idle)]);
    const reusesIds = learning.isReusingIds?.() ?? (await isReusing());
    return { volatile: [], reusesIds, ...findOtherCase(items, idle, known), isUnchanged };
  }
  const first = await readSettled(idle);
  if (isMade && hasStatus(first, 404, 400)) return buildUnreadableNoise(first, [idle, readOften]);
  // One replica may show the item already, and another not yet.
  const second = await idle.get();
  if (isMade && hasStatus(second, 404, 400)) return buildUnreadableNoise(second, [idle, readOften]);
  await pause(tickMs);
  const left = [getShownBody(first), getShownBody(second), await readShownBody(idle)];
  // One after the other: the order of the values tells an effect of reading from noise.
  const reads: (Json | undefined)[] = [];
  while (reads.length < mostReads) reads.push(await readShownBody(readOften));
  const volatile = detectNoise({
    idle: left,
    many: isMade ? reads : [],
    sent: isMade ? [idle.sent, readOften.sent] : [],
  });
  return { volatile, reusesIds: await isReusing(), ...(isMade && findOtherCase(items, idle, left[0])) };
}

/** Where only Location names a created item, its id may be in another case than the content shows. */
function findOtherCase(items: Items, { id }: Item, shown: Json | undefined): Pick<Noise, 'idInOtherCase'> {
  const own = items.readId(shown);
  const isOther = own !== undefined && own !== id && own.toLowerCase() === id.toLowerCase();
  return isOther ? { idInOtherCase: own } : {};
}

/** Gets the item that is left alone, and the one that is read often. */
async function getBothItems(
  items: Items,
  body: Json,
  { canMake, maxAtOnce = 1 }: LearnNoiseOptions,
): Promise<readonly [Item, Item]> {
  const both = canMake && maxAtOnce > 1 ? await mapAtOnce([body, body], maxAtOnce, (one) => items.getAny(one)) : [];
  if (both[0] && both[1]) return [both[0], both[1]];
  const idle = await items.getAny(body);
  return [idle, canMake ? await items.getAny(body) : idle];
}

/**
 * Reads items a few times each, all at once: as often each, so that effects of reading differ from noise as before. Resolves to
 * the content of the first one; undefined where a read was not answered with an item, or differs, or where one is read at a time.
 */
async function readStable(read: readonly Item[], { maxAtOnce = 1 }: Pick<LearnNoiseOptions, 'maxAtOnce'>) {
  if (maxAtOnce === 1) return undefined;
  const order = Array.from({ length: readsAtOnce }, () => read).flat();
  const exchanges = await mapAtOnce(order, maxAtOnce, (item) => item.get());
  const isStable = read.every((item) => isSame(exchanges.filter((_, i) => order[i] === item).map(getShownBody)));
  const [first] = exchanges;
  return isStable && first ? getShownBody(first) : undefined;
}

/** Reads at once of each of two items: with the one after a clock tick as many as are needed to see a value return. */
const readsAtOnce = 3;

const isSame = (bodies: readonly (Json | undefined)[]): boolean =>
  bodies.every((one) => one !== undefined) && findVaryingPointers(bodies).length === 0;

async function hasReusedId(items: Items, body: Json, newest: Item): Promise<boolean> {
  const removed = await newest.delete();
  return hasStatus(removed, 2) && (await items.create(body)).id === newest.id;
}

const buildUnreadableNoise = ({ path, answer, n }: Exchange, lost: readonly Item[]): Noise => ({
  volatile: [],
  trouble: `GET ${path} of a created item returned ${answer?.status} (exchange ${n})`,
  lost,
});

const readSettled = (item: Item): Promise<Exchange> => item.getUntil((seen) => hasStatus(seen, 2));

const getShownBody = (exchange: Exchange): Json | undefined =>
  hasStatus(exchange, 2) ? exchange.answer?.json : undefined;

const readShownBody = async (item: Item): Promise<Json | undefined> => getShownBody(await readSettled(item));
