import { escapeRegExp } from './escape-reg-exp.js';
import { listFormerIds } from './profile/former-rules.js';

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
