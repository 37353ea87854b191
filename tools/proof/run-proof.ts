import type { ProofJob } from './jobs/job.js';
import type { JobOutcome } from './jobs/outcome.js';
import type { Progress } from './progress.js';
import type { JobResult } from './results/job-result.js';
import type { ResultStore } from './results/result-store.js';
import { failTooManyMissed } from './results/tolerance.js';
import { renderFailure } from './summary.js';
import type { WorkerResult } from './workers/worker.js';

/** What a run of jobs needs of its surroundings. */
export interface ProofRun {
  readonly store: ResultStore;
  /** Runs jobs again whose results are kept. */
  readonly isFresh: boolean;
  readonly progress: Progress;
  /** Runs jobs; calls back with each result as soon as it is there. */
  run(
    jobs: readonly ProofJob[],
    onDone: (job: ProofJob, result: WorkerResult<JobOutcome>, ms: number) => void,
  ): Promise<void>;
}

/** Runs the jobs without a kept result, and keeps each new result at once. A failed result is never kept as passed: its job is run again the next time. */
export async function runProof(
  jobs: readonly ProofJob[],
  getKey: (job: ProofJob) => string,
  { store, isFresh, progress, run }: ProofRun,
): Promise<JobResult[]> {
  const keys = new Map(jobs.map((job) => [job.name, getKey(job)]));
  const kept = isFresh ? [] : findKeptResults(jobs, keys, store);
  const results = new Map(kept.map((result) => [result.job.name, result]));
  const missing = jobs.filter(({ name }) => !results.has(name));
  progress.print(`${jobs.length} jobs: ${kept.length} kept, ${missing.length} to run`);
  let failed = 0;
  await run(missing, (job, result, ms) => {
    const key = keys.get(job.name) ?? '';
    const outcome = 'outcome' in result ? result.outcome : createFailure(result.failure);
    const seconds = Math.round(ms / 100) / 10;
    store.write(key, { name: job.name, seconds, ...outcome });
    results.set(job.name, { job, key, outcome, seconds, isKept: false });
    if (outcome.verdict === 'failed') {
      failed += 1;
      progress.print(renderFailure(job.name, outcome));
    }
    progress.update({ done: results.size, all: jobs.length, failed });
  });
  return jobs.flatMap(({ name }) => results.get(name) ?? []);
}

/** Results that hold: of the jobs that passed, and of faults that worlds hide, where they are few enough. */
function findKeptResults(
  jobs: readonly ProofJob[],
  keys: ReadonlyMap<string, string>,
  store: ResultStore,
): JobResult[] {
  const stored = jobs.flatMap((job): JobResult[] => {
    const key = keys.get(job.name) ?? '';
    const result = store.read(key);
    if (!result) return [];
    const { name: _, seconds, ...outcome } = result;
    return [{ job, key, outcome, seconds, isKept: true }];
  });
  return failTooManyMissed(stored).filter(({ outcome }) => outcome.verdict !== 'failed');
}

const createFailure = (failure: string): JobOutcome => ({ verdict: 'failed', expected: 'a result', actual: failure });
