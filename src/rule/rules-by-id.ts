import type { Subject } from '../model/service/subject.js';
import type { NamedRule, Rule } from './rule.js';

/** Rules by their id. */
export type RulesById = Pick<ReadonlyMap<string, Rule>, 'get'>;

/** A rule on a subject. */
interface RuleOnSubject {
  readonly rule: string;
  readonly subject: Subject;
}

/** Indexes rules by their id. */
export const indexRules = (rules: readonly NamedRule[]): RulesById =>
  new Map(rules.map(({ id, rule }): [string, Rule] => [id, rule]));

/** Returns the rule with this id, or its experiment for this subject. Throws where there is none. */
export function getRule(rules: RulesById, of: string | RuleOnSubject): Rule {
  const id = typeof of === 'string' ? of : of.rule;
  const rule = rules.get(id);
  if (rule === undefined) throw new Error(`no rule has the id ${id}`);
  return typeof of === 'object' && of.subject.kind === rule.elsewhere?.per ? rule.elsewhere : rule;
}

/**
 * Whether a rule on a subject assumes another one. What a rule promises at operations is assumed there, and not what it promises of
 * collections.
 */
export function assumesRule(rules: RulesById, trial: RuleOnSubject, other: RuleOnSubject): boolean {
  if (getRule(rules, trial).assumes?.includes(other.rule) !== true) return false;
  const { elsewhere } = getRule(rules, other.rule);
  return elsewhere === undefined || (trial.subject.kind === elsewhere.per) === (other.subject.kind === elsewhere.per);
}
