import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model/result/report.js';
import { harmfulServices } from '../run/harmful-services.fixture.js';
import { serveOrders } from '../run/orders-of-others.fixture.js';
import { createTestFolder, readRunReport, runAssay, startAssay } from './assay.fixture.js';

/** Creates an item, which is one too many for these services. */
const few = ['--only', 'creation/valid-post-answers-201', '--permit', 'deletes', '--min-rules', '1'];

const startHarmful = () => serveOrders(harmfulServices['POST of an item replaces all'] ?? {});

const countCreations = ({ asked }: { readonly asked: readonly string[] }) =>
  asked.filter((request) => request === 'POST /orders').length;

const listKept = (cwd: string) => {
  const folder = join(cwd, '.state/assay');
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
};

test('exit 5 with the items in the first line, and nothing is written again until that is acknowledged', async () => {
  const service = await startHarmful();
  const cwd = createTestFolder();
  const args = ['run', service.baseUrl, ...few, '--yes'];
  const first = await runAssay(cwd, args);
  const [file = ''] = listKept(cwd);
  expect([first.code, listKept(cwd)]).toEqual([5, [file]]);
  expect(first.stdout.replaceAll('\n', ' ')).toMatch(
    /^4 items of others are gone since POST \/orders \(exchange \d+\): /,
  );
  expect(first.stdout).toContain('To restore: POST ');
  expect(first.stdout.trimEnd()).toMatch(/Incomplete: items of others were harmed \(exit 5\)$/);
  expect(readRunReport(cwd).harm).toHaveLength(4);

  const second = await runAssay(cwd, args);
  expect([second.code, countCreations(service)]).toEqual([2, 1]);
  expect(second.stderr).toContain(`--acknowledge ${file}`);
  const cleaning = await runAssay(cwd, ['clean', 'reports']);
  expect([cleaning.code, cleaning.stderr]).toEqual([2, expect.stringContaining(`--acknowledge ${file}`)]);
  const reading = await runAssay(cwd, ['run', service.baseUrl, '--permit', 'reads', '--only', 'absence/*']);
  expect(reading.code).not.toBe(2);
  const third = await runAssay(cwd, [...args, '--acknowledge', file]);
  // The others have nothing any more.
  expect([third.code === 0 || third.code === 5, third.stdout]).toEqual([true, expect.stringContaining('1 held')]);
}, 120_000);

test('no command repeats a run that harmed items of others', async () => {
  const [watched, target] = [await startHarmful(), await startHarmful()];
  const cwd = createTestFolder();
  const fleet = {
    name: 'others',
    defaults: { permit: 'deletes', only: ['creation/valid-post-answers-201'] },
    targets: [{ name: 'orders', url: target.baseUrl }],
  };
  writeFileSync(join(cwd, 'fleet.json'), JSON.stringify(fleet));
  const [watching, all] = await Promise.all([
    startAssay(createTestFolder(), ['run', watched.baseUrl, ...few, '--watch']).ended,
    startAssay(cwd, ['fleet', 'fleet.json', '--out', 'all', '--attempts', '3']).ended,
  ]);
  expect([watching.code, countCreations(watched)]).toEqual([5, 1]);
  expect([all.code, all.stderr, countCreations(target)]).toEqual([5, expect.stringContaining('(exit 5)'), 1]);
}, 120_000);

test('shards that are merged keep what one of them harmed', async () => {
  const service = await startHarmful();
  const cwd = createTestFolder();
  for (const shard of ['1/2', '2/2']) {
    // As on two machines.
    const env = { XDG_STATE_HOME: join(cwd, `state-${shard[0]}`) };
    const args = ['run', service.baseUrl, ...few, '--seed', '1', '--shard', shard, '--out', `shard-${shard[0]}`];
    await runAssay(cwd, args, env);
  }
  const merged = await runAssay(cwd, ['merge', 'shard-1/report.json', 'shard-2/report.json', '--out', 'merged']);
  const report: Report = readRunReport(cwd, 'merged/report.json');
  expect(merged.code).toBe(5);
  expect([report.harm?.length, report.gate.exit]).toEqual([4, 5]);
  expect(report.gate.reasons[0]).toContain('4 items of others are gone');
}, 120_000);
