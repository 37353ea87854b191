import { describe, expect, test } from 'vitest';
import { createTestReport, createTestResult, createTestViolation } from '../../model/result/report.fixture.js';
import type { Result } from '../../model/result/report.js';
import { buildFleetReport } from './build-fleet-report.js';
import type { FleetReport } from './fleet-report.js';
import { summarizeMissing, summarizeTarget } from './summarize-target.js';

const audited = (name: string, results: readonly Result[], owner?: string) => {
  const isFailed = results.some(({ verdict }) => verdict === 'violated');
  const gate = {
    open: !isFailed,
    reasons: isFailed ? ['a MUST rule is violated'] : [],
    exit: isFailed ? 1 : 0,
  } as const;
  const coverage = {
    clauses: results.map(({ clause, level, verdict }) => ({
      clause,
      level,
      verdict,
      sentence: 'GET changes nothing.',
      source: 'RFC 9110',
      rules: [],
    })),
  };
  const facts = { name, ...(owner !== undefined && { owner }) };
  return summarizeTarget(facts, createTestReport({ results, gate, coverage }), {
    report: `targets/${name}/report.json`,
  });
};

const held = (changes: Partial<Result> = {}) => createTestResult(changes);
const violated = (changes: Partial<Result> = {}) => createTestViolation(changes);

let day = 0;
const build = (summaries: ReturnType<typeof audited>[], earlier: readonly FleetReport[] = []) => {
  day += 1;
  const startedAt = `2026-01-${String(day).padStart(2, '0')}`;
  return buildFleetReport({ name: 'shop', startedAt, version: '0.1.0', summaries, earlier });
};

/** The reports of runs after each other, of one target. */
function runs(...results: (readonly Result[])[]): FleetReport[] {
  const all: FleetReport[] = [];
  for (const one of results) all.push(build([audited('orders', one)], [...all]));
  return all;
}

const changeOf = (report: FleetReport | undefined) => report?.targets[0]?.violations[0]?.change;

describe('a violation beside earlier runs', () => {
  test.each([
    ['without an earlier run', [[violated()]], undefined],
    ['held before', [[held()], [violated()]], 'new'],
    ['not checked before', [[held({ rule: 'a/other' })], [violated()]], 'new'],
    ['violated before', [[violated()], [violated()]], 'still'],
    ['undecided in between', [[violated()], [held({ verdict: 'inconclusive' })], [violated()]], 'still'],
    ['held in between', [[violated()], [held()], [violated()]], 'flaky'],
  ] as const)('%s', (_, results, change) => {
    expect(changeOf(runs(...results).at(-1))).toBe(change);
  });

  test('is fixed when the check holds, and not when it was not checked', () => {
    expect(runs([violated()], [held()])[1]?.targets[0]?.fixed).toEqual([{ rule: 'safety/a', subject: 'orders' }]);
    expect(runs([violated()], [held({ verdict: 'not-run' })])[1]?.targets[0]?.fixed).toEqual([]);
    expect(runs([violated()], [held()], [held()])[2]?.targets[0]?.fixed).toEqual([]);
  });
});

test('counts by clause, owner and run; a target without a report fails', () => {
  const before = build([audited('orders', [held()], 'a team'), audited('books', [held()], 'b team')]);
  const { gate, clauses, owners, trend, targets } = build(
    [
      audited('orders', [violated(), held({ subject: 'lines' })], 'a team'),
      audited('books', [held()], 'b team'),
      summarizeMissing({ name: 'gone', owner: 'a team', exit: 3 }, 'cannot be reached'),
    ],
    [before],
  );
  expect(gate).toEqual({ open: false, exit: 3 });
  expect(clauses).toMatchObject([{ clause: 'SAFE-01', counts: { violated: 1, held: 2 } }]);
  expect(owners).toEqual([
    { name: 'a team', targets: 2, failed: 2, violations: 1, new: 1, fixed: 0, flaky: 0 },
    { name: 'b team', targets: 1, failed: 0, violations: 0, new: 0, fixed: 0, flaky: 0 },
  ]);
  expect(trend.map(({ targets: all, passed, violations }) => [all, passed, violations])).toEqual([
    [2, 2, 0],
    [3, 1, 1],
  ]);
  expect(targets.map(({ verdicts }) => verdicts)).toEqual(['hv', '-h', '--']);
});
