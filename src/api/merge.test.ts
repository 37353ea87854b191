import { expect, test } from 'vitest';
import { createTestResult, createTestShardReport, createTestViolation } from '../model/result/report.fixture.js';
import { compare } from './compare.js';
import { MisfitError, merge } from './merge.js';

const left = (shard: number, rule: string) =>
  createTestResult({
    rule,
    shard,
    verdict: 'not-run',
    cause: 'filter',
    why: `in shard ${shard}`,
    cases: 0,
    requests: 0,
  });
const first = createTestShardReport(1, 2, { results: [createTestResult({ rule: 'a' }), left(2, 'b')] });
const second = createTestShardReport(2, 2, { results: [left(1, 'a'), createTestViolation({ rule: 'b' })] });

test('shards become one report', () => {
  const { results, run } = merge([first, second]);
  expect([results.map(({ verdict }) => verdict), run.shards]).toEqual([['held', 'violated'], 2]);
});

test('refuses reports that are not shards of one run, with every reason', () => {
  const other = { ...second, seed: second.seed + 1 };
  expect(() => merge([first, other])).toThrow(MisfitError);
  expect(() => merge([first, other])).toThrow(/the seed differs: .* in report 1, .* in report 2/);
});

test('compares two reports, strictly if requested', () => {
  const before = merge([
    first,
    createTestShardReport(2, 2, { results: [left(1, 'a'), createTestResult({ rule: 'b' })] }),
  ]);
  const after = merge([first, second]);
  expect(compare(before, after).differences.map(({ change }) => change)).toEqual(['new']);
  const undecided = createTestResult({ rule: 'b', verdict: 'inconclusive', cause: 'noise', why: 'it moves' });
  const doubtful = merge([first, createTestShardReport(2, 2, { results: [left(1, 'a'), undecided] })]);
  expect(compare(before, doubtful).reasons).toEqual([]);
  expect(compare(before, doubtful, { strict: true }).reasons).not.toEqual([]);
});
