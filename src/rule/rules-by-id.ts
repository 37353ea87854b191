import type { NamedRule, Rule } from './rule.js';

/** Rules by their id. */
export type RulesById = Pick<ReadonlyMap<string, Rule>, 'get'>;

/** Indexes rules by their id. */
export const indexRules = (rules: readonly NamedRule[]): RulesById =>
  new Map(rules.map(({ id, rule }): [string, Rule] => [id, rule]));

/**
 * Returns the rule with this id. Throws an Error when there is none, because trials are planned from the same rules.
 */
export function getRule(rules: RulesById, id: string): Rule {
  const rule = rules.get(id);
  if (rule === undefined) throw new Error(`no rule has the id ${id}`);
  return rule;
}
