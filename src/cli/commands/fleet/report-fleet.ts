import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { collectFolder } from '../../fleet/collect-results.js';
import { listHistory, readRun } from '../../fleet/fleet-state.js';
import { readFleetReport } from '../../fleet/read-fleet-report.js';
import { writeFleetReport } from '../../fleet/write-fleet-report.js';
import { UsageError } from '../../usage-error.js';

/** Flags of `assay fleet report`, as commander returns them. */
export interface FleetReportFlags {
  readonly out?: string;
  readonly before?: string[];
}

/** Writes the report of a fleet from the reports below a folder; returns the exit code. Throws UsageError. */
export function reportFleet(folder: string, { out = folder, before }: FleetReportFlags): number {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is not a folder; give the folder with the reports of a fleet`);
  const { summaries, name = basename(resolve(folder)) } = collectFolder(folder, out);
  if (summaries.length === 0) throw new UsageError(`${folder} contains no report.json`);
  const startedAt = readRun(folder)?.startedAt ?? findStart(summaries.map(({ result }) => result.startedAt));
  const earlier = (before ?? listHistory(folder)).map(readFleetReport).filter((one) => one.startedAt < startedAt);
  return writeFleetReport({ name, startedAt, summaries, earlier }, out).gate.exit;
}

/** The start of the first audit. */
const findStart = (starts: readonly (string | undefined)[]): string =>
  starts.filter((start) => start !== undefined).sort()[0] ?? '';
