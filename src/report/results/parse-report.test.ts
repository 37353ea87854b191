import { expect, test } from 'vitest';
import { sampleReports } from '../../../test/report-samples/samples.js';
import { createTestReport, createTestResult, createTestViolation } from '../../model/result/report.fixture.js';
import { findPartProblem, parseReport } from './parse-report.js';

test('accepts reports of the kit', () => {
  for (const report of [
    ...Object.values(sampleReports),
    createTestReport({ results: [createTestResult(), createTestViolation()] }),
  ])
    expect(findPartProblem(report)).toBeUndefined();
});

const whole = createTestReport();
const broken = createTestViolation();
const missing = 'is an incomplete report: parts of it are missing';

test.each<[string, object, string]>([
  ['a result that is none', { results: [null] }, missing],
  ['a result without a rule', { results: [{ ...broken, rule: 5 }] }, missing],
  [
    'a result of another word',
    { results: [{ ...broken, verdict: 'conformant' }] },
    'is not a report: verdict of results[0]',
  ],
  ['evidence without exchanges', { results: [{ ...broken, evidence: { summary: 's' } }] }, missing],
  ['an exchange that is none', { results: [createTestViolation({}, { exchanges: [null] as never })] }, missing],
  ['a path that leads nowhere', { results: [createTestViolation({}, { path: 'zz' })] }, missing],
  ['no run', { run: null }, missing],
  ['no target', { target: {} }, missing],
  ['no choices', { dialects: undefined }, missing],
  ['rule folders that are no list', { run: { ...whole.run, ruleFolders: '/etc' } }, missing],
  ['a seed that is none', { seed: 'x' }, 'is not a report: seed of the report'],
  [
    'a shard of more than there can be',
    { run: { ...whole.run, shard: { index: 1, total: 1e9, planDigest: 'a' } } },
    missing,
  ],
  ['no clauses', { coverage: null }, missing],
])('%s is refused', (_, change, why) => {
  expect(findPartProblem({ ...whole, ...change } as never)).toContain(why);
});

test('results of rules that were joined later have the ids of today, once for each subject', () => {
  const results = [
    createTestResult({ rule: 'operations/head-is-supported', subject: 'GET /orders' }),
    createTestResult({ rule: 'safety/head-is-supported', subject: 'orders' }),
    createTestResult({ rule: 'operations/head-mirrors-get', subject: '-', verdict: 'not-applicable', cause: 'need' }),
    createTestResult({ rule: 'safety/head-matches-get', subject: '-', verdict: 'not-applicable', cause: 'need' }),
    createTestResult({
      rule: 'operations/head-has-the-fields-of-get',
      ...{ verdict: 'inconclusive', cause: 'assumption:operations/head-is-supported' },
    }),
  ];
  const read = parseReport('report.json', () => JSON.stringify(createTestReport({ results })));
  expect(read.results.map(({ rule, subject, cause = '' }) => [rule, subject, cause].join(' '))).toEqual([
    'safety/head-is-supported GET /orders ',
    'safety/head-is-supported orders ',
    'safety/head-matches-get - need',
    'operations/head-has-the-fields-of-get orders assumption:safety/head-is-supported',
  ]);
});
