import type { Queue } from 'bullmq';
import { chooseExitCode } from '../../model/result/exit-code.js';
import type { Fleet, FleetTarget } from '../file/fleet.js';
import { type FleetEnd, finishRun } from '../run/finish-run.js';
import { createCountingNote, type FleetHost, waitOrAbort } from '../run/fleet-host.js';
import { type FleetRun, isDone, readRecord } from '../run/fleet-state.js';
import { openPlacedRun } from '../run/open-placed-run.js';
import type { RunSettings } from '../run/run-options.js';
import { openResultPlace, type ResultPlace } from '../store/result-place.js';
import { type AuditJob, type AuditJobResult, addJobs, type EndedJob, listEndedJobs, removeRun } from './jobs.js';
import { nameQueue, openEngine } from './load-engine.js';

/** Adds a job for each target, and waits until workers have ended all of them. */
export async function queueFleet(
  fleet: Fleet,
  targets: readonly FleetTarget[],
  settings: RunSettings & { readonly queue: string },
  host: FleetHost,
): Promise<FleetEnd> {
  const { env, signal, note } = host;
  const place = await openResultPlace(settings.out, env);
  const engine = await openEngine(settings.queue, note);
  const queue = new engine.bullmq.Queue<AuditJob, AuditJobResult>(nameQueue(fleet.name), {
    connection: engine.connection,
  });
  queue.on('error', ({ message }) => note(`queue: ${message}`));
  try {
    const { run, givenUp } = await openPlacedRun(place, fleet, settings, note);
    const waiting = targets.filter((target) => !isDone(readRecord(place.folder, target.name), run.id, target));
    if (givenUp !== undefined) await removeRun(queue, givenUp);
    const add = (some: readonly FleetTarget[]) => addJobs(queue, run.id, some, settings.attempts);
    await add(waiting);
    note(`${waiting.length} of ${targets.length} targets are in the queue ${queue.name}`);
    const onEnd = createReporter(targets.length, note);
    const context = { onEnd, signal, add, countReconnects: engine.countReconnects };
    const ended = await waitForJobs(queue, run, waiting, context);
    if (signal.aborted) return { exit: 130 };
    await place.store?.fetchState(note);
    return await finishQueue(fleet, targets, run, { place, host, ended });
  } finally {
    await queue.close();
    await engine.close();
  }
}

/** Milliseconds between two looks at the queue. */
const lookMs = 500;

interface WaitContext {
  readonly onEnd: (job: EndedJob) => void;
  readonly signal: AbortSignal;
  readonly add: (targets: readonly FleetTarget[]) => Promise<void>;
  readonly countReconnects: () => number;
}

/** Waits until each target has an ended job; reports each one once. */
async function waitForJobs(
  queue: Queue<AuditJob, AuditJobResult>,
  { id }: FleetRun,
  targets: readonly FleetTarget[],
  { onEnd, signal, add, countReconnects }: WaitContext,
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
        if (!ended.has(job.target)) onEnd(job);
        ended.set(job.target, job);
      }
    known = count;
    if (targets.every(({ name }) => ended.has(name))) break;
    await waitOrAbort(lookMs, signal);
  }
  return ended;
}

function createReporter(total: number, note: FleetHost['note']): WaitContext['onEnd'] {
  const noteEnd = createCountingNote(total, note);
  return ({ target, result, why }) => {
    if (result === undefined) note(`${target}: failed for good, and kept in the failed set: ${why}`);
    noteEnd({ target, ...result });
  };
}

interface QueueResults {
  readonly place: ResultPlace;
  readonly host: FleetHost;
  readonly ended: ReadonlyMap<string, EndedJob>;
}

/** Writes the report of the fleet where all reports are in this folder; otherwise says how to get one. */
async function finishQueue(
  fleet: Fleet,
  targets: readonly FleetTarget[],
  run: FleetRun,
  { ended, place, host }: QueueResults,
): Promise<FleetEnd> {
  const { folder, store } = place;
  const isElsewhere = ({ name }: FleetTarget) =>
    ended.get(name)?.result !== undefined && readRecord(folder, name)?.run !== run.id;
  const elsewhere = targets.filter(isElsewhere);
  if (elsewhere.length === 0) return finishRun(fleet, targets, run, { place, host, isInterrupted: false });
  host.print(
    `${elsewhere.length} reports are not in ${store?.address ?? folder}: the workers wrote them elsewhere. Copy their folders together, and run: assay fleet report FOLDER\n`,
  );
  return { exit: chooseExitCode([...ended.values()].map(({ result }) => result?.exit ?? 4)) };
}
