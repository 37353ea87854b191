import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { exitMeanings } from './exit-codes-page.js';
import { renderFormatsPage } from './formats-page.js';
import { renderReferencePages } from './pages.js';
import { listProfileProblems } from './profile.fixture.js';
import { profileExamples } from './profile-examples.js';
import { profileSchema } from './profile-page.js';

const folder = fileURLToPath(new URL('../../docs/reference/', import.meta.url));
const pages = await renderReferencePages();

test('docs/reference is up to date; otherwise run npm run reference', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(md|1)$/.test(path));
  expect(files.sort()).toEqual([...pages.keys()].sort());
  const stale = files.filter((path) => readFileSync(`${folder}${path}`, 'utf8') !== pages.get(path));
  expect(stale, 'run npm run reference').toEqual([]);
});

test('the manual page has each command, and each line of it is a request or text', () => {
  const page = pages.get('assay.1') ?? '';
  for (const name of ['run', 'demo', 'replay', 'clean', 'init']) expect(page).toContain(`\n.SS assay ${name}\n`);
  expect(page).toContain('\n.B \\-\\-permit ');
  const requests = page.split('\n').filter((line) => /^[.']/.test(line));
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|RS|RE|nf|fi|br|B|I)( |$)/.test(line))).toEqual([]);
});

test('every key of a profile has an example, and the examples are one good profile', () => {
  expect(Object.keys(profileExamples).sort()).toEqual(Object.keys(profileSchema.properties ?? {}).sort());
  expect(listProfileProblems(parse(Object.values(profileExamples).join('\n')))).toEqual([]);
  expect(listProfileProblems({ permit: 'all' })).toHaveLength(1);
});

test('every exit code of a report is described, and no other', () => {
  const schema = JSON.parse(readFileSync(new URL('../../src/report/json/report.schema.json', import.meta.url), 'utf8'));
  expect(Object.keys(exitMeanings).map(Number)).toEqual(schema.properties.gate.properties.exit.enum);
});

test('every format has a purpose', () => {
  expect(() => renderFormatsPage({ json: 'report.json', morse: 'report.morse' })).toThrow('has no purpose for morse');
});

test('a page ends where another begins: no cell breaks its table', () => {
  for (const [path, text] of pages)
    for (const [, head = '', rows = ''] of text.matchAll(/^\| (.*) \|\n\|(?: --- \|)+\n((?:\|.*\n)*)/gm)) {
      const width = cellsOf(head);
      for (const row of rows.trimEnd().split('\n'))
        expect([path, row, cellsOf(row.slice(2, -2))]).toEqual([path, row, width]);
    }
});

const cellsOf = (row: string): number => row.split(/(?<!\\)\|/).length;
