import type { Trial } from '../../model/result/plan.js';
import type { Subject } from '../../model/service/subject.js';
import { listSubjectCollections } from '../../model/service/subject-collections.js';
import { getRule } from '../../rule/rules-by-id.js';
import { defaultCases } from '../trial/trial-settings.js';
import { buildClaim, type ClaimOptions, type TrialClaim } from './trial-claim.js';

/** A trial in the schedule. */
export interface ScheduledTrial {
  readonly trial: Trial;
  readonly index: number;
  readonly claim: TrialClaim;
  /** The trials that it waits for, and those that these wait for. */
  readonly assumed: ReadonlySet<ScheduledTrial>;
  /** Number of trials that wait for it. */
  dependents: number;
}

/** A trial of the service is about as long as one with the usual number of cases that assumes so many rules. */
const usualAssumed = 10;

/** The trials in the order in which they may begin, and those that others may not delay. */
export interface TrialOrder {
  readonly waiting: ScheduledTrial[];
  readonly urgent: Set<ScheduledTrial>;
}

/**
 * Orders trials. Those that run alone, while trials wait for them that could run side by side with all others, are urgent and come
 * first; then those that others wait for; then, side by side, those that only read a list, so that they read it together with the ones
 * before, which create entries first; then those that probably take longest.
 */
export function orderTrials(
  trials: readonly Trial[],
  options: ClaimOptions & { readonly concurrency: number },
): TrialOrder {
  const all = listScheduledTrials(trials, options);
  const dependents = new Map<ScheduledTrial, ScheduledTrial[]>();
  for (const one of all)
    for (const other of one.assumed) {
      const known = dependents.get(other);
      if (known) known.push(one);
      else dependents.set(other, [one]);
    }
  for (const [one, { length }] of dependents) one.dependents = length;
  const isUrgent = (one: ScheduledTrial) =>
    (one.claim.mode === 'alone' || one.claim.mode === 'list') &&
    one.trial.subject.kind !== 'operation' &&
    dependents.get(one)?.some(({ claim }) => claim.mode === 'own items') === true;
  // A rule that builds on others sends more in each case, and one about the service tries all of it.
  const estimateLength = ({ trial, assumed }: ScheduledTrial) =>
    (getRule(options.rules, trial.rule).cases ?? defaultCases) *
    (1 + assumed.size + (trial.subject.kind === 'service' ? usualAssumed : 0));
  const urgent = all.filter(isUrgent);
  const isReader = ({ claim, trial: { touches } }: ScheduledTrial) =>
    options.concurrency > 1 && claim.mode === 'list' && touches === 'reads';
  const readers = all.filter((one) => isReader(one) && !urgent.includes(one));
  const last = all.filter((one) => !dependents.has(one) && !isReader(one));
  const others = all.filter((one) => dependents.has(one) && !isReader(one) && !urgent.includes(one));
  last.sort((one, other) => estimateLength(other) - estimateLength(one));
  return {
    waiting: [...urgent, ...others, ...readers, ...last],
    urgent: new Set(urgent),
  };
}

function listScheduledTrials(trials: readonly Trial[], options: ClaimOptions): ScheduledTrial[] {
  const all = trials.map((trial, index) => ({
    ...{ trial, index, claim: buildClaim(trial, options) },
    assumed: new Set<ScheduledTrial>(),
    dependents: 0,
  }));
  const byRule = new Map<string, ScheduledTrial[]>();
  for (const one of all) byRule.set(one.trial.rule, [...(byRule.get(one.trial.rule) ?? []), one]);
  const addAssumed = (assumed: Set<ScheduledTrial>, { trial }: ScheduledTrial) => {
    for (const rule of getRule(options.rules, trial.rule).assumes ?? [])
      for (const other of byRule.get(rule) ?? []) {
        if (assumed.has(other) || !hasSharedCollection(other.trial.subject, trial.subject)) continue;
        assumed.add(other);
        addAssumed(assumed, other);
      }
  };
  for (const one of all) addAssumed(one.assumed, one);
  return all;
}

/** Whether two subjects share a collection, so that a violation of one concerns the other. */
export const hasSharedCollection = (a: Subject, b: Subject): boolean =>
  listSubjectCollections(a).some((name) => listSubjectCollections(b).includes(name));
