import { join } from 'node:path';
import { writeOutputFile } from '../../http/private-file.js';
import { renderJsonText } from '../../report/json/json-text.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { isStoreAddress } from '../store/store-location.js';
import type { FleetReport } from './fleet-report.js';
import { describeChanges as describeFleetChanges, describeFleetGate } from './fleet-text.js';
import { writeFleetHtml } from './write-fleet-html.js';
import { writeFleetMarkdown } from './write-fleet-markdown.js';

/** The formats of the report of a fleet, and the file name of each. */
export const fleetFormats = { json: 'fleet.json', html: 'fleet.html', markdown: 'fleet.md' } as const;

/** Renders the report of a fleet in each format. */
export const fleetRenderers: Readonly<Record<keyof typeof fleetFormats, (report: FleetReport) => string>> = {
  json: renderJsonText,
  html: writeFleetHtml,
  markdown: writeFleetMarkdown,
};

/** Writes the report of a fleet in all formats to a folder. Throws UsageError. */
export function writeFleetReport(report: FleetReport, out: string): void {
  for (const format of ['json', 'html', 'markdown'] as const) {
    writeOutputFile(join(out, fleetFormats[format]), fleetRenderers[format](report), { isFolderCreated: true });
  }
}

/** Maximum number of targets that are named on the terminal. */
const maxNamed = 20;

/** The result of a fleet for a terminal, with the place of its report. */
export function renderResult(report: FleetReport, place: string): string {
  const failing = report.targets.filter(({ status }) => status !== 'passed');
  const changes = describeFleetChanges(report);
  const lines = [
    describeFleetGate(report),
    ...failing
      .slice(0, maxNamed)
      .map(({ name, status, why }) => `  ${name}: ${status}${why === undefined ? '' : `, ${why}`}`),
    ...(failing.length > maxNamed ? [`  and ${failing.length - maxNamed} more`] : []),
    ...(changes === undefined ? [] : [`Since the run before: ${changes}`]),
    `Report: ${isStoreAddress(place) ? `${place.replace(/\/$/, '')}/${fleetFormats.html}` : join(place, fleetFormats.html)}`,
  ];
  return lines.map((line) => `${escapeControlCharacters(line)}\n`).join('');
}
