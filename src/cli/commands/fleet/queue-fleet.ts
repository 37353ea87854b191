import type { Queue } from 'bullmq';
import { chooseExitCode } from '../../../model/result/exit-code.js';
import type { Fleet, FleetTarget } from '../../../profile/fleet/fleet.js';
import { createProgress, type FleetProgress } from '../../fleet/fleet-progress.js';
import { type FleetRun, isDone, readRecord } from '../../fleet/fleet-state.js';
import { openPlacedRun } from '../../fleet/open-placed-run.js';
import { addJobs, type EndedJob, listEndedJobs, removeRun } from '../../fleet/queue/add-jobs.js';
import type { AuditJob, AuditJobResult } from '../../fleet/queue/audit-job.js';
import { nameQueue, openEngine } from '../../fleet/queue/load-engine.js';
import { openResultPlace } from '../../fleet/store/result-place.js';
import { waitOrAbort } from '../../fleet/wait-or-abort.js';
import { createInterruption } from '../../process/interruption.js';
import { type FinishOptions, finishRun } from './finish-run.js';
import { createRunOptions, type FleetFlags } from './fleet-flags.js';

/** Adds a job for each target, and waits until workers have ended all of them. Returns the exit code. */
export async function queueFleet(
  fleet: Fleet,
  targets: readonly FleetTarget[],
  flags: FleetFlags & { readonly queue: string },
): Promise<number> {
  const progress = createProgress(targets.length);
  const place = await openResultPlace(flags.out);
  const engine = await openEngine(flags.queue, progress.note);
  const queue = new engine.bullmq.Queue<AuditJob, AuditJobResult>(nameQueue(fleet.name), {
    connection: engine.connection,
  });
  queue.on('error', ({ message }) => progress.note(`queue: ${message}`));
  const interruption = createInterruption({ onFirst: 'the workers go on, and the same command waits for them again' });
  try {
    const { run, givenUp } = await openPlacedRun(place, fleet, createRunOptions(flags, progress));
    const waiting = targets.filter((target) => !isDone(readRecord(place.folder, target.name), run.id, target));
    if (givenUp !== undefined) await removeRun(queue, givenUp);
    const add = (some: readonly FleetTarget[]) => addJobs(queue, run.id, some, flags.attempts);
    await add(waiting);
    progress.note(`${waiting.length} of ${targets.length} targets are in the queue ${queue.name}`);
    const context = { progress, signal: interruption.signal, add, countReconnects: engine.countReconnects };
    const ended = await waitForJobs(queue, run, waiting, context);
    if (interruption.signal.aborted) return 130;
    await place.store?.fetchState(progress.note);
    return await finishQueue(fleet, targets, run, { place, note: progress.note, ended });
  } finally {
    interruption.stop();
    await queue.close();
    await engine.close();
  }
}

/** Milliseconds between two looks at the queue. */
const lookMs = 500;

interface WaitContext {
  readonly progress: FleetProgress;
  readonly signal: AbortSignal;
  readonly add: (targets: readonly FleetTarget[]) => Promise<void>;
  readonly countReconnects: () => number;
}

/** Waits until each target has an ended job; reports each one once. */
async function waitForJobs(
  queue: Queue<AuditJob, AuditJobResult>,
  { id }: FleetRun,
  targets: readonly FleetTarget[],
  { progress, signal, add, countReconnects }: WaitContext,
): Promise<ReadonlyMap<string, EndedJob>> {
  const ended = new Map<string, EndedJob>();
  let known = -1;
  let reconnects = 0;
  while (!signal.aborted) {
    if (countReconnects() > reconnects) {
      reconnects = countReconnects();
      // A Redis that was restarted without its data has no jobs any more; those that it still has are not added twice.
      await add(targets.filter(({ name }) => !ended.has(name)));
    }
    const count = await queue.getJobCountByTypes('completed', 'failed');
    if (count !== known)
      for (const job of await listEndedJobs(queue, id)) {
        if (!ended.has(job.target)) reportJob(job, progress);
        ended.set(job.target, job);
      }
    known = count;
    if (targets.every(({ name }) => ended.has(name))) break;
    await waitOrAbort(lookMs, signal);
  }
  return ended;
}

function reportJob({ target, result, why }: EndedJob, progress: FleetProgress): void {
  if (result === undefined) progress.note(`${target}: failed for good, and kept in the failed set: ${why}`);
  progress.end({ target, ...result });
}

/** Writes the report of the fleet where all reports are in this folder; otherwise says how to get one. */
async function finishQueue(
  fleet: Fleet,
  targets: readonly FleetTarget[],
  run: FleetRun,
  { ended, ...how }: Omit<FinishOptions, 'isInterrupted'> & { readonly ended: ReadonlyMap<string, EndedJob> },
): Promise<number> {
  const { folder, store } = how.place;
  const isElsewhere = ({ name }: FleetTarget) =>
    ended.get(name)?.result !== undefined && readRecord(folder, name)?.run !== run.id;
  const elsewhere = targets.filter(isElsewhere);
  if (elsewhere.length === 0) return finishRun(fleet, targets, run, { ...how, isInterrupted: false });
  process.stdout.write(
    `${elsewhere.length} reports are not in ${store?.address ?? folder}: the workers wrote them elsewhere. Copy their folders together, and run: assay fleet report FOLDER\n`,
  );
  return chooseExitCode([...ended.values()].map(({ result }) => result?.exit ?? 4));
}
