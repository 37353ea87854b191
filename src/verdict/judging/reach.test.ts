import { expect, test } from 'vitest';
import { createTestResult } from '../../model/result/report.fixture.js';
import type { Result } from '../../model/result/report.js';
import { computeReach, describeTooLittle } from './reach.js';

const createAbsent = (rule: string, parts: Partial<Result> = {}) =>
  createTestResult({ rule, verdict: 'not-applicable', cause: 'need', cases: 0, ...parts });
const results = [
  createTestResult({ rule: 'a', cases: 4 }),
  createTestResult({ rule: 'a', subject: 'customers', cases: 2 }),
  createTestResult({
    rule: 'b',
    verdict: 'inconclusive',
    cases: 1,
    undecided: [
      { cause: 'no-answer', why: 'GET /orders/17 got no answer (exchange 3): reset', cases: 2 },
      { cause: 'setup', why: 'the creation returned 422 (exchange 8): {}', cases: 3 },
    ],
  }),
  createAbsent('c', { enable: 'resources[].actions' }),
  createAbsent('d', { enable: '--permit deletes' }),
  createAbsent('e', { enable: '--permit deletes' }),
  createAbsent('f', { verdict: 'not-run', cause: 'filter' }),
];

test('the reach counts rules once, without those that were not asked for, and cases by reason', () => {
  expect(computeReach(results, undefined)).toEqual({
    rules: { checked: 1, of: 5 },
    cases: {
      decided: 7,
      undecided: 5,
      reasons: [
        { why: 'the creation returned 422', cases: 3 },
        { why: 'GET /orders/… got no answer: reset', cases: 2 },
      ],
    },
  });
});

test('too little is said with what would change it', () => {
  expect(describeTooLittle(computeReach(results, 1), results)).toBeUndefined();
  expect(describeTooLittle(computeReach(results, 10), results)).toBe(
    'too little was checked: 1 of 5 rules, and 10 are required (limits.minRules); ' +
      'to check more: --permit deletes (2 rules), resources[].actions (1 rule); to accept this: --min-rules 1',
  );
});
