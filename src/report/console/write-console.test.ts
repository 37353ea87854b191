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
import { createTestReport } from '../../model/result/report.fixture.js';
import type { Result } from '../../model/result/report.js';
import { render } from '../render.js';
import { countColumns } from '../text/fit-width.js';
import { renderRows } from './print.js';
import { renderRequestRows } from './write-console.js';

const linesOf = (text: string) => text.split('\n');
const sgr = new RegExp(`${String.fromCharCode(0x1b)}\\[\\d+m`, 'g');

test('is equal to the golden file', async () => {
  await expect(render(troubled, 'console', { width: 120 })).toMatchFileSnapshot('fixtures/console.txt');
});

test('begins with the name of the service and the settings', () => {
  const [name, means] = linesOf(render(sound, 'console'));
  expect(name).toBe('orders 1.4.2  http://127.0.0.1:4010/api');
  for (const part of ['seed 42', '84 requests', '4.2 s', 'permission deletes (default)']) expect(means).toContain(part);
});

test('lists what held with the id beside its whole title, in two lines where one is too short', () => {
  const listHeld = (width: number) => {
    const lines = linesOf(render(sound, 'console', { width }));
    const at = lines.findIndex((line, index) => index > lines.indexOf('Held') && line.includes('GET leaves'));
    return lines.slice(at, at + 3);
  };
  expect(listHeld(130)[0]).toBe(
    '  MUST   GET leaves the item as it was [orders]  safety/get-does-not-change-the-item, held in 10 cases, 5 of them at a boundary',
  );
  expect(listHeld(80)).toEqual([
    '  MUST   GET leaves the item as it was [orders]',
    '         safety/get-does-not-change-the-item, held in 10 cases, 5 of them at a',
    '         boundary',
  ]);
});

test('begins with the violations, whose titles are whole', () => {
  const text = render(troubled, 'console', { width: 60 });
  expect(linesOf(text).indexOf('Violated')).toBeLessThan(6);
  const [first] = troubled.results.filter(({ verdict }) => verdict === 'violated');
  const summary = `GET of one order ${'and of another one '.repeat(5)}changed both`;
  const evidence = first?.evidence && { ...first.evidence, summary };
  const long = render({ ...troubled, results: first ? [{ ...first, evidence }] : [] }, 'console', { width: 60 });
  expect(long.replaceAll(/\s+/g, ' ')).toContain(`1. ${summary} MUST ${first?.rule} [${first?.subject}]`);
});

test('each unchecked rule is listed once', () => {
  const text = render(troubled, 'console');
  for (const { rule, subject } of troubled.results.filter(({ verdict }) => verdict.startsWith('not-')))
    expect(text.split(`${rule} [${subject}]`)).toHaveLength(2);
});

