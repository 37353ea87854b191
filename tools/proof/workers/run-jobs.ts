import { startWorker, type Worker, type WorkerResult } from './worker.js';

/** How jobs are run. */
export interface RunOptions<Job> {
  /** How many processes there are at once. */
  readonly processes: number;
  /** The file that a process must run for a job. */
  fileOf(job: Job): URL;
  /** Milliseconds after which a job without a result has failed, and its process is ended. */
  readonly timeoutMs: number;
  /** Ends all processes; jobs under way have no result then. */
  readonly signal?: AbortSignal;
}

/** Runs jobs in processes, one at a time in each; `onDone` gets each result, with the milliseconds it took, as soon as it is there. */
export async function runJobs<Job extends { readonly task: object }, Outcome>(
  jobs: readonly Job[],
  { processes, fileOf, timeoutMs, signal }: RunOptions<Job>,
  onDone: (job: Job, result: WorkerResult<Outcome>, ms: number) => void,
): Promise<void> {
  const waiting = signal?.aborted ? [] : [...jobs];
  const running = new Set<Worker<Outcome>>();
  const replace = (old: Worker<Outcome> | undefined, file: URL): Worker<Outcome> => {
    if (old?.isRunning() && old.file.href === file.href) return old;
    if (old) end(old);
    const worker = startWorker<Outcome>(file);
    running.add(worker);
    return worker;
  };
  const end = (worker: Worker<Outcome>) => {
    running.delete(worker);
    worker.end();
  };
  const stop = () => {
    waiting.length = 0;
    for (const worker of running) end(worker);
  };
  const runLane = async (): Promise<void> => {
    let worker: Worker<Outcome> | undefined;
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      worker = replace(worker, fileOf(job));
      const began = performance.now();
      const result = await worker.run(job.task, timeoutMs);
      if (!signal?.aborted) onDone(job, result, performance.now() - began);
    }
    if (worker) end(worker);
  };
  signal?.addEventListener('abort', stop, { once: true });
  await Promise.all(Array.from({ length: processes }, runLane));
  signal?.removeEventListener('abort', stop);
}
