import { isGlobMatch } from '../../../src/model/profile/rule-names.js';
import type { SourceFiles } from './source-files.js';

/** The file that loads all rules; a job that runs it depends on the rules that it asks for. */
export const ruleLoader = 'src/rule-set/shipped-rules.ts';

/** The sentences that rules cite; the file that loads them names it by its place. */
export const conventionFile = 'suites/convention.md';

/** The files of the rules that globs name, or of all rules. */
export function listRuleFiles(files: SourceFiles, globs: readonly string[] | undefined): string[] {
  const rules = files
    .list('suites')
    .filter((path) => /^suites\/[^_][^/]*\/[a-z][^/]*(?<!\.(test|fixture))\.ts$/.test(path));
  const isAsked = (id: string) => globs === undefined || globs.some((glob) => isGlobMatch(glob, id, ''));
  return rules.filter((path) => isAsked(path.replace(/^suites\/|\.ts$/g, '')));
}
