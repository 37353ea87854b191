import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { addRelease } from './raise-version.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const command = join(root, 'dist/tools/release/main.js');

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'assay-'));
  execFileSync('git', ['clone', '--quiet', root, checkout]);
  for (const [key, value] of Object.entries({ 'user.name': 'A', 'user.email': 'a@example.com' }))
    git('config', key, value);
  return () => rmSync(checkout, { recursive: true, force: true });
});

const git = (...args: string[]) => execFileSync('git', ['-C', checkout, ...args], { encoding: 'utf8' }).trim();
const release = (...args: string[]) =>
  spawnSync(process.execPath, [command, ...args], { cwd: checkout, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(checkout, file), 'utf8');

test.each<[string, string[], string]>([
  ['no version', [], 'usage: npm run release'],
  ['no number', ['next'], 'usage: npm run release'],
  [
    'an earlier version',
    ['0.0.9', '--repository', 'example/assay'],
    'package.json has version 0.1.0, which is later than 0.0.9',
  ],
  ['no repository', ['0.2.0'], '--repository OWNER/NAME writes it everywhere'],
  ['an address in its place', ['0.2.0', '--repository', 'https://a.example'], 'give owner and name'],
  ['a folder that is there', ['0.2.0', '--out', 'docs'], 'docs is there already'],
  ['a build of what is no release', ['--build', 'v0.1.0'], '--repository OWNER/NAME'],
])('%s is refused, and nothing is changed', (_, args, message) => {
  const before = git('rev-parse', 'HEAD');
  const { status, stderr } = release(...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([before, '']);
});

test('uncommitted changes are refused', () => {
  writeFileSync(join(checkout, 'new.txt'), 'a');
  const { status, stderr } = release('0.2.0', '--repository', 'example/assay');
  rmSync(join(checkout, 'new.txt'));
  expect([status, stderr]).toEqual([1, expect.stringContaining('?? new.txt')]);
});

test('one command makes the commit and all files of a release', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = release('0.2.0', '--repository', 'example/assay');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('git tag -s v0.2.0');
  expect([git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual(['Release 0.2.0', '']);
  for (const file of ['package.json', 'README.md', 'docs/ci.md']) expect(read(file)).not.toContain('OWNER');
  expect(JSON.parse(read('package-lock.json')).version).toBe('0.2.0');
  expect(read('docs/ci.md')).toContain('--package=./assay-0.2.0.tgz');
  const folder = join(checkout, 'release');
  const files = [
    'SHA256SUMS',
    'assay-0.2.0.tgz',
    'image-context.tar.gz',
    'notes.md',
    'provenance.json',
    'sbom.cdx.json',
  ];
  expect(readdirSync(folder).sort()).toEqual(files);
  const inFolder = (name: string, ...args: string[]) => execFileSync(name, args, { cwd: folder, encoding: 'utf8' });
  expect(inFolder('sha256sum', '--check', 'SHA256SUMS').match(/: OK/g)).toHaveLength(files.length - 1);
  const { components } = JSON.parse(read('release/sbom.cdx.json'));
  const { dependencies } = JSON.parse(read('package.json'));
  expect(components.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(Object.keys(dependencies)),
  );
  expect(read('release/notes.md')).toContain('- `assay run URL` finds');
  const { subject, predicate } = JSON.parse(read('release/provenance.json'));
  expect(subject.map(({ name }: { name: string }) => name)).toEqual(
    files.slice(1).filter((name) => !name.startsWith('prov')),
  );
  expect(predicate.buildDefinition.resolvedDependencies[0]).toEqual({
    uri: 'git+https://github.com/example/assay.git@refs/tags/v0.2.0',
    digest: { gitCommit: git('rev-parse', 'HEAD') },
  });
  const context = inFolder('tar', '-tzf', 'image-context.tar.gz').split('\n');
  expect(context).toEqual(expect.arrayContaining(['Dockerfile', '.dockerignore', 'package-lock.json', 'bin/assay.js']));
  inFolder('tar', '-xzf', 'assay-0.2.0.tgz');
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'));
  expect(inFolder(process.execPath, 'package/bin/assay.js', '--version')).toBe('0.2.0\n');
  expect(existsSync(join(checkout, 'node_modules'))).toBe(false);
});

test('what is unreleased is put below the version', () => {
  expect(addRelease('# Log\n\n## [Unreleased]\n\n- New.\n\n## [1.0.0]\n\n- Old.\n', '1.1.0', '2026-12-01')).toBe(
    '# Log\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n- New.\n\n## [1.0.0]\n\n- Old.\n',
  );
  expect(() => addRelease('## [Unreleased]\n\n## [1.0.0]\n- Old.\n', '1.1.0', '2026-12-01')).toThrow('no text below');
});
