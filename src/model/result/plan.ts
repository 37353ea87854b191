import type { Permission } from '../permission.js';
import type { Subject } from '../service/subject.js';
import type { Level } from './clause.js';
import type { Result } from './report.js';

/** One rule to run on one subject. */
export interface Trial {
  readonly rule: string;
  readonly level: Level;
  /** The permission that the rule needs. */
  readonly touches: Permission;
  readonly subject: Subject;
  /** The shard of the trial, if it runs here only as a prerequisite. */
  readonly shard?: number;
}

/** One rule that is not run on one subject, and why. */
export interface Exclusion extends Pick<Result, 'rule' | 'subject' | 'enable' | 'shard'> {
  readonly word: 'not-applicable' | 'not-run' | 'errored' | 'inconclusive';
  readonly cause: 'need' | 'permission' | 'filter' | 'kit' | 'budget';
  readonly why: string;
}

/** The trials, prerequisites first, and the exclusions. */
export interface Plan {
  readonly trials: readonly Trial[];
  readonly exclusions: readonly Exclusion[];
}