test('prints all parts of a violation in order', () => {
  const whole = render(troubled, 'console', { width: 120 });
  const text = whole.slice(whole.indexOf('\nViolated\n'));
  const order = [
    '1. GET changed the item it read',
    'rule      GET leaves the item as it was',
    'SAFE-1: A GET never changes state. (convention §1 rule 3; RFC 9110 §9.2.1)',
    'expected  {"id":"7","note":"a","views":0}',
    'actual    {"id":"7","note":"a","views":2}',
    'case      {"body":{"note":"a"},"reads":1}',
    '12  POST /orders {"note":"a"} → 201 {"id":"7"',
    '13  GET /orders/7 → 200 {"id":"7"',
    '14  GET /orders/7 → 200',
    '$ curl -sS -X POST',
    'replay  assay replay reports/report.json 1',
    'Reproduced 3 of 3 times',
    '3. the ETag was bare',
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('lists inconclusive checks and what would decide them', () => {
  const text = render(troubled, 'console');
  const undecided = text.slice(text.indexOf('\nInconclusive\n'), text.indexOf('\nNot checked\n'));
  expect(undecided).toContain('setup: POST /orders answered 503');
  expect(undecided).toContain('To get a verdict: collections.orders.body');
  expect(undecided).not.toContain('TypeError');
  expect(text).toMatch(/assay failed, not the service\n.*pages-are-stable\n +kit: TypeError/);
});

test('prints a shared reason once, with all its checks', () => {
  const [doubt] = troubled.results.filter(({ verdict }) => verdict === 'inconclusive');
  const both = ['orders', 'customers'].map((subject) => ({ ...doubt, subject, notes: ['slow'] }) as Result);
  const text = render({ ...troubled, results: both }, 'console');
  const undecided = text.slice(text.indexOf('\nInconclusive\n'), text.indexOf('\nNotes of rules\n'));
  for (const subject of ['orders', 'customers']) expect(undecided).toContain(`[${subject}] ${doubt?.rule}`);
  expect(undecided.match(/setup: POST \/orders answered 503/g)).toHaveLength(1);
  expect(text).toContain(`- ${doubt?.rule} [orders, customers]: slow`);
});

test('prints each reason for not checking once, with all its checks', () => {
  const text = render(troubled, 'console');
  const unseen = text.slice(text.indexOf('\nNot checked\n'));
  expect(unseen.match(/not-applicable: no action is known/g)).toHaveLength(1);
  for (const part of [
    'actions/is-readable [orders]',
    'actions/repeat-conflicts [orders]',
    'not-run: permission: it floods',
    'To enable: --permit floods',
    'MODEL-1: cannot be seen from outside',
  ]) {
    expect(unseen).toContain(part);
  }
});

test('prints the notes of survey, cleanup and profile', () => {
  const text = render(troubled, 'console');
  for (const part of [
    'creation/created-item-is-readable [orders]: Location was a relative reference',
    ...troubled.survey.contradictions,
    ...troubled.survey.notes,
    ...troubled.dialects,
    'http://127.0.0.1:4010/api/orders/9',
    'DELETE answered 405',
    'waived: known, ORD-7, owner orders team, until 2026-06-30',
  ]) {
    expect(text).toContain(part);
  }
});

test('ends with the count of each verdict and the result with its reasons', () => {
  expect(render(sound, 'console').trimEnd().split('\n').slice(-2)).toEqual(['3 held', 'Passed (exit 0)']);
  const closing = render(troubled, 'console').trimEnd().split('\n').slice(-8).join('\n');
  expect(closing).toContain('7 violated, 1 errored, 1 inconclusive, 1 held, 2 not-applicable, 1 not-run');
  expect(closing).toContain('Failed: 2 MUST rules violated (exit 1)');
  expect(closing).toContain('- 1 unwaived violated MUST');
});

test('prints that a run ended early, or checked no rule', () => {
  const text = render(interruptedReport, 'console');
  expect(text.match(/interrupted after 12 requests/g)).toHaveLength(2);
  expect(text).toContain('\n    what was made');
  expect(render(emptyReport, 'console')).toMatch(/no rule was checked\nFailed: no MUST rule could be checked/);
});

test.each(Object.entries(sampleReports))(
  '%s: escapes control characters and does not claim conformance',
  (_, report) => {
    const text = render(report, 'console', { color: false });
    expect(findControlCodes(text)).toEqual([]);
    expect(text).not.toMatch(/conform(ant|s)\b/i);
  },
);

test('names a redacted value on the line where it was sent', () => {
  const text = render(troubled, 'console', { width: 2000 });
  expect(text).toContain(String.raw`x\x1b[2J\x1b]0;owned\x07\u202egnp.exe\u2066`);
  expect(text).toContain(String.raw`\ufffe\n# gate open\n- held`);
  expect(linesOf(text)).not.toContain('- held');
});

test.each([40, 80, 120])('fits %i columns, except lines to copy', (width) => {
  const long = linesOf(render(troubled, 'console', { width })).filter((line) => countColumns(line) > width);
  for (const line of long) expect(line).toMatch(/^ {3}(\$|replay) /);
});

test('counts columns, not code units', () => {
  const [first] = linesOf(
    render({ ...sound, target: { name: '😀'.repeat(50), baseUrl: 'http://a' } }, 'console', { width: 45 }),
  );
  expect(first).toBe(`${'😀'.repeat(22)}…`);
});

test('cuts a long URL to keep the response visible', () => {
  expect(render(troubled, 'console', { width: 80 })).toMatch(/21 {2}POST \/orders\?q=.*… .* → 500 /);
});

test('prints the part of a long value that differs', () => {
  const long = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, index]));
  const first = troubled.results[1];
  const evidence = first?.evidence && { ...first.evidence, expected: long, actual: { ...long, m40: 'changed' } };
  const text = render({ ...troubled, results: first ? [{ ...first, evidence }] : [] }, 'console');
  expect(text).toContain('"m40": 40');
  expect(text).toContain('"m40": "changed"');
  expect(text).not.toContain('"m5": 5');
  expect(text).toContain('… 37 lines above');
});

test('prints colours only if requested, and no other differences', () => {
  const colored = render(troubled, 'console', { color: true });
  expect(colored).toContain('\u001b[31mGET changed');
  expect(colored.replace(sgr, '')).toBe(render(troubled, 'console', { color: false }));
  expect(hostile).toContain('\u001b');
});

test('lists suites with most requests first, then shared requests and sums', () => {
  const nothing = { setup: 0, treatment: 0, control: 0, confirmation: 0, cleanup: 0 };
  const requestsBySuite = [
    { ...nothing, suite: '-', setup: 9 },
    { ...nothing, suite: 'links', treatment: 2 },
    { ...nothing, suite: 'safety', treatment: 20, control: 3, confirmation: 4, cleanup: 5 },
  ];
  const text = renderRows(renderRequestRows({ ...createTestReport(), requestsBySuite }), { color: false, width: 100 });
  expect(text.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
    ['Requests'],
    ['setup', 'treatment', 'control', 'confirmation', 'cleanup', 'sum'],
    ['safety', '0', '20', '3', '4', '5', '32'],
    ['links', '0', '2', '0', '0', '0', '2'],
    ['(shared)', '9', '0', '0', '0', '0', '9'],
    ['sum', '9', '22', '3', '4', '5', '43'],
    [''],
  ]);
});

test('is empty for a report of an earlier version', () => {
  expect(renderRequestRows(createTestReport())).toEqual([]);
});
