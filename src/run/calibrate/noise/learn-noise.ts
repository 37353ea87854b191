import { pause } from '../../../model/clock.js';
import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import { detectNoise } from '../../../rule/compare/noise.js';
import { InconclusiveError } from '../../../rule/finding.js';
import type { Item, Items } from '../../../rule/items.js';
import { retrySetup } from '../../trial/retry-setup.js';

/** What was learned about one collection before it is judged. */
export interface Noise {
  /** Pointers that change by themselves, array positions as `*`. */
  readonly volatile: readonly string[];
  /** Whether the id of what was deleted is given to the next thing made: an address then outlives the thing it named. */
  readonly reusesIds?: boolean;
  /** Why nothing could be learned, when nothing could. */
  readonly trouble?: string;
  /** Whether that was a cache, which answered in place of the service. */
  readonly isKept?: boolean;
  /** What was made, and is not at the address that its id gives. */
  readonly lost?: readonly Item[];
}

/** A little more than a tick of a clock that counts whole seconds. */
export const tickMs = 1_050;
/** How noise is learned: whether things may be made and removed for it, and how often the one that is read often is read at once. */
export interface LearnNoiseOptions {
  readonly canMake: boolean;
  readonly canRemove?: boolean;
  readonly dose: number;
}

/**
 * Learns by dose which members are noise: one twin is read, left alone for a tick of the clock, and read again; the
 * other is then read often at once. Nothing else is asked in between, or what it does would pass for noise.
 */
export async function learnNoise(items: Items, body: Json, learning: LearnNoiseOptions): Promise<Noise> {
  try {
    return await retrySetup(() => observeNoise(items, body, learning));
  } catch (error) {
    if (error instanceof InconclusiveError)
      return { volatile: [], trouble: error.why, isKept: error.reason === 'noise' };
    throw error;
  }
}

async function observeNoise(
  items: Items,
  body: Json,
  { canMake, canRemove = false, dose }: LearnNoiseOptions,
): Promise<Noise> {
  const idle = await items.getAny(body);
  const dosed = canMake ? await items.getAny(body) : idle;
  const first = await readSettled(idle);
  if (canMake && hasStatus(first, 404, 400)) return buildUnreadableNoise(first, [idle, dosed]);
  // One of several copies may show it already, and another not yet.
  const second = await idle.get();
  if (canMake && hasStatus(second, 404, 400)) return buildUnreadableNoise(second, [idle, dosed]);
  await pause(tickMs);
  const left = [getShownBody(first), getShownBody(second), await readShownBody(idle)];
  const reads: (Json | undefined)[] = [];
  while (reads.length < dose) reads.push(await readShownBody(dosed));
  const volatile = detectNoise({
    idle: left,
    dosed: canMake ? reads : [],
    sent: canMake ? [idle.sent, dosed.sent] : [],
  });
  return { volatile, reusesIds: canMake && canRemove && (await hasReusedId(items, body, dosed)) };
}

async function hasReusedId(items: Items, body: Json, newest: Item): Promise<boolean> {
  const removed = await newest.delete();
  return hasStatus(removed, 2) && (await items.create(body)).id === newest.id;
}

const buildUnreadableNoise = ({ path, answer, n }: Exchange, lost: readonly Item[]): Noise => ({
  volatile: [],
  trouble: `GET ${path} of what was made was answered ${answer?.status} (exchange ${n})`,
  lost,
});

const readSettled = (item: Item): Promise<Exchange> => item.getUntil((seen) => hasStatus(seen, 2));

const getShownBody = (exchange: Exchange): Json | undefined =>
  hasStatus(exchange, 2) ? exchange.answer?.json : undefined;

const readShownBody = async (item: Item): Promise<Json | undefined> => getShownBody(await readSettled(item));
