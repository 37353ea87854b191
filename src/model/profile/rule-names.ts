import { escapeRegExp } from '../escapes.js';

/** Rules that were joined with another one: their former id, and the id of the rule that has their promise now, at the same operations. */
const formerRules: ReadonlyMap<string, string> = new Map([
  ['operations/current-entity-tag-answers-304', 'caching/current-entity-tag-answers-304'],
  ['operations/head-is-supported', 'safety/head-is-supported'],
  ['operations/head-mirrors-get', 'safety/head-matches-get'],
  ['operations/reading-without-credentials-answers-401', 'access/reading-without-credentials-answers-401'],
  ['operations/repeated-get-has-the-same-status', 'safety/repeated-get-returns-the-same'],
  ['operations/unknown-id-answers-404', 'absence/missing-item-answers-404'],
  ['operations/unusual-ids-are-not-a-server-error', 'validation/unusual-ids-are-not-a-server-error'],
  ['operations/unusual-queries-are-not-a-server-error', 'validation/unusual-queries-are-not-a-server-error'],
]);

/** The id that a rule has now. */
export const getCurrentId = (id: string): string => formerRules.get(id) ?? id;

/** The ids of rules that were joined with this one. */
export const listFormerIds = (id: string): readonly string[] =>
  [...formerRules].flatMap(([former, current]) => (current === id ? [former] : []));

/** Whether the name of a subject is that of an operation or an address: only there a former id stands for a rule. */
export const isAddressName = (subject: string): boolean => /^([A-Z]+ )?\//.test(subject);

/**
 * Whether a glob matches a rule by its id, its suite, or its clause; or by an id or suite of a rule that was joined with it. `*`
 * matches any characters.
 */
export function isGlobMatch(glob: string, id: string, clause: string, formerIds = listFormerIds(id)): boolean {
  const pattern = patterns.get(glob) ?? new RegExp(`^${glob.split('*').map(escapeRegExp).join('.*')}$`, 'i');
  if (patterns.size < maxPatterns) patterns.set(glob, pattern);
  const names = [id, ...formerIds];
  return pattern.test(clause) || names.some((name) => pattern.test(name) || pattern.test(name.split('/')[0] ?? ''));
}

/** The globs of a run are compared with each rule on each subject. */
const patterns = new Map<string, RegExp>();
const maxPatterns = 1_000;

/** The effect of a rule, as a profile declares it. */
export type Severity = 'off' | 'warn' | 'error';

/** The effect of the rules that a glob matches. */
export interface RuleSeverity {
  readonly glob: string;
  readonly severity: Severity;
}

/** The severity that a profile declares for a rule; the last glob that matches decides. */
export const findSeverity = (
  id: string,
  clause: string,
  severities: readonly RuleSeverity[] = [],
  formerIds: readonly string[] = listFormerIds(id),
): Severity | undefined => severities.findLast(({ glob }) => isGlobMatch(glob, id, clause, formerIds))?.severity;
