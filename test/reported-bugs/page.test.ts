import { expect, test } from 'vitest';
import { textOf } from '../architecture/sources.fixture.js';
import { reportedBugs } from './bugs.fixture.js';

const page = textOf('docs/reported-bugs.md');
const [first = '', second = '', third = ''] = page.split('\n## ').slice(1);
const bugs = Object.entries(reportedBugs);

const findRow = (section: string, text: string) => section.split('\n').find((line) => line.includes(`| ${text} |`));

test.each(bugs)('%s is on the page with its report, and its rule or the reason', (_, bug) => {
  const { kind, report, date, rules, missed } = bug;
  const row = findRow(missed?.document === undefined ? first : second, kind) ?? '';
  expect(row).toContain(`](${report}), ${date}`);
  if (missed?.document === undefined) expect(rules.some((rule) => row.includes(`[\`${rule}\`]`))).toBe(true);
  else expect(row).toContain(`| ${missed.document} |`);
});

test.each(bugs)('%s is named where it is not found without a document', (_, { kind, missed }) => {
  const isNamed = third.includes(kind);
  expect(isNamed).toBe(missed?.collection !== undefined && missed.document === undefined);
  if (isNamed) expect(third).toContain(`| ${missed?.collection} |`);
});

test('the page has no other rows', () => {
  const rows = [first, second].flatMap((section) => section.split('\n').filter((line) => line.includes('](https://')));
  expect(rows).toHaveLength(bugs.length);
});

test('all reports are different, and of kinds of their own', () => {
  expect(new Set(bugs.map(([, { report }]) => report)).size).toBe(bugs.length);
  expect(new Set(bugs.map(([, { kind }]) => kind)).size).toBe(bugs.length);
});
