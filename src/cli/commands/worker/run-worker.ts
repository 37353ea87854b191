import { availableParallelism } from 'node:os';
import type { Worker } from 'bullmq';
import { loadFleet } from '../../../profile/fleet/load-fleet.js';
import { createWorkerProgress } from '../../fleet/fleet-progress.js';
import type { AuditJob, AuditJobResult } from '../../fleet/queue/audit-job.js';
import { nameQueue, openEngine, type QueueEngine } from '../../fleet/queue/load-engine.js';
import { AuditInterruptedError, processJob } from '../../fleet/queue/process-job.js';
import { openResultPlace } from '../../fleet/store/result-place.js';
import { waitOrAbort } from '../../fleet/wait-or-abort.js';
import { createInterruption } from '../../process/interruption.js';

/** Flags of `assay worker`, as commander returns them. */
export interface WorkerFlags {
  readonly queue: string;
  readonly out: string;
  readonly workers?: number;
  readonly lease?: number;
  readonly untilEmpty?: boolean;
}

/** Seconds after which the engine gives the audits of a killed worker to others. */
const defaultLease = 30;

/** Number of times that a target is audited again after its worker was killed; then its job is in the failed set. */
const maxStalled = 2;

/** Takes audits from a queue until it is interrupted, or until the queue is empty. Returns the exit code. */
export async function runWorker(file: string, flags: WorkerFlags): Promise<number> {
  const fleet = loadFleet(file, process.cwd());
  const progress = createWorkerProgress();
  const place = await openResultPlace(flags.out);
  await place.store?.check();
  const engine = await openEngine(flags.queue, progress.note);
  const interruption = createInterruption({ onFirst: 'the audits under way remove what they created' });
  const { signal } = interruption;
  const lost = new Map<string, AbortController>();
  const worker = new engine.bullmq.Worker<AuditJob, AuditJobResult>(
    nameQueue(fleet.name),
    async (job, token) => {
      const own = new AbortController();
      lost.set(job.id ?? '', own);
      try {
        const signals = AbortSignal.any([signal, own.signal]);
        return await processJob(job, { file, place, progress, signal: signals });
      } catch (error) {
        if (!(error instanceof AuditInterruptedError) || !signal.aborted) throw error;
        await job.moveToWait(token);
        throw new engine.bullmq.WaitingError();
      } finally {
        lost.delete(job.id ?? '');
      }
    },
    buildOptions(engine, flags, fleet.workers),
  );
  worker.on('error', ({ message }) => progress.note(`queue: ${message}`));
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) lost.get(id)?.abort();
  });
  progress.note(`waiting for audits of ${fleet.name}`);
  try {
    await waitForEnd(worker, engine, flags.untilEmpty ?? false, signal);
    await worker.close();
    return signal.aborted ? 130 : 0;
  } finally {
    interruption.stop();
    await engine.close();
  }
}

const buildOptions = ({ connection }: QueueEngine, { workers, lease = defaultLease }: WorkerFlags, own?: number) => ({
  connection,
  concurrency: workers ?? own ?? availableParallelism(),
  lockDuration: lease * 1_000,
  stalledInterval: lease * 1_000,
  maxStalledCount: maxStalled,
});

/** Milliseconds between two looks at the queue. */
const lookMs = 500;

async function waitForEnd(
  { name }: Worker,
  { bullmq, connection }: QueueEngine,
  isUntilEmpty: boolean,
  signal: AbortSignal,
): Promise<void> {
  const queue = new bullmq.Queue(name, { connection });
  try {
    while (!signal.aborted) {
      await waitOrAbort(lookMs, signal);
      if (isUntilEmpty && !signal.aborted && (await isEmpty(queue))) return;
    }
  } finally {
    await queue.close();
  }
}

const isEmpty = async (queue: { getJobCountByTypes(...types: string[]): Promise<number> }): Promise<boolean> =>
  (await queue.getJobCountByTypes('wait', 'active', 'delayed', 'prioritized', 'paused')) === 0;
