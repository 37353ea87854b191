import type { Outcome } from '../model/result/outcome.js';
import type { Trial } from '../model/result/plan.js';
import { getRule } from '../rule/rules-by-id.js';
import { nameTrial } from './alone/trial-outcome.js';
import type { ExchangeLog } from './passive/exchange-log.js';
import { findOpenQuestions, mayBeReportedElsewhere } from './passive/explain-outcomes.js';
import type { RunInput } from './run-input.js';
import type { Stages } from './stages.js';

export interface PublicationOptions extends Pick<RunInput, 'rules' | 'onOutcome'> {
  readonly log: Pick<ExchangeLog, 'listUncontrolled'>;
}

/** Hands each outcome to the caller once, as it will be in the report: none that a later step of the run may change. */
export function createPublication(
  trials: readonly Trial[],
  { rules, log, onOutcome }: PublicationOptions,
  { notify }: Pick<Stages, 'notify'>,
) {
  const published = new Set<Trial>();
  // What a passive rule finds has the names of requests, and its trial that of the service.
  const nameCheck = (trial: Trial) => (getRule(rules, trial.rule).isPassive ? trial.rule : nameTrial(trial));
  const left = new Set(trials.map(nameCheck));
  const emit = (outcome: Outcome) => {
    if (published.has(outcome.trial)) return;
    published.add(outcome.trial);
    left.delete(nameCheck(outcome.trial));
    notify(() => onOutcome?.(outcome, trials.length - left.size, trials.length));
  };
  return {
    /** Publishes an outcome now, unless completing the outcomes of the run may change it. */
    publish(outcome: Outcome): void {
      const { isAboutFailures, hasAdvice } = findOpenQuestions(outcome);
      const lacksControl = outcome.verdict === 'held' && log.listUncontrolled(outcome.trial).length > 0;
      const mayChange = lacksControl || isAboutFailures || hasAdvice || mayBeReportedElsewhere(outcome, rules);
      if (!mayChange) emit(outcome);
    },
    /** Publishes those of the whole run that were not published yet. */
    publishRest: (outcomes: readonly Outcome[]) => outcomes.forEach(emit),
  };
}
