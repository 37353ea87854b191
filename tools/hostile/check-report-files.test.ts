import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkReportFiles } from './check-report-files.js';

const json = readFileSync(new URL('../../reports/example/report.json', import.meta.url), 'utf8');
const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites></testsuites>\n';

test('valid files have no problems, and missing ones neither', () => {
  expect(checkReportFiles({ 'report.json': json, 'junit.xml': xml })).toEqual([]);
  expect(checkReportFiles({})).toEqual([]);
});

test('a report that does not match its schema is a problem', () => {
  const [problem] = checkReportFiles({ 'report.json': JSON.stringify({ ...JSON.parse(json), results: 'none' }) });
  expect(problem).toContain('report.json does not match its schema');
});

test('XML that is not well-formed, or is no list of suites, is a problem', () => {
  expect(checkReportFiles({ 'junit.xml': xml.replace('</testsuites>', '') })[0]).toContain('not well-formed');
  expect(checkReportFiles({ 'junit.xml': xml.replaceAll('testsuites', 'html') })).toEqual([
    'the root of junit.xml is html',
  ]);
});
