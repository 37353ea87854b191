import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, runAssay, startDemoService } from './assay.fixture.js';

/** Runs a file of tests with `node --test` against a service; the exit code. */
const runExported = (file: string, url: string): Promise<number> =>
  new Promise((done) => {
    const env = { PATH: process.env.PATH, BASE_URL: url };
    execFile(process.execPath, ['--test', file], { env }, (error) => done(error === null ? 0 : Number(error.code)));
  });

test('an exported violation is a test that fails while the violation is there, and passes when it is gone', async () => {
  const faulty = await startDemoService({ fault: 'get-bumps-a-counter' });
  const sound = await startDemoService();
  const cwd = createTestFolder();
  await runAssay(cwd, ['run', faulty.url, '--only', 'safety/get-does-not-change-the-item', '--quiet']);
  const exported = await runAssay(cwd, [
    'export',
    'reports/report.json',
    '1',
    '--as',
    'node-test',
    '--out',
    'bug.test.mjs',
  ]);
  expect(exported).toEqual({ code: 0, stdout: '', stderr: '' });
  const file = join(cwd, 'bug.test.mjs');
  expect(readFileSync(file, 'utf8')).not.toContain("'assay'");
  expect([await runExported(file, faulty.url), await runExported(file, sound.url)]).toEqual([1, 0]);
  // What a form prints is tested beside it; here, that each is reached.
  const forms = ['vitest', 'hurl', 'http', 'curl'];
  const printed = await Promise.all(
    forms.map((form) => runAssay(cwd, ['export', 'reports/report.json', '1', '--as', form])),
  );
  expect(printed.map(({ code, stdout }) => [code, stdout.split('\n')[0]?.slice(0, 20)])).toEqual([
    [0, '// safety/get-does-n'],
    [0, '# GET does not chang'],
    [0, '# GET does not chang'],
    [0, 'ID=$(curl -sS -o /de'],
  ]);
});
