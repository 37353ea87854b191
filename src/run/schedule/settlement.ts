import type { Trial } from '../../model/result/plan.js';
import type { ScheduledTrial } from './order-trials.js';

/** What is done with the results of trials. */
export interface SettledWork<R, T> {
  /** Decides the outcome of a trial, when those of all trials that it assumes are decided. */
  settle(trial: Trial, result: R): T;
  /**
   * Whether the trial must run again before its outcome is decided. Trials that assume it do not wait for this promise, unless
   * `isViolated`: what they send may do harm where the service does not keep what it assumes.
   */
  mustRepeat?(trial: Trial): Promise<boolean> | undefined;
  isViolated?(result: R): boolean;
}

/** Decides the outcomes of trials that have ended, each when those of all trials that it assumes are decided. */
export function createSettlement<R, T>(
  all: readonly ScheduledTrial[],
  { settle, mustRepeat, isViolated = () => false }: SettledWork<R, T>,
) {
  const outcomes: T[] = [];
  const unfinished = new Set(all);
  const checked = new Map<ScheduledTrial, boolean>();
  const ended = new Map<ScheduledTrial, R>();
  const findDecided = () => [...ended].find(([one]) => ![...one.assumed].some((other) => unfinished.has(other)));
  return {
    outcomes,
    /** The trials without an outcome. */
    unfinished,
    /** Those of them that have ended, and perhaps must run again; each with whether others that assume it may begin. */
    checked,
    /** Ends a trial, or calls `repeat` where it must run again. */
    async conclude(one: ScheduledTrial, result: R, repeat: () => void): Promise<void> {
      const repeats = mustRepeat?.(one.trial);
      if (repeats !== undefined) {
        checked.set(one, !isViolated(result));
        const isAgain = await repeats;
        checked.delete(one);
        if (isAgain) return repeat();
      }
      ended.set(one, result);
      for (let next = findDecided(); next !== undefined; next = findDecided()) {
        const [decided, itsResult] = next;
        outcomes[decided.index] = settle(decided.trial, itsResult);
        ended.delete(decided);
        unfinished.delete(decided);
      }
    },
  };
}
