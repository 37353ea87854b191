import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from '../../http/private-file.js';
import { throwProblems } from '../../model/profile/profile-error.js';
import { readEnvFile } from '../../profile/file/read-env-file.js';
import type { FleetTarget } from '../file/fleet.js';
import { resolveTarget } from '../file/resolve-target.js';
import {
  buildAuditEnvironment,
  type ChildOptions,
  listCleanArguments,
  listRunArguments,
  runChild,
} from './audit-process.js';
import type { FleetHost } from './fleet-host.js';
import {
  getOwnPlace,
  getTargetFolder,
  isDone,
  isProcessAlive,
  readRecord,
  type TargetRecord,
  writeRecord,
} from './fleet-state.js';

/** Where and how the targets of a run are audited. */
export interface AuditContext extends Omit<FleetHost, 'print'> {
  /** Folder of the reports. */
  readonly out: string;
  /** Identifies the run. */
  readonly run: string;
  readonly formats: readonly string[];
  /** Whether a target that cannot be reached, or an internal error, is audited again. */
  readonly mayRepeat: boolean;
}

export interface AuditAttempt {
  readonly record: TargetRecord;
  /** Whether it is the result of the target; otherwise it has to be audited again. */
  readonly isFinal: boolean;
}

/** Audits a target by `assay run` in a process of its own, after `assay clean` where the one before was killed. */
export async function auditTarget(target: FleetTarget, context: AuditContext): Promise<AuditAttempt> {
  const { out, run } = context;
  const before = readRecord(out, target.name);
  if (before !== undefined && isDone(before, run, target)) return { record: before, isFinal: true };
  const folder = getTargetFolder(out, target.name);
  createFolder(folder);
  const resolved = resolveTarget(target, { ...readEnvFile(process.cwd()), ...context.env });
  throwProblems(resolved.problems);
  const env = buildAuditEnvironment(resolved, context.env);
  const child = { env, log: join(folder, 'output.log'), signal: context.signal };
  await waitForEarlierAudit(before, folder, context);
  if (before?.status === 'running') await cleanUp(target, folder, child, context);
  const { name, group, owner, labels, digest } = target;
  const startedAt = new Date();
  const record: TargetRecord = {
    schema: 'assay-fleet-target/1',
    run,
    target: name,
    digest,
    status: 'running',
    attempt: before?.run === run ? before.attempt + 1 : 1,
    startedAt: startedAt.toISOString(),
    group,
    owner,
    labels,
  };
  removeReports(folder);
  writeRecord(out, record);
  const onStart = (pid: number) => writeRecord(out, { ...record, process: getOwnPlace(pid) });
  const { exit } = await runChild(listRunArguments(target, folder, context.formats), { ...child, onStart });
  const ended = { ...record, durationMs: Date.now() - startedAt.getTime(), exit };
  // An interrupted audit removed its own items. One that a signal ended did not: it stays as running.
  const isFinal = exit !== undefined && exit !== 130 && !(context.mayRepeat && isWorthAnotherAttempt(exit));
  if (exit !== undefined) writeRecord(out, { ...ended, status: isFinal ? 'ended' : 'running' });
  return { record: { ...ended, status: isFinal ? 'ended' : 'running' }, isFinal };
}

/** Whether another attempt can have another result: the service was not reachable, assay failed, or a signal ended the audit. */
export const isWorthAnotherAttempt = (exit: number | undefined): boolean =>
  exit === undefined || exit === 3 || exit === 4;

/** Time within which an audit that lost its parent process removes its items and ends, in milliseconds. */
const endingMs = 120_000;

/** An audit whose parent process was killed interrupts itself. Until it has ended, it uses the same folder. */
async function waitForEarlierAudit(before: TargetRecord | undefined, folder: string, { note, signal }: AuditContext) {
  const earlier = before?.status === 'running' ? before.process : undefined;
  if (earlier === undefined || !isProcessAlive(earlier, folder)) return;
  note(`waiting for process ${earlier.pid}, which still ends an earlier audit`);
  const deadline = Date.now() + endingMs;
  while (isProcessAlive(earlier, folder) && !signal.aborted) {
    if (Date.now() > deadline) throw new Error(`process ${earlier.pid} still audits this target`);
    await wait(50);
  }
}

/** Removes what the ledgers of a folder list, and the search for it. What stays is in the ledgers and in the log. */
async function cleanUp(target: FleetTarget, folder: string, child: ChildOptions, { note }: AuditContext) {
  if (!readdirSync(folder).some((name) => /^ledger.*\.ndjson$/.test(name))) return;
  const { exit } = await runChild(listCleanArguments(target, folder), child);
  note(
    exit === 0
      ? 'removed what an audit left that was killed'
      : `not everything that an audit left could be removed (exit ${exit ?? 'by a signal'}); see ${child.log}`,
  );
}

/** A report of an earlier run must not pass for that of this one. */
function removeReports(folder: string): void {
  for (const name of ['report.json', 'report.html']) rmSync(join(folder, name), { force: true });
}
