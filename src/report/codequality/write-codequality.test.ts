import { expect, test } from 'vitest';
import { createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { emptyReport, interruptedReport, sound, troubled } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';
import { render } from '../render.js';
import { fingerprintResult } from '../results/result-identity.js';

interface Issue {
  readonly check_name: string;
  readonly description: string;
  readonly severity: string;
  readonly fingerprint: string;
  readonly location: unknown;
}

const issuesOf = (report: Report): Issue[] => JSON.parse(render(report, 'codequality'));

test.each([
  ['safety/get-does-not-change-the-item', 'blocker', 'blocker'],
  ['caching/etag-is-quoted', 'major', 'blocker'],
  ['responses/problem-details', 'minor', 'blocker'],
  ['links/has-next-actions', 'info', 'info'],
  ['replay/same-key-same-answer', 'info', 'info'],
  ['conflict/stale-write-is-refused', undefined, undefined],
  ['pagination/no-item-twice', undefined, undefined],
])('%s has the severity %s', (rule, usually, strictly) => {
  const severityIn = (report: Report) => issuesOf(report).find(({ check_name }) => check_name === rule)?.severity;
  expect(severityIn(troubled)).toBe(usually);
  expect(severityIn({ ...troubled, run: { ...troubled.run, strict: true } })).toBe(strictly);
});

test('an issue says what was observed, refers to the profile, and has a stable fingerprint', () => {
  const result = createSampleViolation();
  expect(issuesOf({ ...troubled, results: [result] })).toEqual([
    {
      description: 'GET changed the item it read [orders] (MUST SAFE-1: GET leaves the item as it was)',
      check_name: 'safety/get-does-not-change-the-item',
      fingerprint: fingerprintResult(result),
      severity: 'blocker',
      location: { path: 'assay.yaml', lines: { begin: 1 } },
    },
  ]);
  expect(issuesOf(sound)).toEqual([]);
});

test('adds an issue when a run fails without a violation', () => {
  for (const report of [emptyReport, interruptedReport])
    expect(issuesOf(report)).toEqual([expect.objectContaining({ check_name: 'gate', severity: 'blocker' })]);
  expect(issuesOf(interruptedReport)[0]?.description).toBe('the run failed: the run was interrupted');
  expect(issuesOf(troubled).map(({ check_name }) => check_name)).not.toContain('gate');
});
