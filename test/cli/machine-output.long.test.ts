import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../src/model/result/report.js';
import { createTestFolder, runAssayProcess } from './assay.fixture.js';

const few = ['demo', '--fault', 'post-answers-200', '--only', 'CRE-01', '--cases', '2', '--seed', '1'];

test('--format json --out - writes the report to standard output, and nothing else', async () => {
  const cwd = createTestFolder();
  const { code, stdout } = await runAssayProcess(cwd, [...few, '--format', 'json', '--out', '-']);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(cwd, 'reports/report.json'), 'utf8')));
  expect([code, existsSync(join(cwd, '-'))]).toEqual([1, false]);
}, 60_000);

test('--format ndjson --out - writes one event a line', async () => {
  const { stdout } = await runAssayProcess(createTestFolder(), [...few, '--format', 'ndjson', '--out', '-']);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; result?: Result });
  expect(events.map(({ event }) => event)).toEqual([...events.slice(1).map(() => 'result'), 'end']);
  expect(events[0]?.result?.rule).toBe('creation/valid-post-answers-201');
}, 60_000);

test('--format takes a module that renders the report', async () => {
  const cwd = createTestFolder({
    'mine.mjs':
      'export const file = "mine.csv"; export default ({ results }) => results.map(({ rule }) => rule).join(",");',
  });
  const { code } = await runAssayProcess(cwd, [...few, '--format', 'json,./mine.mjs']);
  expect(code).toBe(1);
  expect(readFileSync(join(cwd, 'reports/mine.csv'), 'utf8')).toContain('creation/valid-post-answers-201');
}, 60_000);

test.each([
  [['--out', '-'], '--out - takes one format only'],
  [['--format', 'ndjson'], '--format ndjson goes to standard output; add --out -'],
  [['--format', './gone.mjs'], '--format ./gone.mjs: no such file'],
  [['--format', './empty.mjs'], 'must export a function by default'],
  [['--format', './broken.mjs'], '--format ./broken.mjs: cannot be loaded'],
])('%j: exit 2', async (flags, why) => {
  const cwd = createTestFolder({ 'empty.mjs': '', 'broken.mjs': 'export default (' });
  expect(await runAssayProcess(cwd, ['run', 'http://127.0.0.1:1', ...flags])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(why),
  });
});
