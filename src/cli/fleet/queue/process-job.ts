import type { Job } from 'bullmq';
import { loadFleet } from '../../../profile/fleet/load-fleet.js';
import { listFormats } from '../audit-arguments.js';
import { auditTarget, isWorthAnotherAttempt } from '../audit-target.js';
import { describeExit, type FleetProgress } from '../fleet-progress.js';
import type { AuditJob, AuditJobResult } from './audit-job.js';

/** How a worker audits the targets of jobs. */
export interface ProcessJobOptions {
  readonly file: string;
  readonly out: string;
  readonly progress: FleetProgress;
  readonly signal: AbortSignal;
}

/** Thrown when an audit was interrupted: the job has no result, and is another worker's. */
export class AuditInterruptedError extends Error {
  override readonly name = 'AuditInterruptedError';
}

/**
 * Audits the target of a job, with the settings of this machine's files. Throws where another attempt can have another
 * result. No message contains a value of a variable, because the engine stores it.
 */
export async function processJob(
  { data, attemptsMade, opts }: Pick<Job<AuditJob>, 'data' | 'attemptsMade' | 'opts'>,
  { file, out, progress, signal }: ProcessJobOptions,
): Promise<AuditJobResult> {
  // Read for each job, so that a worker need not start again after a change of the file.
  const { formats, targets } = loadFleet(file, process.cwd());
  const target = targets.find(({ name }) => name === data.target);
  if (target?.digest !== data.digest)
    throw new Error(`the fleet file or profile of ${data.target} differs from that of the process that added the job`);
  const { record } = await auditTarget(target, {
    ...{ out, run: data.run, env: process.env, signal },
    formats: listFormats(formats),
    mayRepeat: attemptsMade + 1 < (opts.attempts ?? 1),
    note: (line) => progress.note(`${target.name}: ${line}`),
  });
  const { exit, durationMs = 0 } = record;
  if (signal.aborted && (exit === 130 || exit === undefined)) throw new AuditInterruptedError();
  progress.end(record);
  if (exit === undefined || isWorthAnotherAttempt(exit) || exit === 130) throw new Error(describeExit(exit));
  return { exit, durationMs };
}
