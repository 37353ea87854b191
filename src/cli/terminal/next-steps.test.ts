import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interruptedReport, sound, troubled } from '../../../test/report-samples/samples.js';
import { countColumns } from '../../report/text/display-width.js';
import { defaultFormats } from '../options/format-option.js';
import { describeReportFiles, renderNextSteps } from './next-steps.js';

const plain = { color: false, width: 80 };

test('a correct service has no next steps', () => {
  expect(renderNextSteps(sound, 'reports/report.json', plain)).toBe('');
});

test('a violation is followed by what can be done about it, as commands that work', () => {
  const text = renderNextSteps(troubled, 'my reports/report.json', plain);
  expect(text).toContain("assay replay 'my reports/report.json' ");
  expect(text).toMatch(/assay explain \S+\/\S+\n/);
  expect(text).toMatch(/waivers:\s+rule\s+\S+,\s+subject \S+,\s+reason/);
});

test('inconclusive checks are followed by what gives them a verdict', () => {
  expect(
    renderNextSteps(
      { ...troubled, results: troubled.results.filter(({ verdict }) => verdict === 'inconclusive') },
      'r',
      plain,
    ),
  ).toMatch(/^Next\n {2}1 inconclusive +collections\.orders\.body/);
  expect(renderNextSteps(interruptedReport, 'r', plain)).not.toContain('replay');
});

test('everything but a command keeps to the width', () => {
  const long = renderNextSteps(troubled, 'r', { color: false, width: 40 })
    .split('\n')
    .filter((line) => countColumns(line) > 40);
  for (const line of long) expect(line).toMatch(/ assay /);
});

test('the page for a person is named where it was written', () => {
  expect(describeReportFiles('out', defaultFormats)).toBe(
    `Report: ${join('out', 'report.html')} (open in a browser), ${join('out', 'report.json')} (for programs)`,
  );
  expect(describeReportFiles('out', ['json', 'junit'])).toBe(`Report: ${join('out', 'report.json')}`);
});
