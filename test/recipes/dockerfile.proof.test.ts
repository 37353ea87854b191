import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestFolder } from '../cli/assay.fixture.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [, build = ''] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM .*\n/m);

test('the first stage of the Dockerfile builds and packs the whole package', { timeout: 300_000 }, () => {
  const home = createTestFolder();
  for (const path of [...build.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    cpSync(join(root, path), join(home, path), { recursive: true });
  }
  // In the image, `npm ci` installs them from the same lock file.
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  const [, command = ''] = /^RUN (npm run build) && npm prune/m.exec(build) ?? [];
  const [, pack = ''] = /^RUN (npm pack .*) && mv node_modules package$/m.exec(build) ?? [];
  execFileSync('sh', ['-c', `${command} && ${pack}`], { cwd: home, stdio: 'pipe' });
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  // What is read by people only is not copied into the first stage.
  const wanted = files.filter((path) => /^(bin|dist|src|suites)\b/.test(path)).map((path) => path.replace(/\*.*$/, ''));
  expect(wanted.filter((path) => !existsSync(join(home, 'package', path)))).toEqual([]);
});

/** The container engine that runs here. */
const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0);
const where = engine ?? 'skipped, neither docker nor podman runs here';

test.skipIf(engine === undefined)(`the image is built and audits the demo (${where})`, { timeout: 900_000 }, () => {
  const run = (...args: string[]) => execFileSync(engine ?? '', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  run('build', '--tag', 'assay-test', '.');
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run('run', '--rm', 'assay-test', '--version').trim()).toBe(version);
    expect(run('run', '--rm', 'assay-test', 'demo', '--cases', '1')).toMatch(/^Passed: .*\(exit 0\)$/m);
  } finally {
    run('rmi', '--force', 'assay-test');
  }
});
