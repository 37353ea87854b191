import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { NamedRule, Rule } from '../rule/rule.js';

/** The suites that come with the kit: compiled beside this file, or the sources when tests run on them. */
export const suitesFolder = fileURLToPath(new URL('../../suites/', import.meta.url));

/** Where the convention is written down; the package holds it once, beside the sources of the suites. */
export const conventionFile = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../suites/convention.md' : '../../../suites/convention.md',
    import.meta.url,
  ),
);

/** Reads rule folders; a rule's id is its path in its folder. Throws an Error for a duplicate id or a file without a rule. */
export async function readRuleFolders(folders: readonly string[] = [suitesFolder]): Promise<NamedRule[]> {
  const files = folders.flatMap((folder) =>
    listRuleFiles(folder).map((file) => ({
      file,
      id: relative(folder, file)
        .replace(/\.m?[jt]s$/, '')
        .replaceAll('\\', '/'),
    })),
  );
  const twice = files.find(({ id }, i) => files.findIndex((other) => other.id === id) !== i);
  if (twice) throw new Error(`two rules are called ${twice.id}; the second is ${twice.file}`);
  return Promise.all(files.map(({ file, id }) => readRule(file, id)));
}

/** A rule has a member `then`, so it must never be what a promise resolves with: it travels inside its named rule. */
async function readRule(file: string, id: string): Promise<NamedRule> {
  const module: { default?: Rule } = await import(pathToFileURL(file).href);
  const rule = module.default;
  if (rule?.then === undefined || rule.clause === undefined)
    throw new Error(`${file} has no rule as its default export`);
  return { id, rule };
}

const listRuleFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /^[a-z].*(?<!\.test|\.d)\.m?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
