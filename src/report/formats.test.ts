import { constant, assert as forAll, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHostileReport, hostileSampleReport } from '../../test/report-samples/hostile.js';
import { harmedReport, sampleReports, troubled } from '../../test/report-samples/samples.js';
import { violatedReport } from '../../test/report-samples/with-violations.js';
import { findControlCodes } from '../../test/support/control-characters.js';
import type { Report } from '../model/result/report.js';
import { formatReaders } from './format-readers.fixture.js';
import { type Format, formats } from './formats.js';
import { render } from './render.js';

const reports = { ...sampleReports, hostile: hostileSampleReport };
const cases = Object.keys(formatReaders).flatMap((format) =>
  Object.entries(reports).map(([name, report]) => [format as Format, name, report] as const),
);

test.each(cases)('%s: a parser accepts %s', (format, _, report) => {
  expect(formatReaders[format]?.(render(report, format))).toEqual([]);
});

test.each(Object.keys(formats))('%s: escapes control characters', (format) => {
  for (const report of Object.values(reports)) expect(findControlCodes(render(report, format))).toEqual([]);
});

/** HAR has nothing but exchanges. */
const readFormats = Object.keys(formats).filter((format) => format !== 'json' && format !== 'har');

test.each(readFormats)('%s: items of others that were harmed come before every result', (format) => {
  for (const results of [harmedReport.results, violatedReport.results]) {
    const text = render({ ...harmedReport, results }, format);
    const at = text.indexOf('orders/7');
    const first = results.map(({ title }) => text.indexOf(title)).filter((index) => index >= 0);
    expect(at).toBeGreaterThanOrEqual(0);
    expect(Math.min(...first, text.length)).toBeGreaterThan(at);
  }
});

/** All strings of a value, names of members among them; what was on the wire is not ours to change. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(([name]) => name !== 'request' && name !== 'response');
  return members.flatMap(([name, member]) => [name, ...stringsIn(member)]);
}

test.each(['sarif', 'sarif-full', 'har', 'ctrf', 'wfc', 'codequality'])(
  '%s: escapes control characters in every text value',
  (format) => {
    for (const report of Object.values(reports)) {
      const told = stringsIn(JSON.parse(render(report, format)));
      expect(told.filter((text) => findControlCodes(text).length > 0)).toEqual([]);
    }
  },
);

/** Text that means something to at least one format. */
const telling = [
  ']]>',
  '# Todo',
  ' # Skip',
  '  ...',
  '\n---\n',
  '| a |',
  '```',
  '<!--',
  '--%0A::error::',
  '{0}',
  '}}',
  '[a](http://b)',
  '\\',
  '"',
  "'",
  '$(id)',
  '%',
  '#',
  '..',
  '/etc/passwd',
  'file:///x',
  '\ud800',
  '\u202e',
  '\u0000',
  '',
];
const anyText = oneof(
  string({ unit: 'binary', maxLength: 20 }),
  string({
    unit: oneof(...telling.map((each) => constant(each)), string({ minLength: 1, maxLength: 1 })),
    maxLength: 6,
  }),
);

describe('with any content of the fields', () => {
  test.each(Object.keys(formatReaders) as Format[])('%s stays valid', (format) => {
    forAll(
      property(anyText, (text) => {
        const written = render(createHostileReport(text), format);
        expect(formatReaders[format]?.(written)).toEqual([]);
        expect(findControlCodes(written)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test.each<Format>(['junit', 'ctrf', 'tap'])('%s: has no test for what the choice of rules left out', (format) => {
  const [first, ...others] = troubled.results;
  const results = [
    { ...first, verdict: 'not-run', cause: 'filter', why: 'excluded by --only a/*' } as const,
    ...others,
  ];
  const text = render({ ...troubled, results: results as Report['results'] }, format);
  expect(text).not.toContain(first?.rule);
  for (const { rule } of others) expect(text).toContain(rule);
  expect(format !== 'junit' || text.includes('<property name="left out" value="1"/>')).toBe(true);
});
