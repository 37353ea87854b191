import type { Collection } from '../model/service/subject.js';

/** How long what was written is left alone before it is read, in milliseconds: one time for items, one for lists. */
export interface ReadDelay {
  readonly itemMs: number;
  readonly listMs: number;
}

/** How fast a case goes: as usual, with time to settle before each read, or with rest after each creation as well. */
export type CasePace = 'usual' | 'settled' | 'rested';

/** The settling times of a run: known for collections whose reads lag, found out on the way for others. They only grow. */
export interface ReadDelays {
  getDelay(collection: Collection, pace: CasePace): ReadDelay;
  /** Reads of the collection are given time from now on. */
  slowDown(collection: Collection): void;
  /** Whether reads of the collection are given all that time already. */
  isCalm(collection: Collection): boolean;
}

/** Where somebody would be accused, reads are given longer than services lag that do so unannounced, in milliseconds. */
const calmItemDelayMs = 1_700;
const calmListDelayMs = 3_200;

const noDelay: ReadDelay = { itemMs: 0, listMs: 0 };

/** Begins fast wherever nothing is known of a lag. */
export function createReadDelays(): ReadDelays {
  const slowed = new Set<string>();
  return {
    isCalm: ({ name }) => slowed.has(name),
    slowDown: ({ name }) => {
      slowed.add(name);
    },
    getDelay(collection, pace) {
      const { itemMs, listMs } = collection.consistency;
      const lists = Math.max(itemMs, listMs);
      const isCalm = pace !== 'usual' || slowed.has(collection.name);
      if (!isCalm) return itemMs === 0 ? noDelay : { itemMs, listMs: lists };
      // What is known of a lag is a measure of a few: before somebody is accused, there is twice that time.
      const listTimes = itemMs === 0 ? 1 : 2;
      return { itemMs: Math.max(calmItemDelayMs, itemMs * 2), listMs: Math.max(calmListDelayMs, lists * listTimes) };
    },
  };
}
