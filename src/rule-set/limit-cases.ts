import type { RuleSet } from './load-rule-set.js';

/** Number of cases of a rule that declares none. */
const defaultCases = 10;

/** Gives rules at most as many cases as `getCases` returns, in a run of 10; where it returns nothing, a rule stays as it is. */
export function limitCases({ rules, ...rest }: RuleSet, getCases: (rule: string) => number | undefined): RuleSet {
  return {
    ...rest,
    rules: rules.map((named) => {
      const most = getCases(named.id);
      const { rule } = named;
      // At operations, a rule has one case.
      if (most === undefined || most >= (rule.cases ?? defaultCases)) return named;
      return { id: named.id, rule: { ...rule, cases: most } };
    }),
  };
}
