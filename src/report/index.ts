import type { Report } from '../verdict/report.js';
import { writeConsole } from './console.js';
import { writeJson } from './json.js';
import { writeJunit } from './junit.js';
import { writeMarkdown } from './markdown.js';

/** How a view may differ; only the console asks. */
export interface RenderOptions {
  /** Whether the reader is a terminal that shows colours; off unless asked for. */
  readonly color?: boolean;
  /** Code points a line may take; 100 unless told. */
  readonly width?: number;
}

/** The formats a report can be seen in, and the file each is written to. */
export const formats = {
  json: 'report.json',
  junit: 'junit.xml',
  markdown: 'report.md',
  console: 'report.txt',
} as const;

/** The name of a format. */
export type Format = keyof typeof formats;

/** A view of the report in this format. Throws, naming the known formats, when it is none of them. */
export function render(report: Report, format: string, options: RenderOptions = {}): string {
  if (!isFormat(format)) {
    throw new Error(`unknown format ${JSON.stringify(format)}; known are ${Object.keys(formats).join(', ')}`);
  }
  return writers[format](report, options);
}

/** Whether this names a format. */
export const isFormat = (format: string): format is Format => Object.hasOwn(formats, format);

const writers: Readonly<Record<Format, (report: Report, options: RenderOptions) => string>> = {
  json: writeJson,
  junit: writeJunit,
  markdown: writeMarkdown,
  console: (report, { color = false, width = 100 }) => writeConsole(report, { color, width }),
};
