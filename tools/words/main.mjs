import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBannedWords } from './find-banned-words.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

const files = ['src', 'suites', 'docs', 'test', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(ts|md|schema\.json)$/.test(entry.name) && !/[\\/]fixtures\b/.test(entry.parentPath),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !path.startsWith('tools/words/')),
);

const problems = [...files, 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
  .sort()
  .flatMap((path) => findBannedWords(path, readFileSync(join(root, path), 'utf8')));

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.stderr.write(`${problems.length} banned words; see tools/words/words.mjs\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
