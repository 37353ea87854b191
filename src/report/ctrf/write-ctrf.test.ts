import { expect, test } from 'vitest';
import { emptyReport, interruptedReport, sound, troubled } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';
import { render } from '../render.js';

interface Test {
  readonly name: string;
  readonly status: string;
  readonly rawStatus: string;
  readonly message?: string;
  readonly trace?: string;
  readonly suite: readonly string[];
}

const resultsOf = (report: Report): { tests: Test[]; summary: Record<string, number> } =>
  JSON.parse(render(report, 'ctrf')).results;
const testOf = (report: Report, rule: string) => resultsOf(report).tests.find(({ suite }) => suite[1] === rule);
const strict: Report = { ...troubled, run: { ...troubled.run, strict: true } };

test.each([
  ['creation/created-item-is-readable', 'passed', 'held', 'passed'],
  ['safety/get-does-not-change-the-item', 'failed', 'violated', 'failed'],
  ['responses/problem-details', 'other', 'violated', 'failed'],
  ['links/has-next-actions', 'other', 'violated', 'other'],
  ['conflict/stale-write-is-refused', 'other', 'violated, waived', 'other'],
  ['pagination/no-item-twice', 'other', 'inconclusive', 'other'],
  ['pagination/pages-are-stable', 'failed', 'errored', 'failed'],
  ['actions/is-readable', 'skipped', 'not-applicable', 'skipped'],
  ['throttling/says-when', 'skipped', 'not-run', 'skipped'],
])('%s is %s, and called %s', (rule, status, rawStatus, strictly) => {
  expect(testOf(troubled, rule)).toMatchObject({ status, rawStatus });
  expect(testOf(strict, rule)?.status).toBe(strictly);
});

test.each(Object.entries({ sound, troubled, interrupted: interruptedReport, empty: emptyReport }))(
  '%s: the summary counts its tests',
  (_, report) => {
    const { tests, summary } = resultsOf(report);
    const count = (status: string) => tests.filter((each) => each.status === status).length;
    expect(summary).toMatchObject({
      tests: tests.length,
      ...Object.fromEntries(
        ['passed', 'failed', 'skipped', 'pending', 'other'].map((status) => [status, count(status)]),
      ),
      duration: Math.round(report.durationMs),
    });
  },
);

test.each(Object.entries({ empty: emptyReport, interrupted: interruptedReport }))(
  '%s: the file of a failed run has a failed test',
  (_, report) => {
    const red = resultsOf(report).tests.filter(({ status }) => status === 'failed');
    expect(red.map(({ name, message }) => [name, message])).toEqual([
      ['the audit passed', report.gate.reasons.join('; ')],
    ]);
  },
);

test('has the evidence of a violation, and what would decide an inconclusive rule', () => {
  expect(testOf(troubled, 'safety/get-does-not-change-the-item')?.trace).toContain('$ curl -sS -X POST');
  expect(testOf(troubled, 'pagination/no-item-twice')?.message).toContain('to get a verdict: collections.orders.body');
});

test('is not healthy when the run ended early', () => {
  const lost: Report = { ...sound, gate: { open: false, reasons: ['it was lost'], exit: 3 } };
  const isHealthy = (report: Report) => JSON.parse(render(report, 'ctrf')).results.environment.healthy;
  expect([sound, lost, interruptedReport].map(isHealthy)).toEqual([true, false, false]);
});
