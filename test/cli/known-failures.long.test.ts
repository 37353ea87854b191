import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay, startDemoService } from './assay.fixture.js';

const quick = ['--only', 'CRE-01', '--cases', '1', '--quiet', '--baseline', 'known.yaml'];
const known = (cwd: string) => readFileSync(join(cwd, 'known.yaml'), 'utf8');
const waiverOf = (more: string) => `waivers:
  - rule: creation/valid-post-answers-201
    subject: orders
    reason: ORD-7, next sprint
    owner: orders team${more}
`;

test('adds waivers for violations and removes those of held rules with --baseline-update', async () => {
  const faulty = await startDemoService({ fault: 'post-answers-200' });
  const cwd = createTestFolder();
  const accepted = await runAssay(cwd, ['run', faulty.url, ...quick, '--baseline-update']);
  expect(accepted.stderr).toContain('known.yaml: 1 added, 0 kept, 0 removed');
  expect(accepted.stderr).toContain('  + creation/valid-post-answers-201 [orders]\n');
  expect(accepted.code).toBe(0);
  expect(known(cwd)).toMatch(
    /\n {2}- rule: creation\/valid-post-answers-201 # .+\n {4}subject: orders\n {4}reason: accepted on \d{4}-\d\d-\d\d by --baseline-update\n$/,
  );
  const { waivers = [], results, gate } = readRunReport(cwd);
  expect(waivers).toMatchObject([{ subject: 'orders', where: 'known.yaml:3:5', standing: 'used' }]);
  expect(results.find(({ verdict }) => verdict === 'violated')?.waived?.reason).toContain('--baseline-update');
  expect(gate).toMatchObject({ result: 'passed', open: true, reasons: [], exit: 0 });

  const sound = await startDemoService();
  const corrected = await runAssay(cwd, ['run', sound.url, ...quick, '--baseline-update']);
  expect(corrected.stderr).toContain('known.yaml: 0 added, 0 kept, 1 removed');
  expect(corrected.code).toBe(0);
  expect(known(cwd)).toMatch(/\nwaivers: \[\]\n$/);
  expect(readdirSync(cwd).sort()).toEqual(['known.yaml', 'reports']);
});

test('keeps an expired waiver unchanged and fails the run with --baseline-update', async () => {
  const faulty = await startDemoService({ fault: 'post-answers-200' });
  const file = waiverOf('\n    until: "2020-01-31" # agreed with Ada');
  const cwd = createTestFolder({ 'known.yaml': file });
  const { code, stderr } = await runAssay(cwd, ['run', faulty.url, ...quick, '--baseline-update']);
  expect(stderr).toContain(
    'known.yaml:2:5: creation/valid-post-answers-201 was accepted until 2020-01-31, and is still violated',
  );
  expect(readRunReport(cwd).gate.reasons).toContainEqual(
    expect.stringContaining('expired waiver of creation/valid-post-answers-201 [orders] (known.yaml:2:5)'),
  );
  expect(known(cwd)).toBe(file);
  expect(code).toBe(1);
});

test('does not write the baseline when the service cannot be reached', async () => {
  const cwd = createTestFolder();
  const gone = await startDemoService();
  await gone.close();
  expect((await runAssay(cwd, ['run', gone.url, ...quick, '--baseline-update'])).code).toBe(3);
  expect(existsSync(join(cwd, 'known.yaml'))).toBe(false);
});

test.each<[string, string, readonly string[], string]>([
  [
    'a waiver of an unknown rule',
    waiverOf('').replace('201', '202'),
    quick,
    'known.yaml:2:5: no rule is called "creation/valid-post-answers-202"; did you mean creation/valid-post-answers-201?',
  ],
  ['an update of nothing', '', ['--baseline-update'], '--baseline-update requires --baseline FILE'],
  ['an expiry without an update', waiverOf(''), [...quick, '--expires', '2999-12-31'], '--expires dates the entries'],
  [
    'an expiry that is no day',
    waiverOf(''),
    [...quick, '--baseline-update', '--expires', '2027-02-30'],
    'expected a day such as',
  ],
  [
    'an expiry that is over',
    waiverOf(''),
    [...quick, '--baseline-update', '--expires', '2020-01-01'],
    'this day is over',
  ],
  [
    'an update by one shard',
    waiverOf(''),
    [...quick, '--baseline-update', '--shard', '1/2', '--seed', '1'],
    '--baseline-update and --shard exclude each other',
  ],
  ['a shard without a seed', '', ['--shard', '1/2'], '--shard requires --seed'],
  ['a shard beyond the last', '', ['--shard', '3/2', '--seed', '1'], 'the number of shards, e.g. 2/4'],
])('exits with 2 before the first request for %s', async (_, file, flags, told) => {
  const cwd = createTestFolder({ 'known.yaml': file });
  const { code, stderr } = await runAssay(cwd, ['run', 'http://127.0.0.1:9', ...flags]);
  expect(stderr).toContain(told);
  expect(code).toBe(2);
});
