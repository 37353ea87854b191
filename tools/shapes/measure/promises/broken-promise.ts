import type { CollectionChoices, ServiceChoices } from '../../design/design.js';
import type { CollectionFacts, ServiceFacts } from '../../facts/facts.js';

/** What a value of a dimension breaks, for the whole service. */
export interface ServicePromise {
  /** Ids of rules; `*` stands for any text. */
  readonly rules: readonly string[];
  readonly because: string;
  isBroken(service: ServiceChoices, facts: ServiceFacts): boolean;
}

/** What a value of a dimension breaks, in one collection. */
export interface CollectionPromise {
  readonly rules: readonly string[];
  readonly because: string;
  isBroken(choices: CollectionChoices, collection: CollectionFacts, facts: ServiceFacts): boolean;
}

/** Whether the id of a rule matches one of some patterns. */
export const matchesRule = (rule: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(rule));
