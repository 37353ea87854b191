import { findNearestWord } from '../model/nearest-word.js';
import type { Profile } from '../model/profile/profile.js';
import { ProfileError } from '../model/profile/profile-error.js';
import { findSeverity, isGlobMatch, listFormerIds } from '../model/profile/rule-names.js';
import type { NamedRule } from '../rule/rule.js';

/** Checks that each glob matches a rule; `from` is their place for the message. Throws ProfileError. */
export function checkGlobs(globs: readonly string[], from: string, rules: readonly NamedRule[]): void {
  for (const glob of globs) {
    if (rules.some(({ id, rule }) => isGlobMatch(glob, id, rule.clause))) continue;
    const message = `no rule is called ${JSON.stringify(glob)}; ${suggestRule(glob, rules)}`;
    throw new ProfileError([{ file: from, message }]);
  }
}

type RuleSelection = Pick<Profile, 'file' | 'only' | 'except' | 'severities'>;

interface GlobFlags {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

/**
 * Checks the globs of a profile: what is checked, what is not, and severities. `flags` says which of them come from flags.
 * Throws ProfileError, also if no rule is left.
 */
export function checkProfileGlobs(selection: RuleSelection, rules: readonly NamedRule[], flags: GlobFlags = {}): void {
  const { file = 'profile', only, except = [], severities = [] } = selection;
  checkGlobs(only, flags.only ? '--only' : file, rules);
  checkGlobs(flags.except ?? [], '--except', rules);
  checkGlobs([...except, ...severities.map(({ glob }) => glob)], file, rules);
  checkSelection(selection, rules, flags);
}

/** Checks that at least one rule is selected and not excluded. Throws ProfileError. */
export function checkSelection(
  { file = 'profile', only, except = [], severities = [] }: RuleSelection,
  rules: readonly NamedRule[],
  flags: GlobFlags = {},
): void {
  const excluding = new Set<string>();
  for (const { id, clause, formerIds } of rules.flatMap(listExperiments)) {
    const isMeant = (glob: string) => isGlobMatch(glob, id, clause, formerIds);
    if (only.length > 0 && !only.some(isMeant)) continue;
    const glob = except.find(isMeant);
    const isOff = findSeverity(id, clause, severities, formerIds) === 'off';
    if (glob === undefined && !isOff) return;
    excluding.add(glob ?? `${severities.findLast((one) => isMeant(one.glob))?.glob} (severity off)`);
  }
  const named = [...(flags.only ? ['--only'] : []), ...(flags.except ? ['--except'] : [])].join(', ');
  const selected = only.length > 0 ? `all rules that ${only.join(' ')} selects` : 'all rules';
  const message = `no rule is left: ${selected} are excluded by ${[...excluding].join(', ')}`;
  throw new ProfileError([{ file: named || file, message }]);
}

/** The id of a rule that was joined with another one selects its experiment at operations alone. */
const listExperiments = ({ id, rule: { clause, elsewhere } }: NamedRule) =>
  [[], ...(elsewhere ? [listFormerIds(id)] : [])].map((formerIds) => ({ id, clause, formerIds }));

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
