import { ProfileError } from '../model/profile/profile-error.js';
import { getCurrentId } from '../model/profile/rule-names.js';
import type { Waiver } from '../model/profile/waiver.js';
import type { NamedRule } from '../rule/rule.js';
import { suggestRule } from '../rule-set/check-globs.js';

/** Rejects waivers of unknown rules, which would never apply. Throws ProfileError with the location of each. */
export function checkWaivers(waivers: readonly Waiver[], rules: readonly NamedRule[]): void {
  const unknown = waivers.filter(({ rule }) => !rules.some(({ id }) => id === getCurrentId(rule)));
  if (unknown.length === 0) return;
  throw new ProfileError(
    unknown.map(({ rule, where }) => ({
      file: where,
      message: `no rule is called ${JSON.stringify(rule)}; ${suggestRule(rule, rules)}`,
    })),
  );
}
