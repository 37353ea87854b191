import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay, startDemoService } from '../../../../test/cli/assay.fixture.js';
import { sound } from '../../../../test/report-samples/samples.js';
import type { Profile } from '../../../model/profile/profile.js';
import type { Report, Result } from '../../../model/result/report.js';
import { preferFailed } from './failed-before.js';

const profile = (...only: string[]) => ({ only, ruleFolders: [] }) as unknown as Profile;
const [any] = sound.results as readonly [Result];

/** A folder with a report in which these rules came to these words. */
function outWith(verdicts: Readonly<Record<string, Result['verdict']>>): string {
  const results = Object.entries(verdicts).map(([rule, verdict]): Result => ({ ...any, rule, verdict }));
  return createTestFolder({ 'report.json': JSON.stringify({ ...sound, results } satisfies Report) });
}

const flags = { format: [], failedFirst: true };
const broken = 'safety/head-does-not-change-the-item';

test('failed checks run first, with the rules that they assume', async () => {
  const out = outWith({ [broken]: 'violated', 'creation/valid-post-answers-201': 'held' });
  const { only, isFirst } = await preferFailed(profile('safety/*'), { ...flags, out });
  expect(only).toEqual(['safety/*']);
  expect(isFirst?.(broken, any.subject)).toBe(true);
  expect(isFirst?.('safety/get-does-not-change-the-item', any.subject)).toBe(true);
  expect(isFirst?.('creation/valid-post-answers-201', any.subject)).toBe(false);
});

test('runs only failed checks among the selected ones', async () => {
  const out = outWith({ [broken]: 'inconclusive', 'creation/valid-post-answers-201': 'violated' });
  const { only } = await preferFailed(profile('safety/*'), { format: [], onlyFailed: true, out });
  expect(only).toContain(broken);
  expect(only.every((id) => id.startsWith('safety/'))).toBe(true);
});

test('a failed rule is checked at operations alone where only its former id is selected', async () => {
  const out = outWith({ 'safety/head-is-supported': 'violated' });
  const only = async (glob: string) =>
    (await preferFailed(profile(glob), { format: [], onlyFailed: true, out })).only.filter((id) => /head-is/.test(id));
  expect(await only('operations/*')).toEqual(['operations/head-is-supported']);
  expect(await only('safety/*')).toEqual(['safety/head-is-supported']);
});

test('runs the selected checks when none of them failed', async () => {
  const out = outWith({ 'creation/valid-post-answers-201': 'violated' });
  const { only } = await preferFailed(profile('pagination/*'), { format: [], onlyFailed: true, out });
  expect(only).toEqual(['pagination/*']);
});

test('runs all checks when there is no report, or no failure in it', async () => {
  expect(await preferFailed(profile('a'), { ...flags, out: createTestFolder() })).toEqual({ only: ['a'] });
  const out = outWith({ [broken]: 'held' });
  expect(await preferFailed(profile('a'), { ...flags, onlyFailed: true, out })).toEqual({ only: ['a'] });
});

test('runs what failed, and nothing else, with --only-failed', async () => {
  const demo = await startDemoService();
  const cwd = createTestFolder();
  mkdirSync(join(cwd, 'reports'));
  const results: Result[] = [
    { ...any, rule: 'creation/valid-post-answers-201', subject: 'orders', verdict: 'violated' },
  ];
  writeFileSync(join(cwd, 'reports/report.json'), JSON.stringify({ ...sound, results }));
  const args = ['run', demo.url, '--cases', '1', '--only', 'creation/*', '--only-failed'];
  const { code, stdout } = await runAssay(cwd, args);
  expect(code).toBe(0);
  expect(stdout).not.toContain('not checked');
  const tried = readRunReport(cwd).results.filter(({ cause }) => cause !== 'filter');
  expect(tried.map(({ rule }) => rule)).toEqual(['creation/valid-post-answers-201']);
});
