import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { readKitVersion } from '../../audit/kit-version.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { createHost, type FleetHost } from '../run/fleet-host.js';
import { listHistory, readRun } from '../run/fleet-state.js';
import { openResultPlace } from '../store/result-place.js';
import { isStoreAddress } from '../store/store-location.js';
import { buildFleetReport } from './build-fleet-report.js';
import { collectFolder } from './collect-results.js';
import type { FleetReport } from './fleet-report.js';
import { readFleetReport } from './read-fleet-report.js';
import { renderResult, writeFleetReport } from './write-fleet-report.js';

/** How the report of a fleet is built from reports. */
export interface ReportFleetOptions extends Partial<FleetHost> {
  /** Folder to write to; by default, where the reports are. */
  readonly out?: string;
  /** Paths of `fleet.json` of earlier runs to compare with, the oldest first; by default those of the state. */
  readonly before?: readonly string[];
}

/**
 * Writes the report of the fleet from the reports below a folder, or in an object store. Throws UsageError, and
 * UnreachableError if the object store fails.
 */
export async function reportFleet(source: string, options: ReportFleetOptions = {}): Promise<FleetReport> {
  const host = createHost(options);
  const { out, before } = options;
  if (out !== undefined && isStoreAddress(out))
    throw new UsageError('--out takes a folder here; without it, the report is written to where the reports are');
  if (isStoreAddress(source)) return reportStore(source, out, before, host);
  const report = writeFolderReport({ folder: source, out: out ?? source, place: out ?? source, before });
  host.print(renderResult(report, out ?? source));
  return report;
}

/** Copies the reports to the folder that is named, or to one of which only the report of the fleet is kept, in the store. */
async function reportStore(
  address: string,
  out: string | undefined,
  before: readonly string[] | undefined,
  { env, note, print }: FleetHost,
): Promise<FleetReport> {
  const folder = out ?? mkdtempSync(join(tmpdir(), 'assay-fleet-'));
  let isWritten = false;
  try {
    const { store } = await openResultPlace(address, env, folder);
    await store?.fetchReports();
    if (!existsSync(folder)) throw new UsageError(`${address} contains no report.json`);
    const place = out ?? address.replace(/\/$/, '');
    const report = writeFolderReport({ folder, out: folder, place, before });
    print(renderResult(report, place));
    isWritten = true;
    if (out === undefined) await store?.sendFleetReport();
    isWritten = false;
    return report;
  } finally {
    if (isWritten && out === undefined) note(`the report is kept in ${folder}`);
    else if (out === undefined) rmSync(folder, { recursive: true });
  }
}

/** The folder with the reports, the one to write to, and the place that messages name. */
interface FolderReport {
  readonly folder: string;
  readonly out: string;
  readonly place: string;
  readonly before?: readonly string[];
}

function writeFolderReport({ folder, out, place, before }: FolderReport): FleetReport {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is not a folder; give the folder with the reports of a fleet`);
  const { summaries, name = basename(resolve(place)) } = collectFolder(folder, out);
  if (summaries.length === 0) throw new UsageError(`${place} contains no report.json`);
  const startedAt = readRun(folder)?.startedAt ?? findStart(summaries.map(({ result }) => result.startedAt));
  const earlier = (before ?? listHistory(folder)).map(readFleetReport).filter((one) => one.startedAt < startedAt);
  const report = buildFleetReport({ name, startedAt, version: readKitVersion(), summaries, earlier });
  writeFleetReport(report, out);
  return report;
}

const findStart = (starts: readonly (string | undefined)[]): string =>
  starts.filter((start) => start !== undefined).sort()[0] ?? '';
