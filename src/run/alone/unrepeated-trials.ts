import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { listSubjectCollections } from '../../model/service/subject-collections.js';
import type { Rule } from '../../rule/rule.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import { isAssumed } from '../schedule/order-trials.js';
import { isListWatch } from '../schedule/trial-claim.js';

/** Number of rules whose violations are not reproduced, on one collection, from which on the service counts as unstable. */
const minUnstable = 3;

/** Whether a violation was seen and not reproduced: another trial may have been the reason. */
export const isUnrepeated = (outcome: Outcome | undefined): boolean => outcome?.cause === 'not-reproduced';

/** Whether the preparation failed: another trial may have changed or removed what it needs. */
export const isUnprepared = (outcome: Outcome | undefined): boolean => outcome?.cause === 'setup';

/**
 * Whether items of other trials in a list may be why a trial that reads it is undecided: they come and go, or are too many; or the
 * list, changed all the time, looked as if a rule were violated that the trial assumes.
 */
export const isDisturbed = (outcome: Outcome | undefined, rules: RulesById): boolean =>
  outcome?.cause !== undefined &&
  (outcome.cause === 'noise' ||
    outcome.cause === 'no-usable-case' ||
    (outcome.cause.startsWith('assumption:') && outcome.requests > 0)) &&
  mayBeDisturbed(getRule(rules, outcome.trial));

const mayBeDisturbed = ({ watches, expectsNoEffect }: Rule): boolean =>
  isListWatch(watches) || expectsNoEffect === true;

/** Why a trial that expects no effect is undecided although nothing has changed. */
const harmless: readonly string[] = ['setup', 'refused', 'no-usable-case', 'no-answer'];

/**
 * Whether the outcome of a trial that expects no effect leaves open whether something changed: then the requests of those beside it
 * may have done that, and each of them runs again alone.
 */
export const isSuspicious = (outcome: Outcome | undefined): boolean => {
  if (outcome === undefined) return false;
  const { verdict, cause = '', notes, undecided = [] } = outcome;
  if (verdict === 'held') return notes.length > 0 || undecided.length > 0;
  return verdict !== 'inconclusive' || !(harmless.includes(cause) || cause.startsWith('assumption:'));
};

/** Whether a trial may run again at the end. */
export const mayBeRetried = (outcome: Outcome, rules: RulesById): boolean =>
  isUnrepeated(outcome) || isUnprepared(outcome) || isDisturbed(outcome, rules);

/**
 * Withdraws violations that assume a rule whose violation was found only after them, when its trial was tried again. Returns the
 * outcomes in their order.
 */
export function withdrawDependents(
  outcomes: readonly Outcome[],
  retried: readonly Trial[],
  rules: RulesById,
): Outcome[] {
  const found = outcomes.filter(({ verdict, trial }) => verdict === 'violated' && retried.includes(trial));
  return outcomes.map((outcome) => {
    const { trial, verdict } = outcome;
    if (verdict !== 'violated') return outcome;
    const assumed = found.find((other) => isAssumed(other.trial, trial, rules));
    if (assumed === undefined) return outcome;
    const { counterexample: _, ...rest } = outcome;
    const why = `inconclusive until "${getRule(rules, assumed.trial).title}" is fixed`;
    return { ...rest, verdict: 'inconclusive', cause: `assumption:${assumed.trial.rule}`, why };
  });
}

/**
 * Notes about collections on which violations of several rules were seen and never reproduced. A single one may be chance;
 * several mean that the service behaves differently each time. No clause promises the opposite for all requests, so this is no
 * violation.
 */
export function describeInstability(outcomes: readonly Outcome[]): string[] {
  const rules = new Map<string, Set<string>>();
  for (const { cause, trial } of outcomes)
    for (const name of cause === 'not-reproduced' ? listSubjectCollections(trial.subject) : [])
      rules.set(name, (rules.get(name) ?? new Set()).add(trial.rule));
  return [...rules]
    .filter(([, seen]) => seen.size >= minUnstable)
    .map(
      ([name, seen]) =>
        `${name} is unstable under repetition: ${seen.size} rules were violated there, and not each time, also when nothing else of this run was under way: ${[...seen].join(', ')}`,
    );
}
