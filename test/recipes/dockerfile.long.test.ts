import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { binPath, createTestFolder } from '../cli/assay.fixture.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const lines = dockerfile.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
const copies = lines.flatMap((line) => {
  const [, from = '', paths] = /^COPY (?:--from=(\w+) )?(.*)$/.exec(line) ?? [];
  if (paths === undefined) return [];
  const words = paths.split(' ');
  return [{ isFromBuild: from !== '', from: words.slice(0, -1), to: words.at(-1) ?? '' }];
});

test('the linter finds nothing', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate('FORM node')).not.toEqual([]);
});

test('its base images are pinned by version and digest, and equal', () => {
  const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
  expect(bases).toHaveLength(2);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:20\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
});

test('it runs as an unprivileged user and contains no secret', () => {
  const users = lines.filter((line) => line.startsWith('USER '));
  const [user = ''] = users.slice(-1);
  expect(user).toBe('USER node');
  expect(lines.indexOf(user)).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')));
  expect(dockerfile).not.toMatch(/^(ARG|ADD)\b|token|secret|password|npmrc/im);
});

test('the files that it copies exist and are not ignored', () => {
  const allowed = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const wanted = copies
    .filter(({ isFromBuild }) => !isFromBuild)
    .flatMap(({ from }) => from.map((path) => path.replace(/^\.\//, '')));
  expect(wanted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(wanted.filter((path) => !allowed.includes(path))).toEqual([]);
  expect(allowed.filter((path) => !wanted.includes(path))).toEqual([]);
});

test('the files that the build runs are copied before it', () => {
  const { build } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  const run = [...build.matchAll(/\b(?:tools\/\S+|tsconfig\S+)/g)].map(([path]) => String(path));
  const before = copies.filter(({ isFromBuild }) => !isFromBuild).flatMap(({ from }) => from);
  expect(run).not.toEqual([]);
  expect(run.filter((path) => !before.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
});

test('the files of its last stage are sufficient for an audit', () => {
  const home = createTestFolder();
  const built = dirname(dirname(binPath));
  const [, last = ''] = dockerfile.split(/^FROM .*\n(?=ENV)/m);
  for (const [, path = ''] of last.matchAll(/^COPY (?:--from=build \/build\/)?(\S+) \.\/\S+$/gm)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    if (path === 'node_modules') symlinkSync(join(root, path), join(home, path));
    else cpSync(join(built, path), join(home, path), { recursive: true });
  }
  const args = ['demo', '--only', 'creation/valid-post-answers-201', '--cases', '1', '--quiet'];
  const said = execFileSync(process.execPath, [join(home, 'bin/assay.js'), ...args], {
    cwd: createTestFolder(),
    encoding: 'utf8',
  });
  expect(said).toContain('Passed');
});
