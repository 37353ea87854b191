import { describe, expect, test } from 'vitest';
import { createTestReport, createTestResult, createTestViolation } from '../../model/result/report.fixture.js';
import type { Report, Result } from '../../model/result/report.js';
import { findComparisonObstacles, findShortcomings, listRunDifferences } from './comparability.js';
import { type Change, compare } from './compare.js';

const withResults = (...results: readonly Result[]): Report => createTestReport({ results });
const changes = (before: readonly Result[], after: readonly Result[], strict = false) =>
  compare(withResults(...before), withResults(...after), strict);

const held = createTestResult();
const violated = createTestViolation();
const doubt = createTestResult({ verdict: 'inconclusive', cause: 'setup' });
const broken = createTestResult({ verdict: 'errored', cause: 'kit' });
const leftOut = createTestResult({ verdict: 'not-run', cause: 'filter' });
const unmet = createTestResult({ verdict: 'not-applicable', cause: 'need' });

describe('from one report to the next, a rule on a subject is', () => {
  test.each<[Change | undefined, readonly Result[], readonly Result[]]>([
    ['new', [held], [violated]],
    ['new', [doubt], [violated]],
    ['new', [leftOut], [violated]],
    ['new', [], [violated]],
    ['still', [violated], [violated]],
    ['changed', [violated], [createTestViolation({}, { summary: 'GET removed it' })]],
    ['fixed', [violated], [held]],
    ['newly undecided', [violated], [doubt]],
    ['newly undecided', [held], [doubt]],
    ['newly undecided', [held], [broken]],
    ['newly decided', [doubt], [held]],
    ['no longer checked', [violated], [leftOut]],
    ['no longer checked', [held], [unmet]],
    ['no longer checked', [held], []],
    ['newly checked', [leftOut], [held]],
    ['newly checked', [], [doubt]],
    [undefined, [held], [held]],
    [undefined, [doubt], [broken]],
    [undefined, [leftOut], [unmet]],
    [undefined, [unmet], []],
  ])('%s', (change, before, after) => {
    const { differences, same } = changes(before, after);
    expect(differences.map((difference) => difference.change)).toEqual(change === undefined ? [] : [change]);
    expect(same).toBe(change === undefined ? 1 : 0);
  });

  test('identified by rule and subject alone, with any values', () => {
    const drawn = (text: string, n: number) =>
      createTestViolation({}, { summary: `GET of /orders/${n} changed ${text}`, actual: { n }, case: { text } });
    expect(changes([drawn('views1', 17)], [drawn('views2', 90215)]).differences.map(({ change }) => change)).toEqual([
      'still',
    ]);
    const elsewhere = createTestViolation({ subject: 'customers' });
    expect(changes([violated], [elsewhere]).differences.map(({ change }) => change)).toEqual([
      'new',
      'no longer checked',
    ]);
  });
});

describe('a comparison fails', () => {
  const reasons = (before: readonly Result[], after: readonly Result[], strict = false) =>
    changes(before, after, strict).reasons.length;

  test.each<[string, Result, number, number]>([
    ['by a new violated MUST', violated, 1, 1],
    ['by a new violated SHOULD only when strict', createTestViolation({ level: 'SHOULD' }), 0, 1],
    ['by a new violated duty of HTTP only when strict', createTestViolation({ family: 'http' }), 0, 1],
    ['never by what a MAY observes', createTestViolation({ level: 'MAY' }), 0, 0],
    ['never by what is provisional', createTestViolation({ stage: 'provisional' }), 0, 0],
    ['never by what is waived', createTestViolation({ waived: { reason: 'known' } }), 0, 0],
    ['by a MUST that is no longer decided, only when strict', doubt, 0, 1],
    ['by a MUST that is no longer checked, only when strict', leftOut, 0, 1],
  ])('%s', (_, after, plain, strict) => {
    expect([reasons([held], [after]), reasons([held], [after], true)]).toEqual([plain, strict]);
  });

  test('never for violations that are still there, changed or fixed', () => {
    expect(reasons([violated], [violated], true)).toBe(0);
    expect(reasons([violated], [createTestViolation({}, { summary: 'another' })], true)).toBe(0);
    expect(reasons([violated], [held], true)).toBe(0);
  });

  test('never for checks that were not decided before', () => {
    expect(reasons([doubt], [leftOut], true)).toBe(0);
  });

  test.each<[string, Report, string[]]>([
    [
      'by a new run that decided nothing',
      withResults(doubt, leftOut),
      [expect.stringContaining('no MUST rule of the convention could be checked')],
    ],
    [
      'by a new run that was lost on the way',
      { ...withResults(held), gate: { open: false, reasons: ['it is gone'], exit: 3 } },
      ['the new run did not complete (exit 3): it is gone'],
    ],
    ['not by one that did its work', { ...withResults(violated), gate: { open: false, reasons: [], exit: 1 } }, []],
  ])('%s', (_, after, told) => {
    expect(findShortcomings(after)).toEqual(told);
  });

  test('with a line that names rule and subject', () => {
    expect(changes([held], [violated]).reasons).toEqual(['new violated MUST: GET changed it [orders] (safety/a)']);
  });
});

describe('two reports', () => {
  const other = { name: 'billing', baseUrl: 'https://billing.example' };

  test('of different services are not compared, unless both are of demos', () => {
    expect(findComparisonObstacles(createTestReport(), createTestReport({ target: other }))).toEqual([
      'they are about different services: orders at http://127.0.0.1:1/api, and billing at https://billing.example',
    ]);
    expect(
      findComparisonObstacles(createTestReport({}, { demo: {} }), createTestReport({ target: other }, { demo: {} })),
    ).toEqual([]);
    expect(
      findComparisonObstacles(createTestReport(), createTestReport({ target: { ...other, name: 'orders' } })),
    ).toEqual([]);
  });

  test('of different major versions of the kit are not compared', () => {
    const kit = (version: string) => createTestReport({ kit: { name: 'assay', version } });
    expect(findComparisonObstacles(kit('1.9.0'), kit('2.0.0'))).toHaveLength(1);
    expect(findComparisonObstacles(kit('1.9.0'), kit('1.0.0'))).toEqual([]);
  });

  test('list the differences of the runs, and whether one ended early', () => {
    const after = createTestReport({ seed: 7 }, { permit: 'deletes', endedEarly: 'the budget is spent' });
    expect(listRunDifferences(createTestReport(), after)).toEqual([
      'permission: reads, then deletes',
      'seed: 42, then 7',
      'the new run ended early: the budget is spent',
    ]);
    expect(listRunDifferences(createTestReport(), createTestReport())).toEqual([]);
  });
});
