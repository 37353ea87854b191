import { expect, test } from 'vitest';
import type { ProofJob } from './jobs/job.js';
import type { JobOutcome } from './jobs/outcome.js';
import { createProgress } from './progress.js';
import type { StoredResult } from './results/result-store.js';
import { runProof } from './run-proof.js';

const jobs = ['matrix/a', 'matrix/b', 'matrix/c'].map(
  (name): ProofJob => ({
    name,
    kind: 'matrix',
    task: {},
    dependencies: {},
  }),
);
const passed: JobOutcome = { verdict: 'passed', expected: 'x', actual: 'x' };
const failed: JobOutcome = { verdict: 'failed', expected: 'x', actual: 'y' };

/** A proof in memory: `outcomeOf` says what comes of a job; `run` names the jobs that it ran. */
function createProof(outcomeOf: (name: string) => JobOutcome | string) {
  const stored = new Map<string, StoredResult>();
  let written = '';
  const run = async ({
    isFresh = false,
    version = 1,
    stopAfter = jobs.length,
  }: {
    isFresh?: boolean;
    version?: number;
    stopAfter?: number;
  } = {}): Promise<string[]> => {
    const ran: string[] = [];
    await runProof(jobs, ({ name }) => `${name} ${name === 'matrix/b' ? version : ''}`, {
      store: { read: (key) => stored.get(key), write: (key, result) => void stored.set(key, result) },
      isFresh,
      progress: createProgress({ write: (text) => (written += text) }),
      async run(missing, onDone) {
        for (const job of missing.slice(0, stopAfter)) {
          const outcome = outcomeOf(job.name);
          ran.push(job.name);
          onDone(job, typeof outcome === 'string' ? { failure: outcome } : { outcome }, 1_000);
        }
      },
    });
    return ran;
  };
  return { run, getWritten: () => written };
}

test('results are kept at once, so a run that was stopped goes on where it was', async () => {
  const { run } = createProof(() => passed);
  expect(await run({ stopAfter: 2 })).toEqual(['matrix/a', 'matrix/b']);
  expect(await run()).toEqual(['matrix/c']);
  expect(await run()).toEqual([]);
});

test('a job is run again when its key has changed, and all jobs when nothing may be kept', async () => {
  const { run } = createProof(() => passed);
  await run();
  expect(await run({ version: 2 })).toEqual(['matrix/b']);
  expect(await run({ version: 2, isFresh: true })).toHaveLength(3);
});

test('a failed job is run again, and is shown with the expected and the actual result', async () => {
  const { run, getWritten } = createProof((name) => (name === 'matrix/b' ? failed : passed));
  await run();
  expect(await run()).toEqual(['matrix/b']);
  expect(getWritten()).toContain('FAILED matrix/b: expected x; got y\n');
  expect(getWritten()).toContain('3 jobs: 2 kept, 1 to run\n');
});

test('a job whose process ended has failed', async () => {
  const { run, getWritten } = createProof((name) => (name === 'matrix/c' ? 'the process ended with SIGKILL' : passed));
  await run();
  expect(getWritten()).toContain('FAILED matrix/c: expected a result; got the process ended with SIGKILL\n');
  expect(await run()).toEqual(['matrix/c']);
});
