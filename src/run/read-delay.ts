import type { Collection } from '../model/service/subject.js';

/** Wait between a write and a read, in milliseconds, for items and for lists. */
export interface ReadDelay {
  readonly itemMs: number;
  readonly listMs: number;
}

/** The pace of a case: usual, with a wait before each read, or also with a wait after each creation. */
export type CasePace = 'usual' | 'settled' | 'rested';

/** Wait before a violation is reported, in milliseconds, longer than the usual undeclared read lag. */
const calmItemDelayMs = 1_700;
const calmListDelayMs = 3_200;

/** Reads follow writes at once. */
export const noDelay: ReadDelay = { itemMs: 0, listMs: 0 };

/** The waits of a run: known for collections with a read lag, and learned for the others. They only increase. */
export function createReadDelays() {
  const slowed = new Set<string>();
  return {
    /** Whether reads of the collection already wait for the full time. */
    isCalm: ({ name }: Collection) => slowed.has(name),
    /** Reads of the collection wait from now on. */
    slowDown: ({ name }: Collection) => {
      slowed.add(name);
    },
    getDelay(collection: Collection, pace: CasePace): ReadDelay {
      const { itemMs, listMs } = collection.consistency;
      const lists = Math.max(itemMs, listMs);
      const isCalm = pace !== 'usual' || slowed.has(collection.name);
      if (!isCalm) return itemMs === 0 ? noDelay : { itemMs, listMs: lists };
      // A known lag was measured on a few items, so the wait before a violation is reported is twice as long.
      const listTimes = itemMs === 0 ? 1 : 2;
      return { itemMs: Math.max(calmItemDelayMs, itemMs * 2), listMs: Math.max(calmListDelayMs, lists * listTimes) };
    },
  };
}

export type ReadDelays = ReturnType<typeof createReadDelays>;
