import { join } from 'node:path';
import { readKitVersion } from '../../audit/kit-version.js';
import { writePrivateFile } from '../../http/private-file.js';
import type { FleetReport } from '../../model/fleet/fleet-report.js';
import { describeChanges as describeFleetChanges, describeFleetGate } from '../../report/fleet/fleet-text.js';
import { fleetFormats, fleetRenderers } from '../../report/fleet/render-fleet.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { buildFleetReport, type FleetReportInput } from '../../verdict/fleet/build-fleet-report.js';
import { createFolder, createWriteError } from '../files/output-folder.js';
import { isStoreAddress } from './store/store-address.js';

/** Builds the report of a fleet, writes it in all formats, and prints its result and where it is. */
export function writeFleetReport(input: Omit<FleetReportInput, 'version'>, out: string, shown = out): FleetReport {
  const report = buildFleetReport({ ...input, version: readKitVersion() });
  for (const format of ['json', 'html', 'markdown'] as const) {
    const file = join(out, fleetFormats[format]);
    try {
      createFolder(out);
      writePrivateFile(file, fleetRenderers[format](report));
    } catch (error) {
      throw createWriteError(file, error);
    }
  }
  process.stdout.write(renderResult(report, shown));
  return report;
}

/** Maximum number of targets that are named on the terminal. */
const maxNamed = 20;

function renderResult(report: FleetReport, shown: string): string {
  const failing = report.targets.filter(({ status }) => status !== 'passed');
  const changes = describeFleetChanges(report);
  const lines = [
    describeFleetGate(report),
    ...failing
      .slice(0, maxNamed)
      .map(({ name, status, why }) => `  ${name}: ${status}${why === undefined ? '' : `, ${why}`}`),
    ...(failing.length > maxNamed ? [`  and ${failing.length - maxNamed} more`] : []),
    ...(changes === undefined ? [] : [`Since the run before: ${changes}`]),
    `Report: ${isStoreAddress(shown) ? `${shown.replace(/\/$/, '')}/${fleetFormats.html}` : join(shown, fleetFormats.html)}`,
  ];
  return lines.map((line) => `${escapeControlCharacters(line)}\n`).join('');
}
