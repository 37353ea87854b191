import { clock, pause } from '../model/clock.js';

/** Waits until other trials have removed enough items, or cannot; `own` is the number of items of the caller. */
export type QuotaWait = (own: number) => Promise<void>;

/** Maximum wait for other trials, and the check interval, in milliseconds. */
const maxWaitMs = 10_000;
const checkIntervalMs = 10;

/** The quota of items existing at once, shared by all trials. */
export type LiveQuota = ReturnType<typeof createLiveQuota>;

/** Creates an unused quota; `standing` counts existing items, `passing` those that a trial is about to remove. */
export function createLiveQuota(
  { standing, passing }: Readonly<Record<'standing' | 'passing', () => number>>,
  most: number,
) {
  let previous: Promise<unknown> = Promise.resolve();
  let kept: { readonly scope: object; readonly needed: () => number } | undefined;
  let denied = 0;
  const refusals = new WeakMap<object, number>();
  /** Number of items that trials were about to remove when a scope was last refused; infinite for a reserved quota. */
  const passingAtRefusal = new WeakMap<object, number>();
  const others = (own: number) => passing() - own;
  const keptFrom = (scope: object) => (kept === undefined || kept.scope === scope ? 0 : kept.needed());
  const freeUntil = (end: number) => async (own: number) => {
    const isFull = () => standing() + Math.min(kept?.needed() ?? 0, most) > most;
    while (isFull() && others(own) > 0 && clock.now() < end) await pause(checkIntervalMs);
  };
  return {
    /** Why an item is refused. */
    whyFull: `the limit of ${most} test items existing at once is reached (limits.maxLive, --max-live)`,
    /** Whether one more item may be created in this scope; counts the refusals. */
    has(scope: object) {
      const isThere = standing() + keptFrom(scope) < most;
      if (!isThere) {
        denied += 1;
        refusals.set(scope, (refusals.get(scope) ?? 0) + 1);
        passingAtRefusal.set(scope, keptFrom(scope) > 0 ? Number.POSITIVE_INFINITY : passing());
      }
      return isThere;
    },
    /** Number of refusals whose case was not repeated. */
    countDenied: () => denied,
    /** Forgets the refusals of a scope, because its last case is repeated. */
    resetRefusals(scope: object) {
      denied -= refusals.get(scope) ?? 0;
      refusals.delete(scope);
    },
    /** Whether items of other trials contributed to the latest refusal of this scope, which had `own` items. */
    wasCrowded: (scope: object, own: number) => (passingAtRefusal.get(scope) ?? 0) > own,
    /** Runs a function while part of the quota is reserved for it; one function at a time. `wait` gets what it waits for meanwhile. */
    withReserved<T>(
      scope: object,
      needed: () => number,
      go: (free: QuotaWait) => Promise<T>,
      wait: (others: Promise<unknown>) => Promise<unknown> = (before) => before,
    ): Promise<T> {
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
