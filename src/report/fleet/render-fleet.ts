import type { FleetReport } from '../../model/fleet/fleet-report.js';
import { renderJsonText } from '../json/json-text.js';
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
