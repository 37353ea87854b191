import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTestReport } from '../../../model/result/report.fixture.js';
import type { Report } from '../../../model/result/report.js';
import { createReplayCommand } from './replay-command.js';

const elsewhere = { name: 'shop', baseUrl: 'https://shop.example' };

test.each<[string, Partial<Report['run']>, Partial<Report>, string]>([
  ['on this machine', { permit: 'deletes' }, {}, ''],
  ['elsewhere', { permit: 'deletes' }, { target: elsewhere }, ' --permit deletes'],
  ['elsewhere by reading alone', { permit: 'reads' }, { target: elsewhere }, ''],
  ['with the usual profile', { profile: '/elsewhere/assay.yaml' }, {}, ''],
  ['with another profile', { profile: resolve('a b.yaml') }, {}, " --profile 'a b.yaml'"],
  ['with rules of its own', { ruleFolders: [resolve('house-rules')] }, {}, ' --rules house-rules'],
])('the command contains what a report alone must not decide: %s', (_, run, changes, flags) => {
  expect(createReplayCommand(createTestReport(changes, run), 'reports/report.json', 2)).toBe(
    `assay replay reports/report.json 2${flags}`,
  );
});

test('the command starts the service that the run started', () => {
  const report = createTestReport({}, { permit: 'deletes' });
  expect(createReplayCommand(report, 'r.json', 1, "npm start -- --name 'a'")).toBe(
    `assay replay r.json 1 --exec 'npm start -- --name '\\''a'\\'''`,
  );
  expect(createReplayCommand(report, 'r.json', 1, true)).toBe('assay replay r.json 1 --exec');
});
