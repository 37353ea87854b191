import type { Profile } from '../model/profile/profile.js';
import type { Exclusion, Plan } from '../model/result/plan.js';
import type { Collection } from '../model/service/subject.js';
import { plan } from '../plan/plan.js';
import type { NamedRule } from '../rule/rule.js';
import { indexRules } from '../rule/rules-by-id.js';
import { listSubjects } from './list-subjects.js';
import type { TrialPriority } from './options.js';
import type { RunShard } from './sharding.js';

/** What limits a plan. */
export interface PlanTrialsOptions {
  /** Name of the only subject to check. */
  readonly subject?: string | undefined;
  /** Why the survey is incomplete. */
  readonly cut?: string | undefined;
  /** What is checked first; rules that it assumes are checked before it. */
  readonly isFirst?: TrialPriority | undefined;
  /** The shard to check, of several. */
  readonly shard?: RunShard | undefined;
}

/** Plans which rule meets which subject, for the collections as they are known now, under one profile. */
export function planTrials(
  rules: readonly NamedRule[],
  collections: readonly Collection[],
  profile: Profile,
  { subject, cut, isFirst, shard }: PlanTrialsOptions = {},
): Plan {
  const { permit, only } = profile;
  const { trials, exclusions } = plan({ rules, subjects: listSubjects(collections, profile), permit, only });
  const chosen = trials.filter((trial) => subject === undefined || trial.subject.name === subject);
  const whole = {
    trials: isFirst ? sortPreferredFirst(chosen, isFirst) : chosen,
    exclusions: cut === undefined ? exclusions : exclusions.map((one) => markUnsurveyed(one, cut)),
  };
  return shard?.selectTrials(whole, indexRules(rules)) ?? whole;
}

const sortPreferredFirst = (trials: Plan['trials'], isFirst: TrialPriority): Plan['trials'] => [
  ...trials.filter(({ rule, subject }) => isFirst(rule, subject.name)),
  ...trials.filter(({ rule, subject }) => !isFirst(rule, subject.name)),
];

/** After an incomplete survey, a missing feature can exist anyway. */
const markUnsurveyed = (exclusion: Exclusion, why: string): Exclusion => {
  if (exclusion.cause !== 'need') return exclusion;
  const { enable: _, ...known } = exclusion;
  return { ...known, word: 'inconclusive', cause: 'budget', why };
};
