import { clock, pause } from '../model/clock.js';
import type { LedgerScope } from './entry.js';

/** The quota of items existing at once, shared by all trials. */
export interface LiveQuota {
  /** Whether one more item may be created in this scope; counts the refusals. */
  has(scope: LedgerScope): boolean;
  /** Number of refusals of this scope since the last call. */
  takeRefusals(scope: LedgerScope): number;
  isQuotaReason(why: string): boolean;
  /** Removes the refusals of a scope from the notes, because its last case is repeated. */
  resetRefusals(scope: LedgerScope): void;
  /** Whether items of other trials contributed to the latest refusal of this scope, which had `own` items. */
  wasCrowded(scope: LedgerScope, own: number): boolean;
  /** Runs a function while part of the quota is reserved for it; one function at a time. `wait` gets what it waits for meanwhile. */
  withReserved<T>(
    scope: LedgerScope,
    needed: () => number,
    go: (free: QuotaWait) => Promise<T>,
    wait?: (others: Promise<unknown>) => Promise<unknown>,
  ): Promise<T>;
}

/** Waits until other trials have removed enough items, or cannot; `own` is the number of items of the caller. */
export type QuotaWait = (own: number) => Promise<void>;

/** Maximum wait for other trials, and the check interval, in milliseconds. */
const maxWaitMs = 10_000;
const checkIntervalMs = 10;

/** Creates an unused quota; `standing` counts existing items, `passing` those that a trial is about to remove. */
export function createLiveQuota(
  { standing, passing }: Readonly<Record<'standing' | 'passing', () => number>>,
  most: number,
): Omit<LiveQuota, 'isQuotaReason' | 'resetRefusals'> {
  let previous: Promise<unknown> = Promise.resolve();
  let kept: { readonly scope: LedgerScope; readonly needed: () => number } | undefined;
  const refusals = new WeakMap<LedgerScope, number>();
  /** Number of items that trials were about to remove when a scope was last refused; infinite for a reserved quota. */
  const passingAtRefusal = new WeakMap<LedgerScope, number>();
  const others = (own: number) => passing() - own;
  const keptFrom = (scope: LedgerScope) => (kept === undefined || kept.scope === scope ? 0 : kept.needed());
  const freeUntil = (end: number) => async (own: number) => {
    const isFull = () => standing() + Math.min(kept?.needed() ?? 0, most) > most;
    while (isFull() && others(own) > 0 && clock.now() < end) await pause(checkIntervalMs);
  };
  return {
    has(scope) {
      const isThere = standing() + keptFrom(scope) < most;
      if (!isThere) {
        refusals.set(scope, (refusals.get(scope) ?? 0) + 1);
        passingAtRefusal.set(scope, keptFrom(scope) > 0 ? Number.POSITIVE_INFINITY : passing());
      }
      return isThere;
    },
    takeRefusals(scope) {
      const count = refusals.get(scope) ?? 0;
      refusals.delete(scope);
      return count;
    },
    wasCrowded: (scope, own) => (passingAtRefusal.get(scope) ?? 0) > own,
    withReserved(scope, needed, go, wait = (others) => others) {
      const turn = wait(previous).then(() => {
        kept = { scope, needed };
        return go(freeUntil(clock.now() + maxWaitMs));
      });
      const leave = () => {
        kept = undefined;
      };
      previous = turn.then(leave, leave);
      return turn;
    },
  };
}
