import { setTimeout as pause } from 'node:timers/promises';
import { answered, Doubt, type Item, type Items, type Json, noiseOf, steppingBy } from '../rule/index.js';

/** What was learned about one collection before it is judged. */
export interface Noise {
  /** Pointers that change by themselves, array positions as `*`. */
  readonly volatile: readonly string[];
  /** Why nothing could be learned, when nothing could. */
  readonly trouble?: string;
}

/** A little more than a tick of a clock that counts whole seconds. */
const tickMs = 1_050;
/** Reads at once of the twin that is read often. */
const dose = 4;

/**
 * Learns by dose which members are noise: one twin is read, left alone for a tick, and read again; the other is looked
 * at in the list only until it is read often at once. No look disturbs another: lists are read outside of the idle
 * twin's tick, and the entry that is compared belongs to the twin that was not read yet.
 */
export async function learnNoise(items: Items, body: Json, canMake: boolean): Promise<Noise> {
  try {
    const idle = await items.any(body);
    const dosed = canMake ? await items.any(body) : idle;
    const listed = [await entry(items, dosed)];
    const before = await read(idle);
    await pause(tickMs);
    const after = await read(idle);
    while (listed.length < dose) listed.push(await entry(items, dosed));
    const reads: (Json | undefined)[] = [];
    while (reads.length < dose) reads.push(await read(dosed));
    const ofItem = noiseOf({ idle: [before, after], dosed: canMake ? reads : [] });
    const ofEntry = noiseOf({ idle: listed.slice(0, 2), dosed: [] }).filter((pointer) => !steppingBy(listed, pointer));
    return { volatile: [...new Set([...ofItem, ...ofEntry])] };
  } catch (error) {
    if (error instanceof Doubt) return { volatile: [], trouble: error.why };
    throw error;
  }
}

async function read(item: Item): Promise<Json | undefined> {
  const exchange = await item.getUntil((seen) => answered(seen, 2));
  return answered(exchange, 2) ? exchange.answer?.json : undefined;
}

async function entry(items: Items, item: Item): Promise<Json | undefined> {
  const listing = await items.list(
    (entries) => items.entryOf({ entries, isWhole: false, trouble: undefined, pages: [] }, item) !== undefined,
  );
  return items.entryOf(listing, item);
}
