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
  const isPassive = (rule: string) => getRule(rules, rule).isPassive === true;
  const active = trials.filter(({ rule }) => !isPassive(rule));
  const both = [...new Set([...active.map(({ rule }) => rule), ...unmet])].filter(
    (rule) => getRule(rules, rule).observes !== undefined,
  );
  const service = { kind: 'service', name: 'service', collections } as const;
  return {
    active,
    /** A passive rule, or the passive part of a rule that also has cases. */
    passive: [
      ...trials.filter(({ rule }) => isPassive(rule)),
      ...both
        .filter((rule) => !isPassive(rule))
        .map((rule): Trial => ({ rule, level: getRule(rules, rule).level, touches: 'reads', subject: service })),
    ],
  };
}

/** The rules that were not planned for some subject because of a need or of the permission. */
export const listUnmetRules = ({ exclusions }: Plan): string[] => [
  ...new Set(exclusions.flatMap(({ rule, cause }) => (cause === 'need' || cause === 'permission' ? [rule] : []))),
];
