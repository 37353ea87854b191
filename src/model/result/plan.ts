import type { Level } from '../level.js';
import type { Permission } from '../permission.js';
import type { Subject } from '../service/subject.js';

/** One rule that will meet one subject. */
export interface Trial {
  /** Id of the rule. */
  readonly rule: string;
  /** Level of the rule. */
  readonly level: Level;
  /** How far the rule goes. */
  readonly touches: Permission;
  readonly subject: Subject;
  /** The shard that it belongs to, where it is tried here only because others rest on it. */
  readonly shard?: number;
}

/** One rule that will not meet one subject, and why. */
export interface Exclusion {
  /** Id of the rule. */
  readonly rule: string;
  readonly subject: string;
  readonly word: 'not-applicable' | 'not-run' | 'errored' | 'inconclusive';
  readonly cause: 'need' | 'permission' | 'filter' | 'kit' | 'budget';
  readonly why: string;
  /** The profile key or flag that would change it. */
  readonly enable?: string;
  /** The shard that tries it. */
  readonly shard?: number;
}

/** What will be tried, in an order in which assumptions come first, and what will not. */
export interface Plan {
  readonly trials: readonly Trial[];
  readonly exclusions: readonly Exclusion[];
}
