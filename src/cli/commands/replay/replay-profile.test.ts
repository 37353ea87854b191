import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../../../../test/cli/assay.fixture.js';
import { createTestReport, createTestViolation } from '../../../model/result/report.fixture.js';
import type { Report } from '../../../model/result/report.js';
import { explainFinding } from '../explain/explain-name.js';
import { loadReplayProfile, type ReplayChoices, refuseUnknownRule } from './replay-profile.js';

const elsewhere = 'https://shop.example';
const permission = { permit: 'deletes', permitFrom: 'flag' } as const;
const reportAt = (baseUrl: string, run: Partial<Report['run']> = {}) =>
  createTestReport({ target: { name: 'shop', baseUrl } }, { ...permission, ...run });

/** The profile of a replay in a folder with these files, as the caller says it. */
const replaying = (
  report: Report,
  said: ReplayChoices = {},
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) => {
  const { baseUrl: _, isAmbient: __, ...chosen } = said;
  return loadReplayProfile(report, { out: 'reports', format: [], ...chosen }, said, {
    cwd: createTestFolder(files),
    env,
  });
};

test.each<[string, Report, ReplayChoices, string]>([
  ['another machine is only read, whatever was permitted once', reportAt(elsewhere), {}, 'reads'],
  ['so is the one that --base-url names', reportAt('http://127.0.0.1:1'), { baseUrl: elsewhere }, 'reads'],
  ['unless the caller permits more', reportAt(elsewhere), { permit: 'deletes' }, 'deletes'],
  ['this machine as before', reportAt('http://127.0.0.1:1', { permit: 'writes' }), {}, 'writes'],
])('%s', async (_, report, said, permit) => {
  expect((await replaying(report, said)).permit).toBe(permit);
});

const keyed = { 'assay.yaml': `headers: { x-key: "\${KEY}" }\n` };
const bound = { 'assay.yaml': `baseUrl: ${elsewhere}/v1\nheaders: { x-key: "\${KEY}" }\n` };
const env = { KEY: 'a-key-of-ours' };
const stranger = /the base URL https:\/\/shop\.example comes from the report only, and/;

test('sends no credentials to another machine that a report names', async () => {
  await expect(replaying(reportAt(elsewhere), {}, keyed, env)).rejects.toThrow(stranger);
  await expect(replaying(reportAt(elsewhere), { isAmbient: true, header: ['x-key: 1'] })).rejects.toThrow(stranger);
});

test('sends credentials to the base URL that the user gives', async () => {
  expect((await replaying(reportAt(elsewhere), {}, bound, env)).file).toMatch(/assay\.yaml$/);
  expect((await replaying(reportAt(elsewhere), { baseUrl: elsewhere }, keyed, env)).file).toMatch(/assay\.yaml$/);
  const inPipeline = { ...env, ASSAY_BASE_URL: `${elsewhere}/` };
  expect((await replaying(reportAt(elsewhere), {}, keyed, inPipeline)).file).toMatch(/assay\.yaml$/);
  expect((await replaying(reportAt('http://127.0.0.1:1'), {}, keyed, env)).file).toMatch(/assay\.yaml$/);
});

test('does not read the profile that a report names, because its author may be unknown', async () => {
  const files = { 'theirs.yaml': `headers: { x-key: "\${KEY}" }\n` };
  const report = reportAt('http://127.0.0.1:1', { profile: 'theirs.yaml' });
  await expect(replaying(report, {}, files, env)).rejects.toThrow('so name the profile: --profile theirs.yaml');
  expect((await replaying(report, { profile: 'theirs.yaml' }, files, env)).file).toMatch(/theirs\.yaml$/);
  const usual = reportAt('http://127.0.0.1:1', { profile: '/elsewhere/assay.yaml' });
  expect((await replaying(usual, {}, keyed, env)).file).toMatch(/assay\.yaml$/);
});

test('reports that a profile of another host is not used', async () => {
  const report = reportAt('http://127.0.0.1:1', { profile: 'assay.yaml' });
  await expect(replaying(report, {}, bound, env)).rejects.toThrow('--profile assay.yaml');
});

test('loads no code that a report names, neither in replay nor in explain', async () => {
  const rules = join(createTestFolder(), 'rules');
  mkdirSync(join(rules, 'own'), { recursive: true });
  writeFileSync(join(rules, 'own', 'rule.mjs'), 'export default {};\n');
  const report = reportAt('http://127.0.0.1:1', { ruleFolders: [rules] });
  await expect(refuseUnknownRule({ rule: 'own/rule' }, report.run, [])).rejects.toThrow(`add --rules ${rules}`);
  const results = [createTestViolation({ rule: 'own/rule' })];
  const file = join(createTestFolder({ 'report.json': JSON.stringify({ ...report, results }) }), 'report.json');
  expect((await explainFinding(file, 1, [])).at(-1)).toContain(`to load its rules: --rules ${rules}`);
});
