import { expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay, startDemoService } from './assay.fixture.js';

const httpRule = 'safety/head-matches-get';

/** Audits the demo with a fault that violates a rule, and with a rule beside it that holds. */
const auditFault = (cwd: string, fault: string, rule: string, ...flags: readonly string[]) =>
  runAssay(cwd, ['demo', '--fault', fault, '--seed', '1', '--cases', '2', ...flags, '--only', rule, 'CRE-01']);

test.each([['http', 'head-answers-204', httpRule, '1 HTTP rule violated in 2 checks']])(
  'a violation passes without --fail-on %s, and says so; with it, it fails',
  async (value, fault, rule, text) => {
    const cwd = createTestFolder();
    const passed = await auditFault(cwd, fault, rule, '--quiet');
    expect(passed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${text}; fails with --fail-on must,data,${value}`),
    });
    const failed = await auditFault(cwd, fault, rule, '--quiet', '--fail-on', `must,${value}`);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining(text) });
    expect(readRunReport(cwd).run.failOn).toEqual(['must', value]);
  },
  60_000,
);

test('the profile can turn rules off and make them warnings; --bail stops at the first violation that fails the run', async () => {
  const severity = JSON.stringify({
    'safety/*': 'warn',
    'safety/get-does-not-change-the-item': 'error',
    'CRE-01': 'off',
  });
  const { url } = await startDemoService({ fault: 'get-bumps-a-counter' });
  const cwd = createTestFolder({ 'assay.yaml': `baseUrl: ${url}\nrules:\n  severity: ${severity}\n` });
  const only = ['--only', 'safety/*', 'CRE-01', 'CRE-02', '--except', 'safety/head*'];
  const { code } = await runAssay(cwd, [
    'run',
    '--seed',
    '1',
    '--cases',
    '2',
    '--bail',
    '1',
    '--concurrency',
    '1',
    ...only,
  ]);
  const { run, results, gate } = readRunReport(cwd);
  const why = (rule: RegExp) => [
    ...new Set(results.filter((result) => rule.test(result.rule)).map((result) => result.why)),
  ];
  expect(code).toBe(1);
  expect(run.endedEarly).toBe('1 violation found (--bail 1)');
  expect(gate.reasons).toHaveLength(1);
  expect(why(/^safety\/head/)).toEqual(['excluded by --except safety/head*']);
  expect(results.filter(({ clause }) => clause === 'CRE-01').map(({ why: reason }) => reason)).toContain(
    'the profile sets its severity to off',
  );
}, 60_000);
