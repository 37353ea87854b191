import { expect, test } from 'vitest';
import {
  emptyReport,
  hostile,
  interruptedReport,
  sampleReports,
  sound,
  troubled,
} from '../../../test/report-samples/samples.js';
import { findControlCodes } from '../../../test/support/control-characters.js';
import { findElements, readXml, type XmlElement } from '../../../test/support/read-xml.js';
import type { Report } from '../../model/result/report.js';
import { render } from '../render.js';

const read = (report: Report) => readXml(render(report, 'junit'));
const strict: Report = { ...troubled, run: { ...troubled.run, strict: true } };

function testcase(report: Report, rule: string): XmlElement {
  const found = findElements(read(report), 'testcase').filter(({ attributes }) => attributes.classname === rule);
  expect(found).toHaveLength(1);
  return found[0] as XmlElement;
}

/** What a CI server makes of a test. */
const colorOf = ({ children }: XmlElement): string =>
  children.find(({ name }) => ['failure', 'error', 'skipped'].includes(name))?.name ?? 'passed';

test.each([
  ['<a/>', 'no XML declaration'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n', 'must contain a root element'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>', 'unclosed tag'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a><b></a></b>', 'unexpected close tag'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>\u0000</a>', 'disallowed character'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a x="\u001b"/>', 'disallowed character'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>\ud800</a>', 'disallowed character'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>\uffff</a>', 'disallowed character'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>&#1;</a>', 'malformed character entity'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a x="1" x="2"/>', 'duplicate attribute'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>&nbsp;</a>', 'undefined entity'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>1 & 2</a>', 'unclosed tag'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a>]]></a>', ']]>'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a/><b/>', 'documents may contain only one root'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a/>text', 'text data outside of root node'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<a b="<"/>', 'disallowed character'],
])('the reader of this test refuses %j', (source, complaint) => {
  expect(() => readXml(source)).toThrow(complaint);
});

test.each(Object.entries(sampleReports))('%s: is well-formed XML whose counts are those of its tests', (_, report) => {
  const root = read(report);
  for (const element of [root, ...findElements(root, 'testsuite')]) {
    const cases = findElements(element, 'testcase');
    const withColor = (color: string) => String(cases.filter((each) => colorOf(each) === color).length);
    expect(element.attributes).toMatchObject({
      tests: String(cases.length),
      failures: withColor('failure'),
      errors: withColor('error'),
      skipped: withColor('skipped'),
    });
  }
  expect(root.attributes.time).toBe((report.durationMs / 1000).toFixed(3));
});

test('has a suite for each suite and a test for each rule and subject', () => {
  const root = read(sound);
  expect(findElements(root, 'testsuite').map(({ attributes }) => attributes.name)).toEqual(['creation', 'safety']);
  expect(findElements(root, 'testcase').map(({ attributes }) => [attributes.classname, attributes.name])).toEqual([
    ['creation/created-item-is-readable', 'What was made can be read [orders]'],
    ['safety/get-does-not-change-the-item', 'GET leaves the item as it was [orders]'],
    ['safety/get-does-not-change-the-item', 'GET leaves the item as it was [customers]'],
  ]);
  expect(root.attributes).toMatchObject({ name: 'assay: orders 1.4.2', failures: '0', errors: '0', skipped: '0' });
});

test.each([
  ['a violated MUST', 'safety/get-does-not-change-the-item', 'failure', 'failure'],
  ['a violated SHOULD', 'responses/problem-details', 'passed', 'failure'],
  ['a violated MAY', 'links/has-next-actions', 'passed', 'passed'],
  ['a violated duty of HTTP alone', 'caching/etag-is-quoted', 'passed', 'failure'],
  ['a violated provisional rule', 'replay/same-key-same-answer', 'passed', 'passed'],
  ['a waived violation', 'conflict/stale-write-is-refused', 'skipped', 'skipped'],
  ['an undecided rule', 'pagination/no-item-twice', 'skipped', 'skipped'],
  ['a broken kit', 'pagination/pages-are-stable', 'error', 'error'],
  ['an unmet need', 'actions/is-readable', 'skipped', 'skipped'],
  ['a missing permission', 'throttling/says-when', 'skipped', 'skipped'],
  ['a held rule', 'creation/created-item-is-readable', 'passed', 'passed'],
])('%s has the outcome of the gate', (_, rule, usually, strictly) => {
  expect(colorOf(testcase(troubled, rule))).toBe(usually);
  expect(colorOf(testcase(strict, rule))).toBe(strictly);
});

test('a failure says all that is needed to reproduce', () => {
  const [failure] = findElements(testcase(troubled, 'safety/get-does-not-change-the-item'), 'failure');
  expect(failure?.attributes).toEqual({ message: 'GET changed the item it read', type: 'MUST violated' });
  for (const part of [
    'A GET never changes state.',
    '"views":2',
    '#13 GET /orders/7 → 200',
    '$ curl -sS -X POST',
    'assay replay',
  ]) {
    expect(failure?.text).toContain(part);
  }
});

test('contains a violation that does not fail the run', () => {
  const [output] = findElements(testcase(troubled, 'responses/problem-details'), 'system-out');
  expect(output?.text).toContain('violated, and does not fail the run (SHOULD)');
  expect(output?.text).toContain('the error was sent as text/html');
});

test('has the reason of a skipped test, and what would decide it', () => {
  const messageOf = (rule: string) => findElements(testcase(troubled, rule), 'skipped')[0]?.attributes.message;
  expect(messageOf('pagination/no-item-twice')).toBe(
    'inconclusive: setup: POST /orders answered 503 (to get a verdict: collections.orders.body)',
  );
  expect(messageOf('throttling/says-when')).toContain('not-run: permission: it floods');
  expect(messageOf('conflict/stale-write-is-refused')).toBe(
    'waived: known, ORD-7, owner orders team, until 2026-06-30',
  );
});

test('a held test says how many cases it is based on', () => {
  const output = findElements(testcase(troubled, 'creation/created-item-is-readable'), 'system-out')[0]?.text;
  expect(output).toBe('held in 10 cases, 5 of them at a boundary\nnote: Location was a relative reference');
});

test.each([
  ['empty', emptyReport],
  ['interrupted', interruptedReport],
])('%s: the file of a failed run has a failed test', (_, report) => {
  const root = read(report);
  expect(root.attributes.failures).toBe('1');
  expect(findElements(root, 'failure')[0]?.attributes.message).toBe(report.gate.reasons.join('; '));
});

test('has the failure of a run once', () => {
  expect(findElements(read(troubled), 'testsuite').map(({ attributes }) => attributes.name)).not.toContain('gate');
});

test('hostile text stays text', () => {
  const text = render(troubled, 'junit');
  expect(findControlCodes(text)).toEqual([]);
  expect(text).not.toContain('<script>');
  const { attributes } = testcase(troubled, 'validation/broken-is-refused');
  expect(attributes.name).toContain('<script>alert(1)</script> </details>');
  expect(attributes.name).toContain(String.raw`\x00 \ufffe\n# gate open`);
  expect(hostile).toContain('\u0000');
});
