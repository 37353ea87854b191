import { expect, test } from 'vitest';
import { createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { troubled } from '../../../test/report-samples/samples.js';
import { render } from '../render.js';
import { describeGate, describeToleratedViolations } from './describe-gate.js';

const gate = { open: false, reasons: ['violated'], exit: 1 } as const;
const violate = (...subjects: readonly string[]) => ({
  ...troubled,
  waivers: [],
  gate,
  results: subjects.map((subject) => createSampleViolation({ subject }, { case: null })),
});

test('names the number of checks where a rule is violated on several subjects', () => {
  expect(describeGate(violate('orders'))).toBe('Failed: 1 MUST rule violated (exit 1)');
  expect(describeGate(violate('orders', 'customers'))).toBe('Failed: 1 MUST rule violated in 2 checks (exit 1)');
});

test('an incomplete run names at most three collections without an item, and the number of the others', () => {
  const gaps = ['a', 'b', 'c', 'd', 'e'].map((about) => ({ about, checks: 2, why: 'no item could be created' }));
  const about = { ...violate(), gate: { open: false, reasons: ['incomplete: a'], exit: 5, gaps } as const };
  expect(describeGate(about)).toMatch(/^Incomplete: no item could be created in a, b, c and 2 more, 10 MUST checks/);
});

test.each(['html', 'markdown', 'console'] as const)(
  '%s leaves out the generated values of a case without any',
  (format) => {
    expect(render(violate('orders'), format)).not.toMatch(/generated values|^ +case /im);
    expect(render(troubled, format)).toMatch(/generated values|^ +case /im);
  },
);

test('a violated rule about the OpenAPI document is named, whether it fails the run or not', () => {
  const about = { ...violate(), results: [createSampleViolation({ family: 'document' })] };
  const failOn = ['must', 'document'];
  expect(describeGate({ ...about, run: { ...about.run, failOn } })).toBe('Failed: 1 document rule violated (exit 1)');
  expect(describeToleratedViolations(about)).toEqual([
    '1 document rule violated; fails with --fail-on must,data,document',
  ]);
});

test('what makes a violation fail the run fits a terminal of 80 columns', () => {
  const subjects = Array.from({ length: 14 }, (_, index) => `orders-${index}`);
  const results = ['a/b', 'c/d', ...Array.from({ length: 10 }, (_, index) => `e/f-${index}`)].flatMap((rule) =>
    subjects
      .slice(0, 2)
      .flatMap((subject) => [
        createSampleViolation({ rule, subject, level: 'SHOULD' }),
        createSampleViolation({ rule, subject, family: 'http' }),
        createSampleViolation({ rule, subject, family: 'http', level: 'SHOULD' }),
      ]),
  );
  const run = { ...troubled.run, failOn: undefined, strict: false };
  const lines = describeToleratedViolations({ ...violate(), run, results });
  expect(lines).toEqual([
    '12 SHOULD rules violated in 24 checks; fails with --fail-on must,data,should',
    '12 HTTP rules violated in 24 checks; fails with --fail-on must,data,http',
    '12 HTTP rules violated in 24 checks; fails with rules.severity: error',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
