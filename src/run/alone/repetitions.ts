import type { Trial } from '../../model/result/plan.js';
import type { RunContext } from '../run-context.js';
import { nameTrial, type TrialName } from '../schedule/effect-group.js';
import type { TrialOutcome } from './trial-outcome.js';
import { isDisturbed, isSuspicious, isUnprepared, isUnrepeated, mayBeRetried } from './unrepeated-trials.js';

/** Decides which trials run again alone. */
export interface Repetitions {
  /** Whether the trial ran beside others that expect no effect, and it was not clear that nothing changed when `list` was called. */
  isExposed(trial: Trial): boolean;
  /** The same, as far as it is known before all of them have ended. */
  mayBeExposed(trial: Trial): boolean;
  /** Whether the trial may run again, so that its outcome is not shown yet. */
  mayFollow(trial: Trial): boolean;
  /** The trials that run again, in the order of the reasons for it; and those of which it is now known that they do not. */
  list(): { readonly all: readonly (readonly Trial[])[]; readonly undisputed: readonly Trial[] };
}

/** Creates what decides which of these trials run again. */
export function createRepetitions(
  { rules, effectGroup }: Pick<RunContext, 'rules' | 'effectGroup'>,
  trials: readonly Trial[],
  finished: ReadonlyMap<Trial, TrialOutcome>,
): Repetitions {
  const byName = new Map(trials.map((trial) => [nameTrial(trial), trial]));
  const isGrouped = (trial: Trial) => effectGroup.listCompany(trial).size > 1;
  const isNamedSuspicious = (name: TrialName) => {
    const trial = byName.get(name);
    return trial !== undefined && isSuspicious(finished.get(trial));
  };
  const mayBeExposed = (trial: Trial) =>
    isGrouped(trial) && [...effectGroup.listCompany(trial)].some(isNamedSuspicious);
  // What a trial shows when it runs again says nothing about what others did beside it before.
  let exposed: readonly Trial[] = [];
  const mayRetry = (trial: Trial) => {
    const outcome = finished.get(trial);
    return outcome !== undefined && mayBeRetried(outcome, rules);
  };
  return {
    isExposed: (trial) => exposed.includes(trial),
    mayBeExposed,
    mayFollow: (trial) => isGrouped(trial) || mayRetry(trial),
    list() {
      const unrepeated = trials.filter((trial) => isUnrepeated(finished.get(trial)));
      exposed = trials.filter((trial) => mayBeExposed(trial) && !unrepeated.includes(trial));
      const others = trials.filter((trial) => !unrepeated.includes(trial) && !exposed.includes(trial));
      const disturbed = others.filter((trial) => isDisturbed(finished.get(trial), rules));
      const unprepared = others.filter((trial) => isUnprepared(finished.get(trial)));
      const undisputed = others.filter((trial) => isGrouped(trial) && !mayRetry(trial));
      return { all: [unrepeated, exposed, disturbed, unprepared], undisputed };
    },
  };
}
