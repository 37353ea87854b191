import { isDecided } from '../../model/result/findings.js';
import type { Reach } from '../../model/result/reach.js';
import type { Result } from '../../model/result/report.js';
import { simplifyReason } from '../../model/result/unchecked-causes.js';

const maxReasons = 5;

export function computeReach(
  results: readonly Result[],
  least: number | undefined,
  creations?: Reach['creations'],
): Reach {
  const asked = results.filter(({ cause }) => cause !== 'filter');
  const checked = asked.filter(isDecided);
  const reasons = new Map<string, number>();
  for (const { undecided = [] } of results)
    for (const { why, cases } of undecided) {
      const reason = simplifyReason(why);
      reasons.set(reason, (reasons.get(reason) ?? 0) + cases);
    }
  const sorted = [...reasons].sort(([, one], [, other]) => other - one);
  return {
    rules: { checked: countRules(checked), of: countRules(asked), ...(least !== undefined && { least }) },
    cases: {
      decided: results.reduce((sum, { cases }) => sum + cases, 0),
      undecided: sorted.reduce((sum, [, cases]) => sum + cases, 0),
      reasons: sorted.slice(0, maxReasons).map(([why, cases]) => ({ why, cases })),
    },
    ...(creations && { creations }),
  };
}

const countRules = (results: readonly Result[]): number => new Set(results.map(({ rule }) => rule)).size;

/** Says that too little was checked, and what would change it; never of a shard or a replay. */
export function describeTooLittle({ rules }: Reach, results: readonly Result[]): string | undefined {
  const { least = 0 } = rules;
  if (rules.checked >= least) return undefined;
  const advice = listAdvice(results);
  const more = advice.length > 0 ? `to check more: ${advice.join(', ')}; ` : '';
  return (
    `too little was checked: ${rules.checked} of ${rules.of} rules, and ${least} are required (limits.minRules); ` +
    `${more}to accept this: --min-rules ${Math.max(1, rules.checked)}`
  );
}

const maxAdvice = 3;

/** The profile keys and flags that would make most rules decidable. */
function listAdvice(results: readonly Result[]): string[] {
  const rules = new Map<string, Set<string>>();
  for (const { enable, rule } of results)
    if (enable !== undefined) rules.set(enable, (rules.get(enable) ?? new Set()).add(rule));
  return [...rules]
    .sort(([, one], [, other]) => other.size - one.size)
    .slice(0, maxAdvice)
    .map(([enable, { size }]) => `${enable} (${size} rule${size === 1 ? '' : 's'})`);
}
