import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestFolder } from './assay.fixture.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Installs what the package contains, with its dependencies and without the optional ones. */
function installWithoutPeers(): string {
  const cwd = createTestFolder({ 'fleet.yaml': 'targets: [{ url: http://127.0.0.1:1 }]\n' });
  const installed = join(cwd, 'node_modules/assay');
  for (const part of [
    'bin',
    'dist/bundle',
    'package.json',
    'src/profile/profile.schema.json',
    'src/fleet/fleet.schema.json',
    'src/report/html/script',
    'src/report/html/style',
  ])
    cpSync(join(root, part), join(installed, part), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(cwd, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(cwd, 'node_modules', name));
  }
  return cwd;
}

test('without bullmq and ioredis, the commands of a queue say what to install, and the others work', () => {
  const cwd = installWithoutPeers();
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['node_modules/assay/bin/assay.js', ...args], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
  const missing = '--queue needs two more packages; install them beside assay: npm install bullmq ioredis\n';
  for (const command of ['fleet', 'worker']) {
    const { status, stderr } = run(command, 'fleet.yaml', '--queue', 'redis://127.0.0.1:1');
    expect(stderr).toBe(`assay: ${missing}`);
    expect(status).toBe(2);
  }
  const { status, stdout } = run('fleet', 'manifest', 'fleet.yaml', '--as', 'kubernetes');
  expect(stdout).toContain('\nkind: Job\n');
  expect(status).toBe(0);
});

test('without aws4fetch, results in an object store say what to install, and folders work', () => {
  const cwd = installWithoutPeers();
  const env = { PATH: process.env.PATH, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'c' };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['node_modules/assay/bin/assay.js', ...args], { cwd, encoding: 'utf8', env });
  for (const args of [
    ['fleet', 'fleet.yaml', '--out', 's3://audits/shop'],
    ['fleet', 'report', 's3://audits/shop'],
    ['worker', 'fleet.yaml', '--queue', 'redis://127.0.0.1:1', '--out', 's3://audits/shop'],
  ]) {
    const { status, stderr } = run(...args);
    expect(stderr).toBe(
      'assay: s3://audits/shop needs one more package; install it beside assay: npm install aws4fetch\n',
    );
    expect(status).toBe(2);
  }
  expect(run('fleet', 'report', '.')).toMatchObject({ status: 2, stderr: 'assay: . contains no report.json\n' });
});
