import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model/result/report.js';
import { createTestFolder, readRunReport, runAssay, startDemoService } from './assay.fixture.js';

const gist = ({ results }: Report) =>
  results.map(({ rule, subject, verdict, cause }) => [rule, subject, verdict, cause].join(' '));
const of = (name: string) => join(name, 'report.json');

test('three merged shards have the verdicts of the whole run', async () => {
  const { url } = await startDemoService({ fault: 'post-answers-200' });
  const cwd = createTestFolder();
  const flags = ['run', url, '--only', 'creation/*', '--cases', '1', '--seed', '7', '--quiet'];
  const parts = ['1', '2', '3'];
  const codes = await Promise.all([
    runAssay(cwd, [...flags, '--out', 'whole']),
    ...parts.map((index) => runAssay(cwd, [...flags, '--shard', `${index}/3`, '--out', index])),
  ]);
  expect(codes[0]?.code).toBe(1);
  const shards = parts.map((index) => readRunReport(cwd, of(index)));
  expect(shards.map(({ run }) => run.shard?.index)).toEqual([1, 2, 3]);
  expect(new Set(shards.map(({ run }) => run.shard?.planDigest)).size).toBe(1);
  for (const { results } of shards)
    expect(results.some(({ shard, verdict }) => !shard && verdict !== 'not-run')).toBe(true);

  const merged = await runAssay(cwd, ['merge', ...parts.map(of).reverse(), '--out', 'all', '--quiet']);
  expect(merged).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('\nFailed: 1 MUST rule violated (exit 1)\n'),
    stderr: '',
  });
  const [whole, all] = [readRunReport(cwd, of('whole')), readRunReport(cwd, of('all'))];
  expect(gist(all)).toEqual(gist(whole));
  expect(all.gate.reasons).toEqual(whole.gate.reasons);
  expect(all.requests).toBe(shards.reduce((sum, { requests }) => sum + requests, 0));

  const compared = await runAssay(cwd, ['compare', of('whole'), of('all'), '--strict']);
  expect(compared.stdout).toContain('\nStill (1)\n  MUST creation/valid-post-answers-201 [orders]: ');
  expect(compared.code).toBe(0);

  const missing = await runAssay(cwd, ['merge', of('1'), of('3'), of('3')]);
  expect(missing.stderr).toContain('3/report.json and 3/report.json are both shard 3\n  shard 2 of 3 is missing\n');
  expect(missing.code).toBe(2);
  const own = await runAssay(cwd, ['merge', ...parts.map(of), '--out', '1']);
  expect(own.stderr).toContain('1/report.json is one of the shards; choose another --out');
});

test('distributes checks by the times of an earlier report, and refuses that without a shard', async () => {
  const { url } = await startDemoService();
  const cwd = createTestFolder();
  // Without the checks of single operations: what they ask of other addresses costs more than the checks themselves.
  const flags = [
    'run',
    url,
    '--only',
    'safety/*',
    '--except',
    'operations/*',
    '--cases',
    '1',
    '--seed',
    '7',
    '--quiet',
  ];
  await runAssay(cwd, [...flags, '--out', 'before']);
  const before = readRunReport(cwd, of('before'));
  expect(before.results.filter(({ requests, ms = -1 }) => requests > 0 && ms < 0)).toEqual([]);
  // One check that took longer than all others together is a shard of its own.
  const slowest = before.results.find(({ requests }) => requests > 0);
  const results = before.results.map((result) => (result === slowest ? { ...result, ms: 1_000_000 } : result));
  writeFileSync(join(cwd, 'slow.json'), JSON.stringify({ ...before, results }));
  const codes = await Promise.all(
    ['1', '2'].map((index) =>
      runAssay(cwd, [...flags, '--shard', `${index}/2`, '--balance', 'slow.json', '--out', index]),
    ),
  );
  expect(codes.map(({ code }) => code)).toEqual([0, 0]);
  const shards = ['1', '2'].map((index) => readRunReport(cwd, of(index)));
  expect(new Set(shards.map(({ run }) => run.shard?.planDigest)).size).toBe(1);
  const own = shards[0]?.results.filter(({ shard, verdict, requests }) => !shard && verdict === 'held' && requests > 0);
  expect(own?.map(({ rule }) => rule)).toEqual([slowest?.rule]);

  const alone = await runAssay(cwd, [...flags, '--balance', 'slow.json']);
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--balance requires --shard') });
});

test('passes and lists the other shards when a shard has no checks', async () => {
  const { url } = await startDemoService();
  const cwd = createTestFolder();
  const flags = ['run', url, '--only', 'CRE-01', '--shard', '2/2', '--seed', '7', '--quiet'];
  expect(await runAssay(cwd, flags)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Passed: 0 of 0 rules checked .*\(exit 0\)\n$/),
  });
  const { results } = readRunReport(cwd);
  expect(results.find(({ rule }) => rule === 'creation/valid-post-answers-201')).toMatchObject({
    verdict: 'not-run',
    cause: 'filter',
    why: 'shard 1 of 2 runs it',
    shard: 1,
  });
});
