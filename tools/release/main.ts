import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clock } from '../../src/model/clock.js';
import { buildReleaseFiles } from './build-files.js';
import { placeholderOwner } from './prepare-notes.js';
import { raiseVersion } from './raise-version.js';

/**
 * `npm run release -- VERSION [--repository OWNER/NAME] [--out DIR]`: makes the commit of a release and all its files, in a clone, so that
 * nothing is changed here unless all of it worked. `npm run release -- --build TAG [--out DIR]` builds the files of the version that is
 * checked out, with its installed dependencies. docs/releasing.md says what is left for a person.
 */
try {
  release();
} catch (reason) {
  const { message, stderr = '' } = reason as Error & { readonly stderr?: string | Buffer };
  process.stderr.write(`${message}\n${stderr}`);
  process.exitCode = 1;
}

function release(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'release' },
      repository: { type: 'string' },
      build: { type: 'boolean' },
    },
  });
  const out = resolve(values.out);
  if (existsSync(out)) throw new Error(`${values.out} is there already: name another folder (--out), or remove it`);
  const [version = '', another] = positionals;
  if (values.build) {
    print(buildReleaseFiles(process.cwd(), version, out), values.out);
    return;
  }
  requireReady(version, another, values.repository);
  const clone = mkdtempSync(join(tmpdir(), 'assay-release-'));
  try {
    const git = (...args: string[]) => run('git', '-C', clone, ...args);
    run('git', 'clone', '--quiet', '.', clone);
    const day = new Date(clock.epochMs()).toISOString().slice(0, 10);
    raiseVersion(clone, { version, day, repository: values.repository });
    for (const key of ['user.name', 'user.email']) git('config', key, run('git', 'config', key).trim());
    git('commit', '--quiet', '--all', '--message', `Release ${version}`);
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: clone });
    const files = join(clone, '.release');
    const names = buildReleaseFiles(clone, `v${version}`, files);
    run('git', 'fetch', '--quiet', clone, 'HEAD');
    run('git', 'merge', '--quiet', '--ff-only', 'FETCH_HEAD');
    cpSync(files, out, { recursive: true });
    print(names, values.out);
    process.stdout.write(`next, by a person: git tag -s v${version} && git push origin HEAD v${version}\n`);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** Throws where this checkout cannot become that version. */
function requireReady(version: string, another: string | undefined, repository: string | undefined): void {
  const { version: old, repository: known } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (another !== undefined || !/^\d+\.\d+\.\d+$/.test(version))
    throw new Error('usage: npm run release -- VERSION, such as 1.2.0 [--repository OWNER/NAME] [--out DIR]');
  const changed = run('git', 'status', '--porcelain').trim();
  if (changed !== '') throw new Error(`commit or remove these changes first:\n${changed}`);
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Error(`there is a tag v${version} already`);
  if (old.localeCompare(version, 'en', { numeric: true }) > 0)
    throw new Error(`package.json has version ${old}, which is later than ${version}`);
  if (repository === undefined && known.url.includes(`/${placeholderOwner}/`))
    throw new Error('package.json does not name the repository yet: --repository OWNER/NAME writes it everywhere');
  if (repository !== undefined && !/^[\w-]+\/[\w.-]+$/.test(repository))
    throw new Error(`--repository ${repository}: give owner and name, such as example/assay`);
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function print(names: readonly string[], folder: string): void {
  process.stdout.write(`${names.map((name) => join(folder, name)).join('\n')}\n`);
}
