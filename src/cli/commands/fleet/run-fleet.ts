import { availableParallelism } from 'node:os';
import { throwProblems } from '../../../model/profile/profile-error.js';
import { readEnvFile } from '../../../profile/file/read-env-file.js';
import type { Fleet, FleetTarget } from '../../../profile/fleet/fleet.js';
import { loadFleet } from '../../../profile/fleet/load-fleet.js';
import { resolveTarget } from '../../../profile/fleet/resolve-target.js';
import { listFormats } from '../../fleet/audit-arguments.js';
import { type AuditContext, auditTarget, isWorthAnotherAttempt } from '../../fleet/audit-target.js';
import { createProgress, describeExit, type FleetProgress } from '../../fleet/fleet-progress.js';
import { type FleetRun, isDone, readRecord } from '../../fleet/fleet-state.js';
import { openPlacedRun } from '../../fleet/open-placed-run.js';
import { runPool } from '../../fleet/pool.js';
import { selectTargets } from '../../fleet/select-targets.js';
import { sendResult } from '../../fleet/send-result.js';
import { openResultPlace, type ResultPlace } from '../../fleet/store/result-place.js';
import { createInterruption } from '../../process/interruption.js';
import { finishRun } from './finish-run.js';
import { createRunOptions, type FleetFlags } from './fleet-flags.js';

/** Audits a fleet with the processes of this machine, or with the workers of a queue. Returns the exit code. */
export async function runFleet(file: string, flags: FleetFlags): Promise<number> {
  const fleet = loadFleet(file, process.cwd());
  const targets = selectTargets(fleet, flags);
  if (flags.queue !== undefined) {
    const { queueFleet } = await import('./queue-fleet.js');
    return queueFleet(fleet, targets, { ...flags, queue: flags.queue });
  }
  const env = { ...readEnvFile(process.cwd()), ...process.env };
  throwProblems(targets.flatMap((target) => resolveTarget(target, env).problems));
  const progress = createProgress(targets.length);
  const place = await openResultPlace(flags.out);
  const opened = await openPlacedRun(place, fleet, createRunOptions(flags, progress));
  const interruption = createInterruption({ onFirst: 'the audits under way remove what they created' });
  try {
    const { run, isResumed } = opened;
    const waiting = listWaiting(targets, run, place.folder);
    if (isResumed) progress.note(describeResumed(run, targets.length - waiting.length, targets.length));
    await auditAll(fleet, waiting, run, flags, { place, progress, signal: interruption.signal });
    return await finishRun(fleet, targets, run, {
      place,
      note: progress.note,
      isInterrupted: interruption.signal.aborted,
    });
  } finally {
    interruption.stop();
  }
}

/** What all audits of a run share. */
interface AuditingContext {
  readonly place: ResultPlace;
  readonly progress: FleetProgress;
  readonly signal: AbortSignal;
}

async function auditAll(
  { workers = availableParallelism(), formats }: Fleet,
  waiting: readonly FleetTarget[],
  run: FleetRun,
  flags: FleetFlags,
  { place, progress, signal }: AuditingContext,
): Promise<void> {
  const out = place.folder;
  const attempts = new Map<string, number>();
  const base = { out, run: run.id, formats: listFormats(formats), env: process.env, signal };
  const auditOne = async (target: FleetTarget): Promise<FleetTarget | undefined> => {
    const attempt = (attempts.get(target.name) ?? 0) + 1;
    attempts.set(target.name, attempt);
    const note = (line: string) => progress.note(`${target.name}: ${line}`);
    const context: AuditContext = { ...base, note, mayRepeat: attempt < flags.attempts };
    const { record, isFinal } = await auditTarget(target, context);
    if (isFinal) await sendResult(place, target.name, note);
    const isAgain = !signal.aborted && context.mayRepeat && isWorthAnotherAttempt(record.exit);
    if (isAgain) note(`${describeExit(record.exit)}; it is audited again`);
    else if (isFinal || !signal.aborted) progress.end(record);
    return isAgain ? target : undefined;
  };
  await runPool(sortLongestFirst(waiting, out), flags.workers ?? workers, auditOne, signal);
}

const listWaiting = (targets: readonly FleetTarget[], { id }: FleetRun, out: string): FleetTarget[] =>
  targets.filter((target) => !isDone(readRecord(out, target.name), id, target));

const describeResumed = ({ startedAt }: FleetRun, done: number, total: number): string =>
  `going on with the run of ${startedAt}: ${done} of ${total} targets are done (--fresh starts over)`;

/** Long audits begin first, so that the last worker does not end long after the others; unknown ones can be long. */
function sortLongestFirst(targets: readonly FleetTarget[], out: string): FleetTarget[] {
  const timed = targets.map((target) => ({ target, ms: readRecord(out, target.name)?.durationMs }));
  return [
    ...timed.filter(({ ms }) => ms === undefined),
    ...timed.filter(({ ms }) => ms !== undefined).sort((one, other) => (other.ms ?? 0) - (one.ms ?? 0)),
  ].map(({ target }) => target);
}
