import { subjectsOf } from './known.js';
import { type NamedRule, type Plan, plan } from './plan/index.js';
import type { Collection } from './rule/index.js';
import type { Profile } from './target/index.js';

/** Plans for collections as they become known, under one profile; `subject` is the name of the only one to try. */
export const planner =
  (rules: readonly NamedRule[], profile: Profile, subject?: string) =>
  (collections: readonly Collection[]): Plan => {
    const { permit, only } = profile;
    const { trials, exclusions } = plan({ rules, subjects: subjectsOf(collections, profile), permit, only });
    const chosen = trials.filter((trial) => subject === undefined || trial.subject.name === subject);
    return { trials: chosen, exclusions };
  };
