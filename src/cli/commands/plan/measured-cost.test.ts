import { expect, test } from 'vitest';
import { createTestResult } from '../../../model/result/report.fixture.js';
import { createMeasuredCost } from './measured-cost.js';

const otherwise = () => 7;

test('a check costs the requests of average duration that fit into its time', () => {
  const cost = createMeasuredCost(
    {
      results: [
        createTestResult({ rule: 'a/slow', subject: 'orders', requests: 10, ms: 900 }),
        createTestResult({ rule: 'a/fast', subject: 'orders', requests: 10, ms: 100 }),
      ],
    },
    otherwise,
  );
  expect([cost('a/slow', 'orders'), cost('a/fast', 'orders')]).toEqual([18, 2]);
});

test('a check without a time is estimated as without a report', () => {
  const cost = createMeasuredCost(
    { results: [createTestResult({ rule: 'a/unsent', subject: 'orders', requests: 0 })] },
    otherwise,
  );
  expect([cost('a/unsent', 'orders'), cost('b/other', 'orders'), cost('a/unsent', 'customers')]).toEqual([7, 7, 7]);
});
