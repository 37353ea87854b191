import { hostname } from 'node:os';
import type { Job } from 'bullmq';
import { loadFleet } from '../file/load-fleet.js';
import { listFormats } from '../run/audit-process.js';
import { auditTarget, isWorthAnotherAttempt } from '../run/audit-target.js';
import { describeEnd, describeExit, type FleetHost } from '../run/fleet-host.js';
import type { ResultPlace } from '../store/result-place.js';
import { sendResult } from '../store/result-place.js';
import type { AuditJob, AuditJobResult } from './jobs.js';

/** How a worker audits the targets of jobs. */
export interface ProcessJobOptions {
  readonly file: string;
  readonly place: ResultPlace;
  readonly host: Pick<FleetHost, 'env' | 'note' | 'signal'>;
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
