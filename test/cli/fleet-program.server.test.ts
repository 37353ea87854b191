import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readFleet, startTestFleet } from './fleet.fixture.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const program = `
import { buildFleetReport, fleetRenderers, loadFleet, reportFleet, runFleet, UsageError, writeFleetReport } from 'assay/fleet';

const fleet = loadFleet('fleet.json', process.cwd());
/** @type {string[]} */
const notes = [];
const { exit, report } = await runFleet(fleet, { out: 'reports', workers: 2, note: (line) => notes.push(line) });
if (report === undefined) throw new Error('no report');
const again = await reportFleet('reports');
const empty = buildFleetReport({ name: 'none', startedAt: '2026-01-01', version: '1', summaries: [], earlier: [report] });
writeFleetReport(empty, 'empty');
const unknown = await runFleet(fleet, { target: ['none'] }).catch((error) => error instanceof UsageError);
console.log(JSON.stringify({
  exit,
  names: fleet.targets.map(({ name }) => name),
  ended: notes.filter((line) => /^\\[\\d\\/2\\]/.test(line)).length,
  statuses: report.targets.map(({ status }) => status),
  isSame: JSON.stringify(again.targets) === JSON.stringify(report.targets),
  trend: empty.trend.length,
  title: fleetRenderers.markdown(report).split('\\n')[0],
  unknown,
}));
`;

test('a program audits a fleet, and builds, renders and writes its report, with types and without output of its own', async () => {
  const fleet = await startTestFleet({
    count: 2,
    faultOf: (index) => (index === 1 ? 'post-answers-200' : undefined),
    defaults: { permit: 'deletes', only: ['creation/valid-post-answers-201'], cases: 1 },
  });
  const { folder } = fleet;
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/assay'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  writeFileSync(join(folder, 'audit.mjs'), program);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--module', 'nodenext', '--types', 'node'];
  execFileSync(process.execPath, [tsc, ...flags, 'audit.mjs'], { cwd: folder, stdio: 'inherit' });

  const env = { PATH: process.env.PATH, ...fleet.env };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['audit.mjs'], { cwd: folder, env });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    exit: 1,
    names: ['service-000', 'service-001'],
    ended: 2,
    statuses: ['passed', 'failed'],
    isSame: true,
    trend: 2,
    title: '# demo: Failed: 1 of 2 targets failed (exit 1)',
    unknown: true,
  });
  expect(readFleet(join(folder, 'reports')).gate.exit).toBe(1);
  expect(readFleet(join(folder, 'empty')).targets).toEqual([]);
});
