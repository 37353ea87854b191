import type { Profile } from '../model/profile/profile.js';
import type { NamedRule } from '../rule/rule.js';
import { limitCases } from './limit-cases.js';
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
