import type { Report } from '../verdict/report.js';

/** The record itself; `report.schema.json` says what every field means. `complete` comes last: it proves nothing is cut off. */
export function writeJson({ complete, ...record }: Report): string {
  return `${JSON.stringify({ ...record, complete }, null, 2)}\n`;
}
