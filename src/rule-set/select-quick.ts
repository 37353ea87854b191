import type { Profile } from '../model/profile/profile.js';
import type { NamedRule } from '../rule/rule.js';
import { loadRuleSet, type RuleSet } from './load-rule-set.js';

import measuredCases from './quick-cases.json' with { type: 'json' };

/**
 * The rules of `--quick` with their cases: few requests that find most faults of the demo, as measured by
 * `npm run bench:quick`, which writes them.
 */
export const quickCases: Readonly<Record<string, number>> = measuredCases;

/** The rules of a profile, loaded unless they are given. Throws {@link RuleSetError}. */
export async function chooseRuleSet(
  { ruleFolders, isQuick }: Pick<Profile, 'ruleFolders' | 'isQuick'>,
  loaded?: RuleSet,
): Promise<RuleSet> {
  const ruleSet = loaded ?? (await loadRuleSet(ruleFolders));
  return isQuick ? selectQuick(ruleSet) : ruleSet;
}

/**
 * Limits the cases of the kit's rules to those of a quick run, and names the rules that it leaves out. Passive rules send nothing, so
 * all of them are checked. Rules of other folders stay as they are: who passes them wants them checked.
 */
export function selectQuick(ruleSet: RuleSet): RuleSet {
  const { rules, added } = ruleSet;
  const isLeftOut = ({ id, rule }: NamedRule) => quickCases[id] === undefined && !rule.isPassive && !added?.has(id);
  return {
    ...limitCases(ruleSet, (id) => quickCases[id]),
    leftOut: new Set(rules.filter(isLeftOut).map(({ id }) => id)),
  };
}

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
