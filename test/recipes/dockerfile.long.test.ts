import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { binPath, createTestFolder, startDemoService } from '../cli/assay.fixture.js';

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

/** Lays out what the last stage copies: the files of the package, packed from what the first stage copies and what is built. */
function layOutImage(): string {
  const build = createTestFolder();
  for (const path of copies.filter(({ isFromBuild }) => !isFromBuild).flatMap(({ from }) => from))
    cpSync(join(root, path), join(build, path), { recursive: true });
  cpSync(join(dirname(dirname(binPath)), 'dist'), join(build, 'dist'), { recursive: true });
  const [, pack = ''] = /^RUN (npm pack .*) && mv node_modules package$/m.exec(dockerfile) ?? [];
  execFileSync('sh', ['-c', pack], { cwd: build, stdio: 'pipe' });
  symlinkSync(join(root, 'node_modules'), join(build, 'package/node_modules'));
  return join(build, 'package');
}

test('every command runs with the files of its last stage', async () => {
  expect(copies.filter(({ isFromBuild }) => isFromBuild)).toEqual([
    { isFromBuild: true, from: ['/build/package'], to: './' },
  ]);
  const bin = join(layOutImage(), 'bin/assay.js');
  const cwd = createTestFolder();
  const { url } = await startDemoService({ fault: 'post-answers-200' });
  const fast = ['--only', 'creation/valid-post-answers-201', '--cases', '1', '--quiet'];
  writeFileSync(
    join(cwd, 'fleet.json'),
    JSON.stringify({
      targets: [{ name: 'orders', url, only: ['creation/valid-post-answers-201'], cases: 1 }],
    }),
  );
  const commands: Readonly<Record<string, readonly [readonly string[], number]>> = {
    run: [[url, ...fast, '--collection', '/orders', '--out', 'one'], 1],
    demo: [[...fast, '--out', 'two'], 0],
    init: [[url, '--collection', '/orders', '--out', 'assay.yaml'], 0],
    show: [['one/report.json'], 0],
    report: [['one/report.json', '--format', 'html', '--out', 'three'], 0],
    compare: [['one/report.json', 'one/report.json'], 0],
    merge: [['one/report.json', '--out', 'four'], 2],
    replay: [['one/report.json'], 1],
    export: [['one/report.json', '1'], 0],
    clean: [['one/ledger.ndjson'], 0],
    rules: [[], 0],
    explain: [['safety/head-matches-get'], 0],
    completion: [['bash'], 0],
    fleet: [['fleet.json', '--out', 'five'], 1],
    worker: [['fleet.json', '--queue', 'http://127.0.0.1:1'], 2],
    open: [['nothing.html'], 2],
    record: [['--target', 'nowhere'], 2],
    traffic: [['nothing.har'], 2],
    help: [['run'], 0],
  };
  const run = (...args: string[]) =>
    new Promise<{ status: number; said: string }>((done) => {
      execFile(process.execPath, [bin, ...args], { cwd }, (error, stdout, stderr) =>
        done({ status: Number(error?.code ?? 0), said: stdout + stderr }),
      );
    });
  const { said: help } = await run('--help');
  const [, list = ''] = /^Commands:\n([\s\S]*?)\n\n/m.exec(help) ?? [];
  expect(Object.keys(commands).toSorted()).toEqual(
    [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name).toSorted(),
  );
  for (const [name, [args, code]] of Object.entries(commands)) {
    const { status, said } = await run(name, ...args);
    expect({ name, status, said: status === code ? '' : said }).toEqual({ name, status: code, said: '' });
  }
});
