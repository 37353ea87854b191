import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay, startDemoService } from './assay.fixture.js';

const page = readFileSync(new URL('../../docs/own-rules.md', import.meta.url), 'utf8');
const ours = ['--only', 'house/*'] as const;

/** The files that docs/own-rules.md shows, under the names it gives them. */
function shown(): Record<string, string> {
  const blocks = [...page.matchAll(/```(?:js|markdown)\n(?:\/\/|<!--) (house-rules\/\S+?)(?: -->)?\n([\s\S]*?)```/g)];
  return Object.fromEntries(blocks.map(([, name = '', text = '']) => [name, text]));
}

function withRules(files: Readonly<Record<string, string>>): string {
  const folder = createTestFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const rule = 'house-rules/house/ids-cannot-be-counted.mjs';
const rulesFolder = 'house-rules/convention.md';

test('finds a rule and its clause in the documentation', () => {
  expect(Object.keys(shown())).toEqual([rule, rulesFolder]);
});

test('reports the documented rule as held when ids are random', async () => {
  const folder = withRules(shown());
  const { url } = await startDemoService();
  const { code, stderr } = await runAssay(folder, ['run', url, '--rules', 'house-rules', ...ours]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('violated')]);
  const { results, coverage } = readRunReport(folder);
  expect(results.filter(({ verdict }) => verdict === 'held').map(({ rule: id }) => id)).toEqual([
    'house/ids-cannot-be-counted',
  ]);
  expect(coverage.clauses.find(({ clause }) => clause === 'HOUSE-01')).toMatchObject({ verdict: 'held' });
});

test('reports the documented rule as violated and replays it when ids are counted', async () => {
  const folder = withRules({ ...shown(), 'assay.json': JSON.stringify({ rules: { folders: ['house-rules'] } }) });
  const { url } = await startDemoService({ dialect: ['ids-integer'] });
  const { code, stdout } = await runAssay(folder, ['run', url, '--profile', 'assay.json', ...ours]);
  expect(code).toBe(1);
  expect(stdout).toContain('Ids are numbers in a row [orders]\n   MUST, HOUSE-01, house/ids-cannot-be-counted\n');
  const again = await runAssay(folder, ['replay', 'reports/report.json', '1']);
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('still there: Ids are numbers in a row')]);
});

test('explains the documented rule, and lists it after the built-in ones', async () => {
  const folder = withRules(shown());
  const explained = await runAssay(folder, ['explain', 'house-01', '--rules', 'house-rules']);
  expect(explained.stdout).toContain('house style, 2026-11');
  const listed = await runAssay(folder, ['rules', '--format', 'json', '--rules', 'house-rules']);
  expect(JSON.parse(listed.stdout).at(-1)).toMatchObject({
    id: 'house/ids-cannot-be-counted',
    clause: 'HOUSE-01',
    level: 'MUST',
    family: 'convention',
  });
});

const good = shown()[rule] ?? '';

test('lists a rule with a level of its own by this level', async () => {
  const own = good.replace('  per:', "  level: 'MAY',\n  family: 'document',\n  per:");
  const folder = withRules({ ...shown(), [rule]: own });
  const listed = await runAssay(folder, ['rules', '--format', 'json', '--rules', 'house-rules']);
  expect(JSON.parse(listed.stdout).at(-1)).toMatchObject({ level: 'MAY', family: 'document' });
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a folder that is not there', {}, 'no such folder'],
  [
    'a folder without rules',
    { [rulesFolder]: shown()[rulesFolder] ?? '' },
    'rules are files named <suite>/<claim>.mjs',
  ],
  ['a rule with an unknown clause', { [rule]: good }, 'no convention.md contains the clause HOUSE-01'],
  [
    'a rule with a word that is none',
    { [rule]: good.replace('  per:', "  level: 'MIGHT',\n  per:"), [rulesFolder]: shown()[rulesFolder] ?? '' },
    'level is not one of MUST, SHOULD, MAY',
  ],
  ['a rule that is none', { [rule]: 'export default 1;' }, 'has no rule as its default export'],
  ['a rule that cannot be parsed', { [rule]: 'export default {' }, 'a rule cannot be read'],
  [
    'a rule of the kit',
    { 'house-rules/safety/head-is-supported.mjs': good, [rulesFolder]: shown()[rulesFolder] ?? '' },
    'is already a rule of the kit',
  ],
])('%s is refused before any traffic', async (_, files, complaint) => {
  const folder = withRules(files);
  const demo = await startDemoService();
  const { code, stderr } = await runAssay(folder, ['run', demo.url, '--rules', 'house-rules']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(complaint)]);
  expect(demo.requests()).toBe(0);
});
