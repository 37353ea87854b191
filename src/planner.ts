import { subjectsOf } from './known.js';
import { type Exclusion, type NamedRule, type Plan, plan } from './plan/index.js';
import type { Collection } from './rule/index.js';
import type { Profile } from './target/index.js';

/** What bounds a plan. */
export interface Planning {
  /** Name of the only subject to try. */
  readonly subject?: string | undefined;
  /** Why the survey did not see everything. */
  readonly cut?: string | undefined;
}

/** Plans for collections as they become known, under one profile. */
export const planner =
  (rules: readonly NamedRule[], profile: Profile, { subject, cut }: Planning = {}) =>
  (collections: readonly Collection[]): Plan => {
    const { permit, only } = profile;
    const { trials, exclusions } = plan({ rules, subjects: subjectsOf(collections, profile), permit, only });
    const chosen = trials.filter((trial) => subject === undefined || trial.subject.name === subject);
    return { trials: chosen, exclusions: cut === undefined ? exclusions : exclusions.map((one) => unknown(one, cut)) };
  };

/** What a service does not show to a survey that was cut short, it may have all the same. */
const unknown = (exclusion: Exclusion, why: string): Exclusion => {
  if (exclusion.cause !== 'need') return exclusion;
  const { enable: _, ...known } = exclusion;
  return { ...known, word: 'inconclusive', cause: 'budget', why };
};
