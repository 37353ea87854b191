import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createFolder, writePrivateFile } from '../../http/private-file.js';
import { UsageError } from '../../model/profile/usage-error.js';
import type { Fleet, FleetTarget, TargetOwnership } from '../file/fleet.js';

/** One run of a fleet: until each target has a result, the same command goes on with it. */
export interface FleetRun {
  readonly schema: 'assay-fleet-run/1';
  readonly id: string;
  readonly fleet: string;
  readonly startedAt: string;
  /** Absent while targets have no result. */
  readonly endedAt?: string;
  /** The process that controls the run, where it is one. */
  readonly process?: ProcessPlace;
  readonly targets: readonly (TargetOwnership & { readonly name: string })[];
}

/** What is known about the audit of a target: written before it starts and when it ended. */
export interface TargetRecord extends TargetOwnership {
  readonly schema: 'assay-fleet-target/1';
  readonly run: string;
  readonly target: string;
  /** Of the target in the fleet file. */
  readonly digest: string;
  readonly status: 'running' | 'ended';
  readonly attempt: number;
  readonly startedAt: string;
  readonly durationMs?: number;
  /** Exit code of the audit; absent if a signal ended it. */
  readonly exit?: number;
  /** The process of the audit. */
  readonly process?: ProcessPlace;
}

export const stateFolder = '.fleet';

export const getTargetFolder = (out: string, target: string): string => join(out, 'targets', target);

export const getRecordFile = (out: string, target: string): string =>
  join(out, stateFolder, 'targets', `${target}.json`);

export const getRunFile = (out: string): string => join(out, stateFolder, 'run.json');

export const getHistoryFolder = (out: string): string => join(out, stateFolder, 'history');

/** The record of a target; undefined if there is none, or it cannot be read. */
export const readRecord = (out: string, target: string): TargetRecord | undefined =>
  readJson(getRecordFile(out, target), 'assay-fleet-target/1');

/** The record of a target in a text; undefined for any other text. */
export const parseRecord = (text: string): TargetRecord | undefined => parseJson(text, 'assay-fleet-target/1');

/** Writes the record of a target, atomically. */
export const writeRecord = (out: string, record: TargetRecord): void =>
  writeJson(getRecordFile(out, record.target), record);

/** The last run in a folder; undefined if there is none. */
export const readRun = (out: string): FleetRun | undefined => readJson(getRunFile(out), 'assay-fleet-run/1');

/** Lists the fleet reports of the runs before a run, or of all, the oldest first. */
export function listHistory(out: string, run?: string): string[] {
  const folder = getHistoryFolder(out);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json') && name !== `${run}.json`)
        .sort()
        .map((name) => join(folder, name))
    : [];
}

/** A run that was started, or goes on. */
export interface OpenedRun {
  readonly run: FleetRun;
  readonly isResumed: boolean;
  /** The id of the unfinished run that it replaces. */
  readonly givenUp?: string;
}

/** Goes on with the unfinished run in a folder, or starts a new one. Throws UsageError if another process controls it. */
export function openRun(
  out: string,
  fleet: Fleet,
  { isFresh, isShared }: { readonly isFresh: boolean; readonly isShared: boolean },
): OpenedRun {
  const before = readRun(out);
  const other = before?.endedAt === undefined && !isShared ? before?.process : undefined;
  if (other !== undefined && other.pid !== process.pid && isProcessAlive(other, 'fleet'))
    throw new UsageError(`${out} is in use: process ${other.pid} audits this fleet`);
  const isResumed = before !== undefined && before.endedAt === undefined && !isFresh;
  const kept = isResumed ? before : { id: createRunId(), startedAt: new Date().toISOString() };
  const run: FleetRun = {
    schema: 'assay-fleet-run/1',
    id: kept.id,
    fleet: fleet.name,
    startedAt: kept.startedAt,
    process: isShared ? undefined : getOwnPlace(),
    targets: fleet.targets.map(({ name, group, owner, labels }) => ({ name, group, owner, labels })),
  };
  writeJson(getRunFile(out), run);
  const isGivenUp = before !== undefined && before.endedAt === undefined && !isResumed;
  return { run, isResumed, givenUp: isGivenUp ? before.id : undefined };
}

/** Marks a run as ended: the next command starts a new one. */
export function endRun(out: string, { process: _, ...run }: FleetRun): void {
  writeJson(getRunFile(out), { ...run, endedAt: new Date().toISOString() });
}

/** Whether a target has its result in this run, for what the fleet file says now. */
export const isDone = (record: TargetRecord | undefined, run: string, target: Pick<FleetTarget, 'digest'>): boolean =>
  record !== undefined && record.status === 'ended' && record.run === run && record.digest === target.digest;

export const getOwnPlace = (pid = process.pid): ProcessPlace => ({ pid, host: hostname() });

const createRunId = (): string =>
  `${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}-${randomBytes(4).toString('hex')}`;

function writeJson(file: string, value: unknown): void {
  createFolder(join(file, '..'));
  writePrivateFile(file, `${JSON.stringify(value)}\n`);
}

function readJson<T extends { readonly schema: string }>(file: string, schema: T['schema']): T | undefined {
  try {
    return parseJson(readFileSync(file, 'utf8'), schema);
  } catch {
    return undefined;
  }
}

function parseJson<T extends { readonly schema: string }>(text: string, schema: T['schema']): T | undefined {
  try {
    const value = JSON.parse(text) as T;
    return value?.schema === schema ? value : undefined;
  } catch {
    return undefined;
  }
}

interface ProcessPlace {
  readonly pid: number;
  readonly host: string;
}

/** Whether a process on this machine still runs, with `word` in its command line: its number may be reused by now. */
export function isProcessAlive({ pid, host }: ProcessPlace, word: string): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
  } catch {
    return true;
  }
}
