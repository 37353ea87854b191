import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Report, Result } from '../../src/model/result/report.js';
import { createTestFolder, readRunReport, runAssayProcess, startDemoService } from './assay.fixture.js';

const schema = JSON.parse(readFileSync(new URL('../../src/report/json/report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strictRequired: false, formats: { 'date-time': true } }).compile(
  schema,
);

const violationsIn = ({ results }: Report): Result[] => results.filter(({ verdict }) => verdict === 'violated');
const gist = ({ results }: Report) =>
  results.map(({ rule, subject, verdict, evidence }) => ({ rule, subject, verdict, case: evidence?.case }));

test('audits a correct service completely when it gets only a URL, and leaves no items', async () => {
  const demo = await startDemoService();
  const cwd = createTestFolder();
  const { code, stdout, stderr } = await runAssayProcess(cwd, ['run', demo.url, '--cases', '1']);
  const report = readRunReport(cwd);
  expect(stderr).toMatch(
    /^assay: reading \S+ .*\n(.* elapsed.*\n)*assay: \d+ checks to run, \d+ requests sent so far\n(.* elapsed.*\n)*$/,
  );
  expect(stdout).toMatch(/Passed: (\d+) of \d+ rules checked on (\d+) of \2 operations \(exit 0\)/);
  expect(stdout).toContain('Report: reports/report.html (to open it: assay open)\n');
  expect(violationsIn(report)).toEqual([]);
  expect(report.results.filter(({ verdict }) => verdict === 'held').length).toBeGreaterThan(20);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  expect(readFileSync(join(cwd, 'reports/junit.xml'), 'utf8')).toContain('<testsuite');
  for (const name of ['report.md', 'report.html'])
    expect(readFileSync(join(cwd, 'reports', name), 'utf8')).toContain(demo.url);
  expect(demo.orders()).toBe(0);
  expect(code).toBe(0);
});

test('keeps no ledger of a run that left nothing, though callers whom the service does not know see no list', async () => {
  const cwd = createTestFolder();
  const few = ['demo', '--only', 'access/*', 'replay/*', '--cases', '1', '--quiet'];
  expect((await runAssayProcess(cwd, few)).code).toBe(0);
  const { code, stderr } = await runAssayProcess(cwd, ['demo', '--only', 'CRE-01', '--cases', '1', '--quiet']);
  expect([code, stderr]).toEqual([0, '']);
});

test('has the same verdicts and the same shrunk case when two services are audited with one seed', async () => {
  const some = ['--only', 'safety/*', 'creation/*', 'idempotency/*', 'pagination/*'];
  const audit = async (cwd: string) => {
    const demo = await startDemoService({ fault: 'get-bumps-a-counter' });
    const { code } = await runAssayProcess(cwd, ['run', demo.url, '--seed', '11', '--cases', '1', '--quiet', ...some]);
    expect(code).toBe(1);
    return gist(readRunReport(cwd));
  };
  const gists = await Promise.all([audit(createTestFolder()), audit(createTestFolder())]);
  expect(gists[0]?.some(({ case: shrunk }) => shrunk !== undefined)).toBe(true);
  expect(gists[1]).toEqual(gists[0]);
});

test('reads files relative to the current folder, and no profile by default, when it audits the demo', async () => {
  const cwd = createTestFolder({
    'assay.yaml': 'nonsense: true\n',
    'known.yaml': 'waivers: []\n',
    'mine.yaml': 'name: mine\n',
  });
  mkdirSync(join(cwd, 'reports'));
  const flags = ['--only', 'CRE-01', '--cases', '2', '--profile', 'mine.yaml', '--baseline', 'known.yaml'];
  const { code } = await runAssayProcess(cwd, ['demo', ...flags]);
  expect(readRunReport(cwd).target.name).toBe('mine');
  expect(code).toBe(0);
});

test('writes a report again in every format', async () => {
  const cwd = createTestFolder();
  await runAssayProcess(cwd, ['demo', '--fault', 'post-answers-200', '--only', 'CRE-01', '--cases', '2', '--quiet']);
  const shown = async (format: string) =>
    (await runAssayProcess(cwd, ['report', 'reports/report.json', '--format', format])).stdout;
  expect(JSON.parse(await shown('json'))).toEqual(readRunReport(cwd));
  expect(await shown('junit')).toContain('<failure');
  expect(await shown('markdown')).toContain('CRE-01');
  expect(await shown('console')).toContain('Failed: 1 MUST rule violated (exit 1)');
});

test('lists and explains the rules', async () => {
  const cwd = createTestFolder();
  const listed = await runAssayProcess(cwd, ['rules', '--format', 'json']);
  const rules: { id: string; clause: string }[] = JSON.parse(listed.stdout);
  expect(rules.find(({ id }) => id === 'safety/get-does-not-change-the-item')?.clause).toBe('SAFE-01');
  expect((await runAssayProcess(cwd, ['rules'])).stdout).toContain(`\n${rules.length} rules for `);
  const explained = await runAssayProcess(cwd, ['explain', 'SAFE-01']);
  expect(explained.stdout).toMatch(/^SAFE-01 · MUST · convention\n.+\n\nSource: /);
  expect(explained.stdout).toContain('\nsafety/get-does-not-change-the-item\n');
  const one = await runAssayProcess(cwd, ['explain', 'safety/get-does-not-change-the-item']);
  expect(explained.stdout).toContain(one.stdout.slice(one.stdout.indexOf('\nsafety/get-does-not-change-the-item\n')));
  for (const part of [
    'https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1',
    'needs      creatable: otherwise not-applicable (no operation with a known JSON request body creates items)',
    'assumes    creation/created-item-is-readable ("A created resource is readable at its URL")',
    'violated by get-bumps-a-counter: GET of an order increases its member views.',
    'not violated by time-in-the-body: ',
    '--permit writes',
    '- rule: safety/get-does-not-change-the-item\n',
  ])
    expect(explained.stdout).toContain(part);
});

test('prints help to standard output and exits with 0', async () => {
  const { code, stdout } = await runAssayProcess(createTestFolder(), ['run', '--help']);
  expect(stdout).toContain('Usage: assay run [options] [base-url]');
  expect(code).toBe(0);
});
