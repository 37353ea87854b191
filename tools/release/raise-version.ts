import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeholderOwner } from './prepare-notes.js';

interface Raise {
  readonly version: string;
  /** The day of the release, as YYYY-MM-DD. */
  readonly day: string;
  /** Owner and name of the repository, where package.json does not say it yet. */
  readonly repository?: string | undefined;
}

/**
 * Writes a version into a checkout: the manifest and its lock file, the changelog, the names of packages in the docs, and the repository
 * in place of the placeholder. Throws where the changelog has nothing that is unreleased.
 */
export function raiseVersion(checkout: string, { version, day, repository }: Raise): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(checkout, file), change(readFileSync(join(checkout, file), 'utf8')));
  const old: string = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).version;
  edit('CHANGELOG.md', (text) => addRelease(text, version, day));
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
  const pages = run('git', 'ls-files', '*.md').split('\n').filter(Boolean);
  for (const page of pages) edit(page, (text) => text.replaceAll(`assay-${old}.tgz`, `assay-${version}.tgz`));
  if (repository === undefined) return;
  for (const file of ['package.json', ...pages])
    edit(file, (text) => text.replaceAll(`${placeholderOwner}/assay`, repository));
}

/** Puts what is unreleased below a heading of its own. Throws where that is nothing. */
export function addRelease(changelog: string, version: string, day: string): string {
  const [, before = '', unreleased = '', after = ''] =
    /^([\s\S]*?^## \[Unreleased\]\n)([\s\S]*?)((?:^## \[[\s\S]*)?)$(?![\s\S])/m.exec(changelog) ?? [];
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has no text below "## [Unreleased]"');
  return `${before}\n## [${version}] - ${day}\n\n${unreleased.trim()}\n${after && `\n${after}`}`;
}
