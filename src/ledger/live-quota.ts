import { clock, pause } from '../model/clock.js';
import type { LedgerScope } from './entry.js';

/** The room for things that stand at once, which all trials share. */
export interface LiveQuota {
  /** Whether one more thing may stand in this page; keeps count of how often not. */
  has(page: LedgerScope): boolean;
  /** How often there was no room for this page since it was last asked. */
  takeRefusals(page: LedgerScope): number;
  /** Whether this is how the want of room is told. */
  isQuotaReason(why: string): boolean;
  /** Takes back what was told of the cases of a page as not tried to the end: the last one is tried again. */
  resetRefusals(page: LedgerScope): void;
  /** Things that others are about to remove, where so many are one's own. */
  countOthers(own: number): number;
  /** Does something for which so much room is kept free from others, one such thing after the other. */
  withReserved<T>(page: LedgerScope, needed: () => number, go: (free: QuotaWait) => Promise<T>): Promise<T>;
}

/** Waits until others have made room, or cannot; so many things that stand are one's own. */
export type QuotaWait = (own: number) => Promise<void>;

/** How long others are given to remove what they made, in milliseconds, and how often is looked whether they did. */
const maxWaitMs = 10_000;
const checkIntervalMs = 10;

/** What stands. */
export interface LiveCounts {
  /** All of it. */
  readonly standing: () => number;
  /** Of it, what somebody is about to remove. */
  readonly passing: () => number;
}

/** Begins with all the room there is. */
export function createLiveQuota(
  { standing, passing }: LiveCounts,
  most: number,
): Omit<LiveQuota, 'isQuotaReason' | 'resetRefusals'> {
  let row: Promise<unknown> = Promise.resolve();
  let kept: { readonly page: LedgerScope; readonly needed: () => number } | undefined;
  const refusals = new WeakMap<LedgerScope, number>();
  const others = (own: number) => passing() - own;
  const keptFrom = (page: LedgerScope) => (kept === undefined || kept.page === page ? 0 : kept.needed());
  const freeUntil = (end: number) => async (own: number) => {
    const isFull = () => standing() + Math.min(kept?.needed() ?? 0, most) > most;
    while (isFull() && others(own) > 0 && clock.now() < end) await pause(checkIntervalMs);
  };
  return {
    has(page) {
      const isThere = standing() + keptFrom(page) < most;
      if (!isThere) refusals.set(page, (refusals.get(page) ?? 0) + 1);
      return isThere;
    },
    takeRefusals(page) {
      const count = refusals.get(page) ?? 0;
      refusals.delete(page);
      return count;
    },
    countOthers: others,
    withReserved(page, needed, go) {
      const turn = row.then(() => {
        kept = { page, needed };
        return go(freeUntil(clock.now() + maxWaitMs));
      });
      const leave = () => {
        kept = undefined;
      };
      row = turn.then(leave, leave);
      return turn;
    },
  };
}
