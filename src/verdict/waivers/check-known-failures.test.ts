import { expect, test } from 'vitest';
import type { Waiver } from '../../model/profile/waiver.js';
import { createTestReport, createTestResult, createTestViolation } from '../../model/result/report.fixture.js';
import { checkKnownFailures } from './check-known-failures.js';
import { findWaiver, judgeWaivers } from './waiver-standing.js';

const known = (parts: Partial<Waiver> = {}): Waiver => ({
  rule: 'safety/a',
  reason: 'known',
  where: 'k:2:5',
  ...parts,
});
const leftOut = createTestResult({ verdict: 'not-run', cause: 'filter' });

test('accepts only violations that fail the run without a waiver', () => {
  const results = [
    createTestViolation({ subject: 'new' }),
    createTestViolation({ subject: 'waived', waived: { reason: 'known' } }),
    createTestViolation({ subject: 'should', level: 'SHOULD' }),
    createTestViolation({ subject: 'may', level: 'MAY' }),
    createTestViolation({ subject: 'provisional', stage: 'provisional' }),
    createTestResult({ subject: 'doubt', verdict: 'inconclusive' }),
    createTestResult({ subject: 'broken', verdict: 'errored' }),
    createTestResult({ subject: 'held' }),
  ];
  const names = (strict: boolean) =>
    checkKnownFailures(createTestReport({ results }, { strict }), []).unknown.map(({ subject }) => subject);
  expect(names(false)).toEqual(['new']);
  expect(names(true)).toEqual(['new', 'should']);
  expect(checkKnownFailures(createTestReport({ results }), []).undecided.map(({ subject }) => subject)).toEqual([
    'doubt',
    'broken',
  ]);
});

test.each<[string, Partial<Waiver>, Parameters<typeof createTestReport>, boolean]>([
  ['of what held', { subject: 'orders' }, [{ results: [createTestResult()] }], true],
  ['of what held everywhere', {}, [{ results: [createTestResult(), createTestResult({ subject: 'b' })] }], true],
  [
    'of what held here and was left out there',
    {},
    [{ results: [createTestResult(), { ...leftOut, subject: 'b' }] }],
    false,
  ],
  ['of what is still violated', {}, [{ results: [createTestViolation()] }], false],
  ['of what was left out', {}, [{ results: [leftOut] }], false],
  ['of what was not met', { subject: 'gone' }, [{ results: [createTestResult()] }], false],
  ['of an inconclusive check', {}, [{ results: [createTestResult({ verdict: 'inconclusive' })] }], false],
  ['of what held in a run that ended early', {}, [{ results: [createTestResult()] }, { endedEarly: 'budget' }], false],
])('a waiver %s is removed only after its rule was checked', (_, parts, [report, run], isFixed) => {
  expect(checkKnownFailures(createTestReport(report, run), [known(parts)]).fixed.has(0)).toBe(isFixed);
});

test('neither extends nor removes an expired waiver', () => {
  const old = known({ until: '2024-06-14' });
  const { unknown, fixed, overdue } = checkKnownFailures(createTestReport({ results: [createTestViolation()] }), [old]);
  expect([unknown, [...fixed], overdue]).toEqual([[], [], [old]]);
});

test('a waiver by the id of a rule that was joined with another one is about operations alone', () => {
  const rule = 'safety/head-is-supported';
  const waiver = known({ rule: 'operations/head-is-supported' });
  const results = [
    createTestViolation({ rule, subject: 'GET /orders' }),
    createTestViolation({ rule, subject: 'orders' }),
  ];
  expect(results.map((result) => findWaiver(result, [waiver], '2026-01-01'))).toEqual([waiver, undefined]);
  expect(checkKnownFailures(createTestReport({ results }), [waiver]).unknown.map(({ subject }) => subject)).toEqual([
    'orders',
  ]);
  const [judged] = judgeWaivers({ waivers: [waiver], results: results.slice(1), today: '2026-01-01', isWhole: true });
  expect(judged?.standing).toBe('idle');
});
