import { readFileSync, writeFileSync } from 'node:fs';
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

/** The arguments of a command as it is printed. */
const argsOf = (line = '') => line.split(' ').slice(1);

test('finds and shrinks a fault, reproduces it with the printed command, and reports it as fixed when the service is correct', async () => {
  const cwd = createTestFolder();
  const found = await runAssayProcess(cwd, [
    'demo',
    '--fault',
    'get-bumps-a-counter',
    '--only',
    'safety/*',
    '--seed',
    '7',
  ]);
  expect(found.code).toBe(1);
  const report = readRunReport(cwd);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  const [violation] = violationsIn(report);
  expect(violation).toMatchObject({ rule: 'safety/get-does-not-change-the-item', clause: 'SAFE-01' });
  expect(violation?.evidence?.exchanges.length).toBeGreaterThan(1);
  expect(violation?.evidence?.exchanges.length).toBeLessThanOrEqual(4);
  expect(found.stdout).toContain(violation?.evidence?.replay);

  const again = await runAssayProcess(cwd, argsOf(violation?.evidence?.replay));
  expect(again.stdout).toContain('still there: ');
  expect(violationsIn(readRunReport(cwd, 'reports/replay/report.json'))).toHaveLength(1);
  expect(again.code).toBe(1);

  const sound = await startDemoService();
  const corrected = await runAssayProcess(cwd, ['replay', 'reports/report.json', '1', '--base-url', sound.url]);
  expect(corrected.stdout).toMatch(/Passed: .*\(exit 0\)/);
  expect(sound.orders()).toBe(0);
  expect(corrected.code).toBe(0);

  const beyond = await runAssayProcess(cwd, ['replay', 'reports/report.json', '99']);
  expect(beyond.stderr).toMatch(/contains violations? 1/);
  expect(beyond.code).toBe(2);
});

test('fails a replay when the violation still exists, whatever its level', async () => {
  const faulty = await startDemoService({ fault: 'head-answers-405' });
  const cwd = createTestFolder();
  expect(
    (await runAssayProcess(cwd, ['run', faulty.url, '--only', 'safety/head-is-supported', 'CRE-01', '--cases', '2']))
      .code,
  ).toBe(0);
  const [violation] = violationsIn(readRunReport(cwd));
  expect(violation?.level).toBe('SHOULD');
  const again = await runAssayProcess(cwd, argsOf(violation?.evidence?.replay));
  expect(again.stdout).toContain('still there: ');
  expect(again.code).toBe(1);
  const sound = await startDemoService();
  const report = readRunReport(cwd);
  writeFileSync(join(cwd, 'twice.json'), JSON.stringify({ ...report, results: [violation, violation] }));
  const all = await runAssayProcess(cwd, ['replay', 'twice.json', '--base-url', sound.url]);
  expect(all.stdout).toMatch(/^gone: 1\. SHOULD .+\ngone: 2\. SHOULD .+\n\n2 gone \(exit 0\)\n$/);
  expect(all.code).toBe(0);
});

test('exits with 2 when the report to replay has no violations', async () => {
  const cwd = createTestFolder();
  await runAssayProcess(cwd, ['demo', '--only', 'CRE-01', '--cases', '2', '--quiet']);
  const { code, stderr } = await runAssayProcess(cwd, ['replay', 'reports/report.json']);
  expect(stderr).toContain('contains no violation; there is nothing to replay');
  expect(code).toBe(2);
});
