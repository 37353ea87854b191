import { expect, test } from 'vitest';
import { createTestFolder, runAssay, startDemoService } from './assay.fixture.js';

const nowhere = 'http://127.0.0.1:1';
const off = `baseUrl: ${nowhere}\nrules: { severity: { 'PUT-02': off, 'safety/*': warn } }\n`;

test.each<[string, readonly string[], string]>([
  [
    '--except excludes what --only selects',
    ['run', nowhere, '--only', 'PUT-02', '--except', 'PUT-02'],
    '--only, --except: no rule is left: all rules that PUT-02 selects are excluded by PUT-02\n',
  ],
  [
    'several globs together exclude all rules of a suite',
    ['run', nowhere, '--only', 'safety/*', '--except', 'safety/get-*', 'safety/*'],
    'all rules that safety/* selects are excluded by safety/*, safety/get-*\n',
  ],
  ['--except excludes every rule', ['run', nowhere, '--except', '*'], '--except: no rule is left: all rules are excl'],
  ['a plan would be empty', ['run', nowhere, '--plan', '--only', 'PUT-02', '--except', 'PUT-02'], 'no rule is left'],
  ['the profile turns the rule off', ['run', '--only', 'PUT-02'], 'excluded by PUT-02 (severity off)\n'],
])('exits with 2 before the first request if no rule is left: %s', async (_, args, message) => {
  const { code, stdout, stderr } = await runAssay(createTestFolder({ 'assay.yaml': off }), args);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('cannot be reached');
  expect([code, stdout]).toEqual([2, '']);
});

test('a plan leaves out what --except names', async () => {
  const { url } = await startDemoService();
  const args = [
    'run',
    url,
    '--plan',
    '--permit',
    'reads',
    '--only',
    'safety/*',
    'pagination/*',
    '--except',
    'safety/*',
  ];
  const { code, stdout } = await runAssay(createTestFolder(), args);
  expect(code).toBe(0);
  expect(stdout).toMatch(/pagination \d/);
  expect(stdout).not.toMatch(/safety \d/);
  expect(stdout).toMatch(/excluded by --except safety\/\* +\d+ rules/);
});
