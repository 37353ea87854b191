import { isGlobMatch } from '../model/match-glob.js';
import { findNearestWord } from '../model/nearest-word.js';
import type { Profile } from '../model/profile/profile.js';
import { ProfileError } from '../model/profile/profile-error.js';
import type { NamedRule } from '../rule/rule.js';

/** Checks that each glob matches a rule; `from` is their place for the message. Throws ProfileError. */
export function checkGlobs(globs: readonly string[], from: string, rules: readonly NamedRule[]): void {
  for (const glob of globs) {
    if (rules.some(({ id, rule }) => isGlobMatch(glob, id, rule.clause))) continue;
    const message = `no rule is called ${JSON.stringify(glob)}; ${suggestRule(glob, rules)}`;
    throw new ProfileError([{ file: from, message }]);
  }
}

/** Checks the globs of a profile: what is checked, what is not, and severities. `flags` says which of them come from flags. Throws ProfileError. */
export function checkProfileGlobs(
  { file = 'profile', only, except = [], severities = [] }: Pick<Profile, 'file' | 'only' | 'except' | 'severities'>,
  rules: readonly NamedRule[],
  flags: { readonly only?: readonly string[]; readonly except?: readonly string[] } = {},
): void {
  checkGlobs(only, flags.only ? '--only' : file, rules);
  checkGlobs(flags.except ?? [], '--except', rules);
  checkGlobs([...except, ...severities.map(({ glob }) => glob)], file, rules);
}

/** Suggests a rule for a name that matches none. */
export function suggestRule(name: string, rules: readonly NamedRule[]): string {
  const ids = rules.map(({ id }) => id);
  const suites = [...new Set(ids.map((id) => id.split('/', 1)[0] ?? ''))];
  const [suite = '', rule = ''] = name.split('/');
  if (suites.includes(suite) && /^\*?$/.test(rule)) return 'it is a suite, and "assay rules" lists its rules';
  const bare = rule.replaceAll('*', '');
  const close = findNearestWord(name, [...ids, ...suites, ...rules.map(({ rule: { clause } }) => clause)]);
  const closeSuite = findNearestWord(suite, suites);
  const meant =
    close ?? (bare === '' ? closeSuite && `${closeSuite}/*` : ids.find((id) => id.split('/')[1]?.includes(bare)));
  return meant ? `did you mean ${meant}?` : '"assay rules" lists all rules';
}
