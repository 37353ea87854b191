import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Report, Result } from '../../src/model/result/report.js';
import { assay, demoService, folderWith, reportIn } from './assay.fixture.js';

const schema = JSON.parse(readFileSync(new URL('../../src/report/json/report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strictRequired: false, formats: { 'date-time': true } }).compile(
  schema,
);

const violationsIn = ({ results }: Report): Result[] => results.filter(({ verdict }) => verdict === 'violated');
const gist = ({ results }: Report) =>
  results.map(({ rule, subject, verdict, evidence }) => ({ rule, subject, verdict, case: evidence?.case }));

/** The arguments of a command as it is printed. */
const argsOf = (line = '') => line.split(' ').slice(1);

test('with nothing but a URL, a sound service is audited whole, and left as it was', async () => {
  const demo = await demoService();
  const cwd = folderWith();
  const { code, stdout, stderr } = await assay(cwd, ['run', demo.url, '--cases', '3']);
  const report = reportIn(cwd);
  expect(stderr).toMatch(/^assay: looking at \S+ .*\nassay: \d+ trials to go, after \d+ requests\n$/);
  expect(stdout).toContain('gate open (exit 0)');
  expect(stdout).toContain('Report: reports/report.html, for a browser; reports/report.json, for a program\n');
  expect(violationsIn(report)).toEqual([]);
  expect(report.results.filter(({ verdict }) => verdict === 'held').length).toBeGreaterThan(20);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  expect(readFileSync(join(cwd, 'reports/junit.xml'), 'utf8')).toContain('<testsuite');
  for (const name of ['report.md', 'report.html'])
    expect(readFileSync(join(cwd, 'reports', name), 'utf8')).toContain(demo.url);
  expect(demo.orders()).toBe(0);
  expect(code).toBe(0);
});

test('a fault is found, shrunk, shown again by the printed command, and gone where the service is sound', async () => {
  const cwd = folderWith();
  const found = await assay(cwd, ['demo', '--fault', 'get-bumps-a-counter', '--only', 'safety/*', '--seed', '7']);
  expect(found.code).toBe(1);
  const report = reportIn(cwd);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  const [violation] = violationsIn(report);
  expect(violation).toMatchObject({ rule: 'safety/get-leaves-the-item-as-it-was', clause: 'SAFE-01' });
  expect(violation?.evidence?.exchanges.length).toBeGreaterThan(1);
  expect(violation?.evidence?.exchanges.length).toBeLessThanOrEqual(4);
  expect(found.stdout).toContain(violation?.evidence?.replay);

  const again = await assay(cwd, argsOf(violation?.evidence?.replay));
  expect(again.stdout).toContain('still there: ');
  expect(violationsIn(reportIn(cwd, 'reports/replay/report.json'))).toHaveLength(1);
  expect(again.code).toBe(1);

  const sound = await demoService();
  const mended = await assay(cwd, ['replay', 'reports/report.json', '1', '--base-url', sound.url]);
  expect(mended.stdout).toContain('gate open (exit 0)');
  expect(sound.orders()).toBe(0);
  expect(mended.code).toBe(0);

  const beyond = await assay(cwd, ['replay', 'reports/report.json', '99']);
  expect(beyond.stderr).toMatch(/holds violations? 1/);
  expect(beyond.code).toBe(2);
});

test('a replay closes the gate for whatever is still there, though its level would let it pass', async () => {
  const faulty = await demoService({ fault: 'head-answers-405' });
  const cwd = folderWith();
  expect(
    (await assay(cwd, ['run', faulty.url, '--only', 'safety/head-is-answered', 'CRE-01', '--cases', '2'])).code,
  ).toBe(0);
  const [violation] = violationsIn(reportIn(cwd));
  expect(violation?.level).toBe('SHOULD');
  const again = await assay(cwd, argsOf(violation?.evidence?.replay));
  expect(again.stdout).toContain('still there: ');
  expect(again.code).toBe(1);
  const sound = await demoService();
  const report = reportIn(cwd);
  writeFileSync(join(cwd, 'twice.json'), JSON.stringify({ ...report, results: [violation, violation] }));
  const all = await assay(cwd, ['replay', 'twice.json', '--base-url', sound.url]);
  expect(all.stdout).toMatch(/^gone: 1\. SHOULD .+\ngone: 2\. SHOULD .+\n\n2 gone \(exit 0\)\n$/);
  expect(all.code).toBe(0);
});

test('a report without violations has nothing to try again: exit 2', async () => {
  const cwd = folderWith();
  await assay(cwd, ['demo', '--only', 'CRE-01', '--cases', '2', '--quiet']);
  const { code, stderr } = await assay(cwd, ['replay', 'reports/report.json']);
  expect(stderr).toContain('holds no violation; there is nothing to try again');
  expect(code).toBe(2);
});

test('one seed, two services: the same verdicts, and the same shrunk case', async () => {
  const gists = [];
  for (const cwd of [folderWith(), folderWith()]) {
    const demo = await demoService({ fault: 'get-bumps-a-counter' });
    expect((await assay(cwd, ['run', demo.url, '--seed', '11', '--cases', '3', '--quiet'])).code).toBe(1);
    gists.push(gist(reportIn(cwd)));
  }
  expect(gists[0]?.some(({ case: shrunk }) => shrunk !== undefined)).toBe(true);
  expect(gists[1]).toEqual(gists[0]);
});

test('the demo reads files where the caller stands, and no profile that the caller did not name', async () => {
  const cwd = folderWith({
    'assay.yaml': 'nonsense: true\n',
    'known.yaml': 'waivers: []\n',
    'mine.yaml': 'name: mine\n',
  });
  mkdirSync(join(cwd, 'reports'));
  const flags = ['--only', 'CRE-01', '--cases', '2', '--profile', 'mine.yaml', '--baseline', 'known.yaml'];
  const { code } = await assay(cwd, ['demo', ...flags]);
  expect(reportIn(cwd).target.name).toBe('mine');
  expect(code).toBe(0);
});

test('a report is shown in every format', async () => {
  const cwd = folderWith();
  await assay(cwd, ['demo', '--fault', 'post-answers-200', '--only', 'CRE-01', '--cases', '2', '--quiet']);
  const shown = async (format: string) =>
    (await assay(cwd, ['report', 'reports/report.json', '--format', format])).stdout;
  expect(JSON.parse(await shown('json'))).toEqual(reportIn(cwd));
  expect(await shown('junit')).toContain('<failure');
  expect(await shown('markdown')).toContain('CRE-01');
  expect(await shown('console')).toContain('gate closed (exit 1)');
});

test('the rules are listed, and explained', async () => {
  const cwd = folderWith();
  const listed = await assay(cwd, ['rules', '--format', 'json']);
  const rules: { id: string; clause: string }[] = JSON.parse(listed.stdout);
  expect(rules.find(({ id }) => id === 'safety/get-leaves-the-item-as-it-was')?.clause).toBe('SAFE-01');
  expect((await assay(cwd, ['rules'])).stdout).toContain(`\n${rules.length} rules for `);
  const explained = await assay(cwd, ['explain', 'SAFE-01']);
  expect(explained.stdout).toMatch(/^SAFE-01 · MUST · convention\n.+\n\nSource: /);
  expect(explained.stdout).toContain('\nsafety/get-leaves-the-item-as-it-was\n');
  expect((await assay(cwd, ['explain', 'safety/get-leaves-the-item-as-it-was'])).stdout).toBe(explained.stdout);
  for (const part of [
    'https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1',
    'needs      makeable: not applicable where there is no POST with a known JSON body on the collection',
    'assumes    creation/made-is-readable ("What was made is readable at its URL")',
    'violated by get-bumps-a-counter: GET of an order counts up its member views.',
    'silent in clock-in-the-body: ',
    '--permit writes',
    '- rule: safety/get-leaves-the-item-as-it-was\n',
  ])
    expect(explained.stdout).toContain(part);
});

test('help is help, and no failure', async () => {
  const { code, stdout } = await assay(folderWith(), ['run', '--help']);
  expect(stdout).toContain('Usage: assay run [options] [base-url]');
  expect(code).toBe(0);
});
