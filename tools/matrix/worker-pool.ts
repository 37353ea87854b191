import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The file that the processes run, and how many jobs one of them has at once: most of their time they wait for a tick of the clock. */
export interface WorkerPool {
  readonly file: URL;
  readonly atOnce?: number;
}

/** Does jobs on all cores; `onDone` hears of them in the order of the jobs. Throws when a process ends before its work. */
export async function runJobs<Job, Done>(
  { file, atOnce = 6 }: WorkerPool,
  jobs: readonly Job[],
  onDone: (done: Done) => void,
): Promise<void> {
  const workers = Array.from({ length: Math.max(1, availableParallelism()) }, () => fork(fileURLToPath(file)));
  const finished: (Done | undefined)[] = [];
  let next = 0;
  let told = 0;
  const take = async (worker: ChildProcess): Promise<void> => {
    while (next < jobs.length) {
      const index = next;
      next += 1;
      finished[index] = await sendJob<Job, Done>(worker, index, jobs[index] as Job);
      for (let done = finished[told]; done !== undefined; done = finished[told]) {
        onDone(done);
        told += 1;
      }
    }
  };
  try {
    await Promise.all(workers.flatMap((worker) => Array.from({ length: atOnce }, () => take(worker))));
  } finally {
    for (const worker of workers) worker.disconnect();
  }
}

/** What a process does for a pool: jobs as they come in, each answered by its index. */
export function serveJobs<Job, Done>(carryOut: (job: Job) => Promise<Done>): void {
  process.on('message', async ({ index, job }: { index: number; job: Job }) => {
    process.send?.({ index, done: await carryOut(job) });
  });
  process.once('disconnect', () => process.exit(0));
}

function sendJob<Job, Done>(worker: ChildProcess, index: number, job: Job): Promise<Done> {
  return new Promise((resolve, reject) => {
    const hear = (message: { index: number; done: Done }) => {
      if (message.index !== index) return;
      worker.off('message', hear).off('exit', fail);
      resolve(message.done);
    };
    const fail = (code: number | null) => reject(new Error(`a process of the matrix ended with ${code}`));
    worker.setMaxListeners(0).on('message', hear).on('exit', fail);
    worker.send({ index, job });
  });
}
