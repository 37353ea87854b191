import { availableParallelism } from 'node:os';
import { throwProblems } from '../../model/profile/profile-error.js';
import { readEnvFile } from '../../profile/file/read-env-file.js';
import type { Fleet, FleetTarget } from '../file/fleet.js';
import { resolveTarget } from '../file/resolve-target.js';
import { openResultPlace, type ResultPlace, sendResult } from '../store/result-place.js';
import { listFormats } from './audit-process.js';
import { type AuditContext, auditTarget, isWorthAnotherAttempt } from './audit-target.js';
import { type FleetEnd, finishRun } from './finish-run.js';
import { createCountingNote, createHost, describeExit, type FleetHost } from './fleet-host.js';
import { type FleetRun, isDone, readRecord } from './fleet-state.js';
import { openPlacedRun } from './open-placed-run.js';
import type { RunFleetOptions, RunSettings } from './run-options.js';
import { selectTargets } from './select-targets.js';

/**
 * Audits the targets of a fleet, each in a process of its own, and writes the report of the fleet once each has a result.
 * Throws UsageError and ProfileError before the first audit, and UnreachableError if an object store or a queue fails.
 *
 * @example
 * const { exit, report } = await runFleet(loadFleet('fleet.yaml', process.cwd()), { out: 'fleet-reports' });
 */
export async function runFleet(fleet: Fleet, options: RunFleetOptions = {}): Promise<FleetEnd> {
  const targets = selectTargets(fleet, options);
  const host = createHost(options);
  const settings = { ...options, out: options.out ?? 'fleet-reports', attempts: options.attempts ?? 2 };
  if (options.queue !== undefined) {
    const { queueFleet } = await import('../queue/queue-fleet.js');
    return queueFleet(fleet, targets, { ...settings, queue: options.queue }, host);
  }
  const { env, signal, note } = host;
  const variables = { ...readEnvFile(process.cwd()), ...env };
  throwProblems(targets.flatMap((target) => resolveTarget(target, variables).problems));
  const place = await openResultPlace(settings.out, env);
  const { run, isResumed } = await openPlacedRun(place, fleet, options, note);
  const waiting = targets.filter((target) => !isDone(readRecord(place.folder, target.name), run.id, target));
  if (isResumed) note(describeResumed(run, targets.length - waiting.length, targets.length));
  await auditAll({ fleet, waiting, total: targets.length, run, place }, settings, host);
  return finishRun(fleet, targets, run, { place, host, isInterrupted: signal.aborted });
}

/** What is audited, and where its results are. */
interface Auditing {
  readonly fleet: Fleet;
  readonly waiting: readonly FleetTarget[];
  /** Number of selected targets. */
  readonly total: number;
  readonly run: FleetRun;
  readonly place: ResultPlace;
}

async function auditAll(
  { fleet: { workers = availableParallelism(), formats }, waiting, total, run, place }: Auditing,
  settings: RunSettings,
  { env, signal, note }: FleetHost,
): Promise<void> {
  const out = place.folder;
  const attempts = new Map<string, number>();
  const noteEnd = createCountingNote(total, note);
  const base = { out, run: run.id, formats: listFormats(formats), env, signal };
  const auditOne = async (target: FleetTarget): Promise<FleetTarget | undefined> => {
    const attempt = (attempts.get(target.name) ?? 0) + 1;
    attempts.set(target.name, attempt);
    const noteOwn = (line: string) => note(`${target.name}: ${line}`);
    const context: AuditContext = { ...base, note: noteOwn, mayRepeat: attempt < settings.attempts };
    const { record, isFinal } = await auditTarget(target, context);
    if (isFinal) await sendResult(place, target.name, noteOwn);
    const isAgain = !signal.aborted && context.mayRepeat && isWorthAnotherAttempt(record.exit);
    if (isAgain) noteOwn(`${describeExit(record.exit)}; it is audited again`);
    else if (isFinal || !signal.aborted) noteEnd(record);
    return isAgain ? target : undefined;
  };
  await runPool(sortLongestFirst(waiting, out), settings.workers ?? workers, auditOne, signal);
}

const describeResumed = ({ startedAt }: FleetRun, done: number, total: number): string =>
  `going on with the run of ${startedAt}: ${done} of ${total} targets are done (--fresh starts over)`;

/** Long audits begin first, so that the last worker does not end long after the others; unknown ones can be long. */
function sortLongestFirst(targets: readonly FleetTarget[], out: string): FleetTarget[] {
  const durations = new Map(targets.map(({ name }) => [name, readRecord(out, name)?.durationMs ?? Infinity]));
  const getDuration = ({ name }: FleetTarget): number => durations.get(name) ?? Infinity;
  // Infinity minus Infinity is no order.
  return targets.toSorted((one, other) =>
    getDuration(one) === getDuration(other) ? 0 : getDuration(other) - getDuration(one),
  );
}

/** Works through entries, so many at the same time; stops taking new ones when the signal is aborted. An entry that is returned is put at the end. */
async function runPool<T>(
  entries: readonly T[],
  size: number,
  work: (entry: T) => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...entries];
  const takeNext = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined && !signal.aborted; entry = waiting.shift()) {
      const again = await work(entry);
      if (again !== undefined) waiting.push(again);
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, entries.length) }, takeNext));
}
