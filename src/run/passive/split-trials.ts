import type { Plan, Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';

/**
 * Splits trials: passive rules are judged after all others, over the exchanges of all of them. A rule with cases can judge
 * other exchanges as well, also where it has no subject for its cases: `unmet` are the rules that were not planned for some subject.
 */
export function splitTrials(
  trials: readonly Trial[],
  unmet: readonly string[],
  { rules, collections }: { readonly rules: RulesById; readonly collections: readonly Collection[] },
) {
  const isPassive = ({ rule }: Trial) => isPassiveOnly(rules, rule);
  const active = trials.filter((trial) => !isPassive(trial));
  const both = [...new Set([...active.map(({ rule }) => rule), ...unmet])].filter(
    (rule) => getRule(rules, rule).observes !== undefined,
  );
  const service = { kind: 'service', name: 'service', collections } as const;
  return {
    active,
    /** A passive rule, or the passive part of a rule that also has cases. */
    passive: [
      ...trials.filter(isPassive),
      ...both
        .filter((rule) => !isPassiveOnly(rules, rule))
        .map((rule): Trial => ({ rule, level: getRule(rules, rule).level, touches: 'reads', subject: service })),
    ],
  };
}

/** The rules that were not planned for some subject because of a need or of the permission. */
export const listUnmetRules = ({ exclusions }: Plan): string[] => [
  ...new Set(exclusions.flatMap(({ rule, cause }) => (cause === 'need' || cause === 'permission' ? [rule] : []))),
];

/** Whether a rule has no cases of its own. */
export const isPassiveOnly = (rules: RulesById, rule: string): boolean => getRule(rules, rule).isPassive === true;
