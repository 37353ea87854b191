import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { collectFolder } from '../../fleet/collect-results.js';
import { listHistory, readRun } from '../../fleet/fleet-state.js';
import { readFleetReport } from '../../fleet/read-fleet-report.js';
import { openResultPlace } from '../../fleet/store/result-place.js';
import { isStoreAddress } from '../../fleet/store/store-address.js';
import { writeFleetReport } from '../../fleet/write-fleet-report.js';
import { UsageError } from '../../usage-error.js';

/** Flags of `assay fleet report`, as commander returns them. */
export interface FleetReportFlags {
  readonly out?: string;
  readonly before?: string[];
}

/**
 * Writes the report of the fleet from the reports below a folder, or in an object store. Returns the exit code. Throws
 * UsageError, and UnreachableError if the object store fails.
 */
export async function reportFleet(source: string, flags: FleetReportFlags): Promise<number> {
  if (flags.out !== undefined && isStoreAddress(flags.out))
    throw new UsageError('--out takes a folder here; without it, the report is written to where the reports are');
  return isStoreAddress(source) ? reportStore(source, flags) : reportFolder(source, flags, flags.out ?? source);
}

/** Copies the reports to the folder that is named, or to one of which only the report of the fleet is kept, in the store. */
async function reportStore(address: string, { out, before }: FleetReportFlags): Promise<number> {
  const folder = out ?? mkdtempSync(join(tmpdir(), 'assay-fleet-'));
  let isWritten = false;
  try {
    const { store } = await openResultPlace(address, folder);
    await store?.fetchReports();
    if (!existsSync(folder)) throw new UsageError(`${address} contains no report.json`);
    const exit = reportFolder(folder, { ...(before && { before }) }, out ?? address.replace(/\/$/, ''));
    isWritten = true;
    if (out === undefined) await store?.sendFleetReport();
    isWritten = false;
    return exit;
  } finally {
    if (isWritten && out === undefined) process.stderr.write(`assay: the report is kept in ${folder}\n`);
    else if (out === undefined) rmSync(folder, { recursive: true });
  }
}

function reportFolder(folder: string, { out = folder, before }: FleetReportFlags, shown: string): number {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is not a folder; give the folder with the reports of a fleet`);
  const { summaries, name = basename(resolve(shown)) } = collectFolder(folder, out);
  if (summaries.length === 0) throw new UsageError(`${shown} contains no report.json`);
  const startedAt = readRun(folder)?.startedAt ?? findStart(summaries.map(({ result }) => result.startedAt));
  const earlier = (before ?? listHistory(folder)).map(readFleetReport).filter((one) => one.startedAt < startedAt);
  return writeFleetReport({ name, startedAt, summaries, earlier }, out, shown).gate.exit;
}

/** The start of the first audit. */
const findStart = (starts: readonly (string | undefined)[]): string =>
  starts.filter((start) => start !== undefined).sort()[0] ?? '';
