import { clock, pause } from '../model/clock.js';
import type { LedgerScope } from './entry.js';

/** The quota of items existing at once, shared by all trials. */
export interface LiveQuota {
  /** Whether one more item may be created in this scope; counts the refusals. */
  has(page: LedgerScope): boolean;
  /** Number of refusals of this scope since the last call. */
  takeRefusals(page: LedgerScope): number;
  /** Whether this reason is a full quota. */
  isQuotaReason(why: string): boolean;
  /** Removes the refusals of a scope from the notes, because its last case is repeated. */
  resetRefusals(page: LedgerScope): void;
  /**
   * Whether items of other trials contributed to the latest refusal of this scope, even if they are removed by now; `own`
   * is the number of items of the caller.
   */
  wasCrowded(page: LedgerScope, own: number): boolean;
  /** Runs a function while part of the quota is reserved for it; one function at a time. */
  withReserved<T>(page: LedgerScope, needed: () => number, go: (free: QuotaWait) => Promise<T>): Promise<T>;
}

/** Waits until other trials have removed enough items, or cannot; `own` is the number of items of the caller. */
export type QuotaWait = (own: number) => Promise<void>;

/** Maximum wait for other trials, and the check interval, in milliseconds. */
const maxWaitMs = 10_000;
const checkIntervalMs = 10;

/** Numbers of existing items. */
export interface LiveCounts {
  /** All existing items. */
  readonly standing: () => number;
  /** Existing items that a trial is about to remove. */
  readonly passing: () => number;
}

/** Creates an unused quota. */
export function createLiveQuota(
  { standing, passing }: LiveCounts,
  most: number,
): Omit<LiveQuota, 'isQuotaReason' | 'resetRefusals'> {
  let row: Promise<unknown> = Promise.resolve();
  let kept: { readonly page: LedgerScope; readonly needed: () => number } | undefined;
  const refusals = new WeakMap<LedgerScope, number>();
  /** Number of items that trials were about to remove when a scope was last refused; infinite for a reserved quota. */
  const passingAtRefusal = new WeakMap<LedgerScope, number>();
  const others = (own: number) => passing() - own;
  const keptFrom = (page: LedgerScope) => (kept === undefined || kept.page === page ? 0 : kept.needed());
  const freeUntil = (end: number) => async (own: number) => {
    const isFull = () => standing() + Math.min(kept?.needed() ?? 0, most) > most;
    while (isFull() && others(own) > 0 && clock.now() < end) await pause(checkIntervalMs);
  };
  return {
    has(page) {
      const isThere = standing() + keptFrom(page) < most;
      if (!isThere) {
        refusals.set(page, (refusals.get(page) ?? 0) + 1);
        passingAtRefusal.set(page, keptFrom(page) > 0 ? Number.POSITIVE_INFINITY : passing());
      }
      return isThere;
    },
    takeRefusals(page) {
      const count = refusals.get(page) ?? 0;
      refusals.delete(page);
      return count;
    },
    wasCrowded: (page, own) => (passingAtRefusal.get(page) ?? 0) > own,
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
