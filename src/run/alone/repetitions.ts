import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { RunContext } from '../run-context.js';
import { isAssumed, nameTrial } from '../schedule/order-trials.js';
import type { TrialOutcome } from './trial-outcome.js';
import { isDisturbed, isSuspicious, isUnprepared, isUnrepeated, mayBeRetried } from './unrepeated-trials.js';

/** Creates what decides which of these trials run again. */
export function createRepetitions(
  { rules, queue }: Pick<RunContext, 'rules' | 'queue'>,
  trials: readonly Trial[],
  finished: ReadonlyMap<Trial, TrialOutcome>,
) {
  const byName = new Map(trials.map((trial) => [nameTrial(trial), trial]));
  const isGrouped = (trial: Trial) => queue.listCompany(nameTrial(trial)).size > 1;
  const isNamedSuspicious = (name: string) => {
    const trial = byName.get(name);
    return trial !== undefined && isSuspicious(finished.get(trial));
  };
  const mayBeExposed = (trial: Trial) =>
    isGrouped(trial) && [...queue.listCompany(nameTrial(trial))].some(isNamedSuspicious);
  // What a trial shows when it runs again says nothing about what others did beside it before.
  let exposed: readonly Trial[] = [];
  let listed: ReadonlySet<Trial> | undefined;
  const mayRetry = (trial: Trial) => {
    const outcome = finished.get(trial);
    return outcome !== undefined && mayBeRetried(outcome, rules);
  };
  const mayFollow = (trial: Trial) => listed?.has(trial) ?? (isGrouped(trial) || mayRetry(trial));
  return {
    /** Whether the trial ran beside others that expect no effect, and it was not clear that nothing changed when `list` was called. */
    isExposed: (trial: Trial) => exposed.includes(trial),
    /** The same, as far as it is known before all of them have ended. */
    mayBeExposed,
    /** Whether the trial may run again, so that its outcome is not shown yet; once `list` was called, whether it does. */
    mayFollow,
    /** Whether an outcome is a violation that is withdrawn if a trial that may run again is found violated. */
    mayWithdraw: ({ verdict, trial }: Outcome) =>
      verdict === 'violated' && trials.some((other) => isAssumed(other, trial, rules) && mayFollow(other)),
    /** The trials that run again, in the order of the reasons for it. */
    list(): readonly (readonly Trial[])[] {
      const unrepeated = trials.filter((trial) => isUnrepeated(finished.get(trial)));
      exposed = trials.filter((trial) => mayBeExposed(trial) && !unrepeated.includes(trial));
      const others = trials.filter((trial) => !unrepeated.includes(trial) && !exposed.includes(trial));
      const disturbed = others.filter((trial) => isDisturbed(finished.get(trial), rules));
      const unprepared = others.filter((trial) => isUnprepared(finished.get(trial)));
      const all = [unrepeated, exposed, disturbed, unprepared];
      listed = new Set(all.flat());
      return all;
    },
  };
}
