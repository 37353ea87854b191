import { expect, test } from 'vitest';
import { createTestReport } from '../../model/result/report.fixture.js';
import { mergeRequests } from './merge-requests.js';

const row = { suite: 'safety', setup: 1, treatment: 2, control: 3, confirmation: 4, cleanup: 5 };

test('adds up the rows of each suite', () => {
  const links = { ...row, suite: 'links' };
  const reports = [[row], [links, row]].map((requestsBySuite) => createTestReport({ requestsBySuite }));
  expect(mergeRequests(reports)).toEqual([
    links,
    { suite: 'safety', setup: 2, treatment: 4, control: 6, confirmation: 8, cleanup: 10 },
  ]);
});

test('gives nothing where a report of an earlier version has no rows', () => {
  expect(mergeRequests([createTestReport({ requestsBySuite: [row] }), createTestReport()])).toBeUndefined();
});
