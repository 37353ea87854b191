import { existsSync, readFileSync } from 'node:fs';

/** Returns the line that offers to ignore a new folder of reports in a Git repository; undefined if it exists, or is ignored. */
export function suggestGitignore(folder: string): string | undefined {
  const name = folder.replace(/\/+$/, '');
  if (!/^[\w.-]+$/.test(name) || /^\.+$/.test(name) || existsSync(name) || !existsSync('.git')) return undefined;
  const ignored = existsSync('.gitignore') ? readFileSync('.gitignore', 'utf8').split(/\r?\n/) : [];
  if (ignored.some((line) => line.trim().replace(/^\/|\/$/g, '') === name)) return undefined;
  return `assay: Git does not ignore ${name}/ yet; to ignore it: echo ${name}/ >> .gitignore`;
}
