import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { simplestDesign } from '../design/simplest.js';
import { emptyMeasurement, type MeasureTask } from './measurement.js';
import { runMeasurements } from './run-measurements.js';

const folder = mkdtempSync(join(tmpdir(), 'assay-measurements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Measures nothing: the mode decides how the process ends. */
const program = `process.on('message', ({ id, task }) => {
  if (task.mode === 'flag') process.exit(3);
  if (task.mode === 'document') return;
  process.send({ id, outcome: { ...task, ...${JSON.stringify(emptyMeasurement)}, exit: 0, requests: process.pid } });
});`;

test('a crash and a stall are results, and a second run keeps all of them', async () => {
  const worker = join(folder, 'worker.mjs');
  writeFileSync(worker, program);
  const out = join(folder, 'out');
  const tasks = (['url', 'flag', 'document', 'init'] as const).map(
    (mode): MeasureTask => ({ design: simplestDesign, mode }),
  );
  const run = { folder: out, processes: 1, timeoutMs: 2000, worker: pathToFileURL(worker) };
  const results = await runMeasurements(tasks, run);
  expect(results.map(({ mode, exit }) => [mode, exit])).toEqual([
    ['url', 0],
    ['flag', 4],
    ['document', 4],
    ['init', 0],
  ]);
  expect(results[1]?.crash).toContain('the process ended with 3');
  expect(results[2]?.stall).toBe(true);
  expect(await runMeasurements(tasks, run)).toEqual(results);
  expect(readdirSync(out)).toHaveLength(4);
});
