import { escapeRegExp } from './escape-reg-exp.js';

/** Whether a glob matches a rule by its id, its suite, or its clause. `*` matches any characters. */
export function isGlobMatch(glob: string, id: string, clause: string): boolean {
  const pattern = new RegExp(`^${glob.split('*').map(escapeRegExp).join('.*')}$`, 'i');
  return pattern.test(id) || pattern.test(id.split('/')[0] ?? '') || pattern.test(clause);
}
