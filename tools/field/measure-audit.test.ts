import { expect, test } from 'vitest';
import { createTestReport, createTestResult } from '../../src/model/result/report.fixture.js';
import { measureAudit } from './measure-audit.js';

const known = [
  { check: 'a/found orders', section: 'One' },
  { check: 'a/hidden orders', section: 'Two' },
];

test('counts verdicts, and compares violations with those that are known', () => {
  const report = createTestReport({
    results: [
      createTestResult({ rule: 'a/found', subject: 'orders', verdict: 'violated' }),
      createTestResult({ rule: 'a/found', subject: 'items', verdict: 'violated' }),
      createTestResult({ rule: 'a/hidden', subject: 'orders', verdict: 'inconclusive', cause: 'setup' }),
      createTestResult({ rule: 'a/held', subject: 'orders', verdict: 'held' }),
    ],
    coverage: {
      ...createTestReport({ results: [] }).coverage,
      operations: [3, 2].map((held) => ({
        ...{ method: 'GET', path: '/orders', subject: 'orders', rules: ['a/held'], held, violated: 0, undecided: 0 },
      })),
    },
    durationMs: 2_499,
    requests: 7,
    leftovers: [{ url: '/orders/1', why: 'answered 500' }],
  });
  expect(measureAudit('shop', 'url', { report, before: [[]], after: [[{ id: 1 }]], requests: [] }, known)).toEqual({
    service: 'shop',
    mode: 'url',
    counts: { held: 1, violated: 2, inconclusive: 1, 'not-applicable': 0, 'not-run': 0, errored: 0 },
    verdicts: {
      'a/found orders': 'violated',
      'a/found items': 'violated',
      'a/hidden orders': 'inconclusive: setup',
      'a/held orders': 'held',
    },
    known: 2,
    missed: [{ check: 'a/hidden orders', section: 'Two' }],
    wrong: ['a/found items'],
    operations: { found: 2, judged: 1, unjudged: ['GET /orders'] },
    seconds: 2,
    requests: 7,
    left: { added: 1, lost: 0, reported: 1 },
  });
});

test('names a known violation that was not even planned as missed', () => {
  const audit = { report: createTestReport({ results: [] }), before: [], after: [], requests: [] };
  expect(measureAudit('shop', 'url', audit, known).missed).toEqual(known);
});
