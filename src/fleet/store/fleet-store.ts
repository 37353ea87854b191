import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fleetFormats } from '../report/write-fleet-report.js';
import {
  getHistoryFolder,
  getRecordFile,
  getRunFile,
  getTargetFolder,
  readRecord,
  readRun,
} from '../run/fleet-state.js';
import { fetchAllReports, fetchState, reportFiles, takeRecord } from './fetch-results.js';
import type { ObjectStore } from './object-store.js';
import { createStoreCopy, type Note, type StoreCopy } from './store-copy.js';

/** The results of a fleet in an object store. Their names are those of the files in the local folder, in which audits write. */
export interface FleetStore {
  readonly address: string;
  check(): Promise<void>;
  /** Reads the run, the records of its targets, reports that are not here yet, and the latest reports of earlier runs. */
  fetchState(note: Note): Promise<void>;
  /** Reads the reports of all targets, and the state beside them. */
  fetchReports(): Promise<void>;
  fetchRecord(target: string, note: Note): Promise<void>;
  /** Writes the run; returns false if another process has begun or ended one since it was read. */
  claimRun(): Promise<boolean>;
  /** Writes the files of a target, and its record as the last: a record in the store is that of a complete result. */
  sendTarget(target: string): Promise<void>;
  /** Targets of a run whose results are here only. */
  listUnsent(run: string, targets: readonly string[]): string[];
  /** Writes the report of the fleet, and the one in the history. */
  sendFleetReport(): Promise<void>;
  /** Writes the run after it has ended. */
  sendRun(): Promise<void>;
}

export function createFleetStore(store: ObjectStore, folder: string): FleetStore {
  const copy = createStoreCopy(store, folder);
  const runFile = getRunFile(folder);
  return {
    address: store.address,
    check: async () => void (await store.list('.fleet/run.json')),
    fetchState: (note) => fetchState(copy, note),
    fetchReports: () => fetchAllReports(copy),
    fetchRecord: (target, note) => takeRecord(copy, target, { note }),
    claimRun: () => store.write(copy.toName(runFile), runFile, copy.getRunCondition()),
    sendTarget: (target) => sendTarget(copy, target),
    listUnsent: (run, targets) =>
      targets.filter((target) => {
        const record = readRecord(folder, target);
        return record?.run === run && record.status === 'ended' && !copy.isSent(run, target);
      }),
    async sendFleetReport() {
      for (const format of ['html', 'markdown', 'json'] as const) await copy.send(join(folder, fleetFormats[format]));
      const run = readRun(folder);
      const own = join(getHistoryFolder(folder), `${run?.id}.json`);
      if (run !== undefined && run.endedAt === undefined) await copy.send(own);
    },
    sendRun: () => copy.send(runFile),
  };
}

/** Writes the files of a target to the store, its record last. Throws UsageError and UnreachableError. */
async function sendTarget({ store, folder, ...copy }: StoreCopy, target: string): Promise<void> {
  const own = getTargetFolder(folder, target);
  const files = listFiles(own);
  const names = new Set(files.map(copy.toName));
  // A report of an earlier run must not pass for that of this one.
  for (const name of await store.list(`${copy.toName(own)}/`)) if (!names.has(name)) await store.remove(name);
  for (const file of files) await copy.send(file);
  const record = readRecord(folder, target);
  await copy.send(getRecordFile(folder, target));
  if (record !== undefined) copy.addSent(record.run, target);
}

/** The files of a target; those from which the report of the fleet is built are the last. */
function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => join(entry.parentPath, entry.name));
  const reports = reportFiles.map((name) => join(folder, name)).filter((file) => files.includes(file));
  return [...files.filter((file) => !reports.includes(file)), ...reports];
}
