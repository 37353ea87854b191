import { availableParallelism, hostname } from 'node:os';
import type { Job, Worker } from 'bullmq';
import { loadFleet } from '../file/load-fleet.js';
import { listFormats } from '../run/audit-process.js';
import { auditTarget, isWorthAnotherAttempt } from '../run/audit-target.js';
import { createHost, describeEnd, describeExit, type FleetHost, waitOrAbort } from '../run/fleet-host.js';
import type { RunFleetOptions } from '../run/run-options.js';
import { openResultPlace, type ResultPlace, sendResult } from '../store/result-place.js';
import type { AuditJob, AuditJobResult } from './jobs.js';
import { nameQueue, openEngine, type QueueEngine } from './load-engine.js';

/** How a worker takes audits from a queue. */
export interface WorkerOptions extends Partial<FleetHost>, Pick<RunFleetOptions, 'workers'> {
  /** Redis URL of the queue. */
  readonly queue: string;
  /** Folder for the reports, best shared by all workers, or `s3://bucket/prefix`; by default `fleet-reports`. */
  readonly out?: string;
  /** Seconds after which the audits of a killed worker are given to others; by default 30. */
  readonly lease?: number;
  /** Ends when the queue is empty; by default, waits for more. */
  readonly untilEmpty?: boolean;
}

/** Seconds after which the engine gives the audits of a killed worker to others. */
const defaultLease = 30;

/** Number of times that a target is audited again after its worker was killed; then its job is in the failed set. */
const maxStalled = 2;

/**
 * Takes audits of a fleet file from a queue until it is interrupted, or until the queue is empty. Returns the exit code. Throws
 * ProfileError, UsageError, and UnreachableError if the queue or an object store cannot be reached.
 */
export async function runWorker(file: string, options: WorkerOptions): Promise<number> {
  const fleet = loadFleet(file, process.cwd());
  const { env, signal, note } = createHost(options);
  const place = await openResultPlace(options.out ?? 'fleet-reports', env);
  await place.store?.check();
  const engine = await openEngine(options.queue, note);
  const lost = new Map<string, AbortController>();
  const worker = new engine.bullmq.Worker<AuditJob, AuditJobResult>(
    nameQueue(fleet.name),
    async (job, token) => {
      const own = new AbortController();
      lost.set(job.id ?? '', own);
      try {
        const signals = AbortSignal.any([signal, own.signal]);
        return await processJob(job, { file, place, host: { env, note, signal: signals } });
      } catch (error) {
        if (!(error instanceof AuditInterruptedError) || !signal.aborted) throw error;
        await job.moveToWait(token);
        throw new engine.bullmq.WaitingError();
      } finally {
        lost.delete(job.id ?? '');
      }
    },
    buildOptions(engine, options, fleet.workers),
  );
  worker.on('error', ({ message }) => note(`queue: ${message}`));
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) lost.get(id)?.abort();
  });
  note(`waiting for audits of ${fleet.name}`);
  try {
    await waitForEnd(worker, engine, options.untilEmpty ?? false, signal);
    await worker.close();
    return signal.aborted ? 130 : 0;
  } finally {
    await engine.close();
  }
}

const buildOptions = ({ connection }: QueueEngine, { workers, lease = defaultLease }: WorkerOptions, own?: number) => ({
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

interface ProcessJobOptions {
  readonly file: string;
  readonly place: ResultPlace;
  readonly host: Pick<FleetHost, 'env' | 'note' | 'signal'>;
}

/** Thrown when an audit was interrupted: the job has no result, and is another worker's. */
class AuditInterruptedError extends Error {
  override readonly name = 'AuditInterruptedError';
}

/** Audits the target of a job. Throws where another attempt may succeed; no message has a value of a variable. */
async function processJob(
  { data, attemptsMade, opts }: Pick<Job<AuditJob>, 'data' | 'attemptsMade' | 'opts'>,
  { file, place, host }: ProcessJobOptions,
): Promise<AuditJobResult> {
  const { env, signal } = host;
  // Read for each job, so that a worker need not start again after a change of the file.
  const { formats, targets } = loadFleet(file, process.cwd());
  const target = targets.find(({ name }) => name === data.target);
  if (target?.digest !== data.digest)
    throw new Error(`the fleet file or profile of ${data.target} differs from that of the process that added the job`);
  const note = (line: string) => host.note(`${target.name}: ${line}`);
  await place.store?.fetchRecord(target.name, note);
  const { record, isFinal } = await auditTarget(target, {
    out: place.folder,
    run: data.run,
    env,
    signal,
    note,
    formats: listFormats(formats),
    mayRepeat: attemptsMade + 1 < (opts.attempts ?? 1),
  });
  const { exit, durationMs = 0 } = record;
  if (signal.aborted && (exit === 130 || exit === undefined)) throw new AuditInterruptedError();
  // The report stays here; another attempt on this machine only copies it.
  if (isFinal && !(await sendResult(place, target.name, note)))
    throw new Error(`its report is not in ${place.store?.address}; it is kept on ${hostname()} in ${place.folder}`);
  note(describeEnd(record));
  if (exit === undefined || isWorthAnotherAttempt(exit) || exit === 130) throw new Error(describeExit(exit));
  return { exit, durationMs };
}
