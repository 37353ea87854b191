import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DeclaredRule, NamedRule } from '../rule/rule.js';

/** The suites of the kit: compiled beside this file, or the sources in tests. */
export const suitesFolder = fileURLToPath(new URL('../../suites/', import.meta.url));

/** The file with the convention; the package contains it once, beside the sources of the suites. */
export const conventionFile = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../suites/convention.md' : '../../../suites/convention.md',
    import.meta.url,
  ),
);

/**
 * Reads rule folders; the id of a rule is its path in the folder. Throws an Error for a duplicate id or a file without
 * a rule.
 */
export async function readRuleFolders(folders: readonly string[] = [suitesFolder]): Promise<NamedRule<DeclaredRule>[]> {
  const files = folders.flatMap((folder) =>
    listRuleFiles(folder).map((file) => ({
      file,
      id: relative(folder, file)
        .replace(/\.m?[jt]s$/, '')
        .replaceAll('\\', '/'),
    })),
  );
  const twice = files.find(({ id }, i) => files.findIndex((other) => other.id === id) !== i);
  if (twice) throw new Error(`two rules have the id ${twice.id}; the second is ${twice.file}`);
  return Promise.all(files.map(({ file, id }) => readRule(file, id)));
}

/** A rule has a member `then`, so a promise must not resolve to it directly. */
async function readRule(file: string, id: string): Promise<NamedRule<DeclaredRule>> {
  const module: { default?: DeclaredRule } = await import(pathToFileURL(file).href);
  const rule = module.default;
  if (rule?.then === undefined || rule.clause === undefined)
    throw new Error(`${file} has no rule as its default export; write export default defineRule({ … })`);
  return { id, rule };
}

/** Rules are all files but tests, fixtures, and what begins with `_` or lies in a folder that does. */
const listRuleFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /^[a-z].*(?<!\.test|\.fixture|\.d)\.m?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])_/.test(relative(folder, file)))
    .sort();
