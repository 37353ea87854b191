import type { Profile } from '../model/profile/profile.js';
import type { Exclusion, Plan } from '../model/result/plan.js';
import type { Collection } from '../model/service/subject.js';
import { plan } from '../plan/plan.js';
import type { NamedRule } from '../rule/rule.js';
import { indexRules } from '../rule/rules-by-id.js';
import { subjectsOf } from './list-subjects.js';
import type { First } from './options.js';
import type { Sharing } from './sharding.js';

/** What bounds a plan. */
export interface Planning {
  /** Name of the only subject to try. */
  readonly subject?: string | undefined;
  /** Why the survey did not see everything. */
  readonly cut?: string | undefined;
  /** What is tried first; what it assumes goes before it all the same. */
  readonly isFirst?: First | undefined;
  /** The shard to try, of several. */
  readonly shard?: Sharing | undefined;
}

/** Plans for collections as they become known, under one profile. */
export const planner =
  (rules: readonly NamedRule[], profile: Profile, { subject, cut, isFirst, shard }: Planning = {}) =>
  (collections: readonly Collection[]): Plan => {
    const { permit, only } = profile;
    const { trials, exclusions } = plan({ rules, subjects: subjectsOf(collections, profile), permit, only });
    const chosen = trials.filter((trial) => subject === undefined || trial.subject.name === subject);
    const whole = {
      trials: isFirst ? preferring(chosen, isFirst) : chosen,
      exclusions: cut === undefined ? exclusions : exclusions.map((one) => unknown(one, cut)),
    };
    return shard?.portion(whole, indexRules(rules)) ?? whole;
  };

const preferring = (trials: Plan['trials'], isFirst: First): Plan['trials'] => [
  ...trials.filter(({ rule, subject }) => isFirst(rule, subject.name)),
  ...trials.filter(({ rule, subject }) => !isFirst(rule, subject.name)),
];

/** What a service does not show to a survey that was cut short, it may have all the same. */
const unknown = (exclusion: Exclusion, why: string): Exclusion => {
  if (exclusion.cause !== 'need') return exclusion;
  const { enable: _, ...known } = exclusion;
  return { ...known, word: 'inconclusive', cause: 'budget', why };
};
