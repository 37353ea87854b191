import { join } from 'node:path';
import { fleetFormats } from '../../../report/fleet/render-fleet.js';
import { getHistoryFolder, getRunFile, readRecord, readRun } from '../fleet-state.js';
import { fetchAllReports, fetchState, takeRecord } from './fetch-results.js';
import type { ObjectStore } from './object-store.js';
import { sendTarget } from './send-target.js';
import { createStoreCopy, type Note } from './store-copy.js';

/** The results of a fleet in an object store. Their names are those of the files in the local folder, in which audits write. */
export interface FleetStore {
  readonly address: string;
  /** Finds out whether the store can be read. */
  check(): Promise<void>;
  /** Reads the run, the records of its targets, reports that are not here yet, and the latest reports of earlier runs. */
  fetchState(note: Note): Promise<void>;
  /** Reads the reports of all targets, and the state beside them. */
  fetchReports(): Promise<void>;
  /** Reads the record of a target. */
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

/** Creates the copy of a local folder in an object store. */
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
