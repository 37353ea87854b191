import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../../../../test/cli/assay.fixture.js';
import type { Waiver } from '../../../model/profile/waiver.js';
import { createTestReport, createTestResult, createTestViolation } from '../../../model/result/report.fixture.js';
import { updateKnownFailures } from './update-known-failures.js';

const entry = (rule: string) => `  - rule: ${rule}\n    reason: known\n`;
const waiverAt = (rule: string, where: string): Waiver => ({ rule, reason: 'known', where });

/** A run with waivers of a profile and of a file, and the content of the file afterwards. */
function updated(atFirst: readonly string[], atLast: string, expires?: string) {
  const file = join(createTestFolder({ 'known.yaml': atLast }), 'known.yaml');
  const waivers = [
    waiverAt('profile/a', 'assay.yaml:3:5'),
    ...atFirst.map((rule, index) => waiverAt(rule, `${file}:${index + 2}:5`)),
  ];
  const results = [
    createTestViolation({ rule: 'profile/a', waived: { reason: 'known' } }),
    createTestViolation({ rule: 'safety/a', ...(atFirst.includes('safety/a') && { waived: { reason: 'known' } }) }),
    createTestResult({ rule: 'safety/held' }),
  ];
  const report = updateKnownFailures(
    createTestReport({ results }),
    { waivers },
    { file, expires, reportFile: 'report.json' },
  );
  return { report, text: readFileSync(file, 'utf8') };
}

test('a failure accepted during the run is not added twice, and the profile keeps its waivers', () => {
  const now = `waivers:\n${entry('safety/a')}`;
  const { report, text } = updated([], now);
  expect(text).toBe(now);
  expect(report.waivers?.map(({ rule, standing }) => [rule, standing])).toEqual([
    ['profile/a', 'used'],
    ['safety/a', 'used'],
  ]);
  expect(report.gate.exit).toBe(0);
});

test('a waiver removed during the run no longer applies', () => {
  const { report, text } = updated(['safety/a', 'safety/held'], 'waivers: []\n');
  expect(text).toContain('rule: safety/a');
  expect(report.waivers?.map(({ rule }) => rule)).toEqual(['profile/a', 'safety/a']);
});

test('dates what it adds, and nothing else', () => {
  const { text } = updated([], `waivers:\n${entry('safety/other')}`, '2999-12-31');
  expect(text).toMatch(
    /rule: safety\/other\n {4}reason: known\n {2}- rule: safety\/a .*\n(?: {4}.*\n)* {4}until: 2999-12-31\n$/,
  );
  expect(text.match(/until/g)).toHaveLength(1);
});

test('does not change a file that became invalid during the run', () => {
  expect(() => updated([], 'waivers: not yet\n')).toThrow('known.yaml:1:10');
});
