import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runJobs } from './run-jobs.js';
import type { WorkerResult } from './worker.js';

/** A worker that does what its task says, and names its process. */
const program = `
process.once('disconnect', () => process.exit(0));
process.on('message', ({ id, task }) => {
  if (task.does === 'ends') { console.error('RangeError: too deep'); process.exit(7); }
  if (task.does === 'fails') process.send({ id, error: 'Error: no such fault' });
  if (task.does === 'answers') process.send({ id, outcome: process.pid });
});
`;

interface Job {
  readonly name: string;
  readonly task: { readonly does: 'answers' | 'ends' | 'fails' | 'hangs' };
}

const createJobs = (...does: Job['task']['does'][]): Job[] =>
  does.map((one, index) => ({ name: String(index), task: { does: one } }));

function createWorkerFile(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'assay-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'worker.mjs');
  writeFileSync(file, program);
  return pathToFileURL(file);
}

/** The results in the order of the jobs. */
async function run(jobs: readonly Job[], more: { processes?: number; timeoutMs?: number; signal?: AbortSignal } = {}) {
  const file = createWorkerFile();
  const results = new Map<string, WorkerResult<number>>();
  const options = { processes: 1, timeoutMs: 30_000, fileOf: () => file, ...more };
  await runJobs<Job, number>(jobs, options, ({ name }, result) => results.set(name, result));
  return jobs.map(({ name }) => results.get(name));
}

test('a process does one job after another', async () => {
  const results = await run(createJobs('answers', 'answers', 'answers'));
  expect(new Set(results.map((result) => result && 'outcome' in result && result.outcome)).size).toBe(1);
  expect(results[0]).toEqual({ outcome: expect.any(Number) });
});

test('jobs are run on as many processes as there may be', async () => {
  const results = await run(createJobs(...Array.from({ length: 8 }, () => 'answers' as const)), { processes: 2 });
  expect(new Set(results.map((result) => result && 'outcome' in result && result.outcome)).size).toBe(2);
});

test('a job that fails has no outcome, and the process goes on', async () => {
  const [failed, next] = await run(createJobs('fails', 'answers'));
  expect(failed).toEqual({ failure: 'Error: no such fault' });
  expect(next).toEqual({ outcome: expect.any(Number) });
});

test('a process that ends has failed its job, and another one does the next', async () => {
  const [failed, next] = await run(createJobs('ends', 'answers'));
  expect(failed).toEqual({ failure: 'the process ended with 7 RangeError: too deep' });
  expect(next).toEqual({ outcome: expect.any(Number) });
});

test('a job without a result in time has failed, and another process does the next', async () => {
  // The next process must start and answer within the same time, on a busy machine, too.
  const [failed, next] = await run(createJobs('hangs', 'answers'), { timeoutMs: 6_000 });
  expect(failed).toEqual({ failure: 'no result after 6 s' });
  expect(next).toEqual({ outcome: expect.any(Number) });
});

test('an interruption ends jobs under way without a result, and starts no others', async () => {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  expect(await run(createJobs('hangs', 'answers'), { signal: controller.signal })).toEqual([undefined, undefined]);
});
