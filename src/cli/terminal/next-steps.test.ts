import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { interruptedReport, sound, troubled } from '../../../test/report-samples/samples.js';
import { countColumns } from '../../report/text/fit-width.js';
import { defaultFormats } from '../options/format-option.js';
import { describeReportFiles, renderNextSteps } from './next-steps.js';

const plain = { color: false, width: 80 };

test('a correct service has no next steps', () => {
  expect(renderNextSteps(sound, 'reports/report.json', plain)).toBe('');
});

test('lists working commands for a violation', () => {
  const text = renderNextSteps(troubled, 'my reports/report.json', plain);
  expect(text).toContain("assay replay 'my reports/report.json' ");
  expect(text).toMatch(/assay explain \S+\/\S+\n/);
  expect(text).toMatch(/waivers:\s+rule\s+\S+,\s+subject \S+,\s+reason/);
});

test('names the first violation that fails the run, whatever its place in the report', () => {
  const results = [
    createSampleViolation({ rule: 'a/mild', level: 'SHOULD', number: 2 }),
    createSampleViolation({ rule: 'a/grave', number: 1 }),
  ];
  const text = renderNextSteps({ ...troubled, results }, 'r.json', plain);
  expect(text).toContain('assay replay r.json 1 ');
  expect(text).toContain('assay explain a/grave\n');
});

test('lists what would decide inconclusive checks', () => {
  expect(
    renderNextSteps(
      { ...troubled, results: troubled.results.filter(({ verdict }) => verdict === 'inconclusive') },
      'r',
      plain,
    ),
  ).toMatch(/^Next\n {2}1 inconclusive +collections\.orders\.body/);
  expect(renderNextSteps(interruptedReport, 'r', plain)).not.toContain('replay');
});

test('cuts lines to the width, except commands', () => {
  const long = renderNextSteps(troubled, 'r', { color: false, width: 40 })
    .split('\n')
    .filter((line) => countColumns(line) > 40);
  for (const line of long) expect(line).toMatch(/ assay /);
});

test('names the path of the HTML report', () => {
  expect(describeReportFiles('out', defaultFormats)).toBe(
    `Report: ${join('out', 'report.html')} (to open it: assay open ${join('out', 'report.json')})`,
  );
  expect(describeReportFiles('reports', defaultFormats)).toContain('(to open it: assay open)');
  expect(describeReportFiles('out', ['json', 'junit'])).toBe(`Report: ${join('out', 'report.json')}`);
});
