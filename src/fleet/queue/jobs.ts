import type { Job, Queue } from 'bullmq';
import type { FleetTarget } from '../file/fleet.js';
import type { TargetRecord } from '../run/fleet-state.js';

type AuditQueue = Queue<AuditJob, AuditJobResult>;

/** Seconds for which the engine keeps a finished job: longer than a process that waits for it can be away. */
const keepSeconds = 7 * 24 * 60 * 60;

/** Milliseconds before the second attempt; each further one waits twice as long. */
const backoffMs = 2_000;

/** Adds a job for each target that has none in this run. One that failed for good is added again. */
export async function addJobs(
  queue: AuditQueue,
  run: string,
  targets: readonly FleetTarget[],
  attempts: number,
): Promise<void> {
  const failed = new Map((await queue.getFailed()).map((job) => [job.id, job]));
  for (const { name } of targets) await failed.get(createJobId(run, name))?.remove();
  await queue.addBulk(
    targets.map(({ name, digest }) => ({
      name,
      data: { run, target: name, digest },
      opts: {
        jobId: createJobId(run, name),
        attempts,
        backoff: { type: 'exponential', delay: backoffMs },
        removeOnComplete: { age: keepSeconds },
        stackTraceLimit: 0,
      },
    })),
  );
}

/** Removes the waiting jobs of a run that was given up: nothing reads their results any more. */
export async function removeRun(queue: AuditQueue, run: string): Promise<void> {
  const waiting = await queue.getJobs(['wait', 'delayed', 'prioritized']);
  await Promise.all(waiting.filter(({ data }) => data.run === run).map((job) => job.remove()));
}

export interface EndedJob {
  readonly target: string;
  /** Absent if the job failed for good: it is in the failed set of the engine. */
  readonly result?: AuditJobResult;
  readonly why?: string;
}

/** Lists the jobs of a run that ended. */
export async function listEndedJobs(queue: AuditQueue, run: string): Promise<EndedJob[]> {
  const jobs: Job<AuditJob, AuditJobResult>[] = await queue.getJobs(['completed', 'failed']);
  return jobs
    .filter(({ data }) => data?.run === run)
    .map(({ data, returnvalue, failedReason, finishedOn }) =>
      failedReason === undefined && finishedOn !== undefined && returnvalue
        ? { target: data.target, result: returnvalue }
        : { target: data.target, why: failedReason ?? 'unknown' },
    );
}

/** What a job says: names, and the digest of the target in the fleet file of the process that added it. The worker has the file, the profiles and the credentials itself. */
export type AuditJob = Pick<TargetRecord, 'run' | 'target' | 'digest'>;

export interface AuditJobResult {
  readonly exit: number;
  readonly durationMs: number;
}

/** The id of a job: a target is added once for each run. */
const createJobId = (run: string, target: string): string => `${run}_${target}`;
