import { escapeRegExp } from './escape-reg-exp.js';

/** Whether a glob matches a rule by its id, its suite, or its clause. `*` matches any characters. */
export function isGlobMatch(glob: string, id: string, clause: string): boolean {
  const pattern = patterns.get(glob) ?? new RegExp(`^${glob.split('*').map(escapeRegExp).join('.*')}$`, 'i');
  if (patterns.size < maxPatterns) patterns.set(glob, pattern);
  return pattern.test(id) || pattern.test(id.split('/')[0] ?? '') || pattern.test(clause);
}

/** The globs of a run are compared with each rule on each subject. */
const patterns = new Map<string, RegExp>();
const maxPatterns = 1_000;
