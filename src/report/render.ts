import type { Report } from '../model/result/report.js';
import { writeCodeQuality } from './codequality/write-codequality.js';
import { writeConsole } from './console/write-console.js';
import { writeCtrf } from './ctrf/write-ctrf.js';
import { writeGithub } from './github/write-github.js';
import { writeHar } from './har/write-har.js';
import { writeHtml } from './html/write-html.js';
import { writeJson } from './json/write-json.js';
import { writeJunit } from './junit/write-junit.js';
import { writeComment, writeMarkdown } from './markdown/write-markdown.js';
import { findShapeProblem } from './results/check-shape.js';
import { writeFullSarif, writeSarif } from './sarif/write-sarif.js';
import { writeTap } from './tap/write-tap.js';
import { writeWfc } from './wfc/write-wfc.js';

/** How a view may differ. */
export interface RenderOptions {
  /** Whether the reader is a terminal that shows colours; off unless asked for. Only the console asks. */
  readonly color?: boolean;
  /** Code points a line may take; 100 unless told. Only the console asks. */
  readonly width?: number;
  /** The folder that paths of files are relative to: the top of a repository. SARIF and code quality ask. */
  readonly root?: string;
}

/** The formats a report can be seen in, and the file each is written to. */
export const formats = {
  json: 'report.json',
  html: 'report.html',
  junit: 'junit.xml',
  markdown: 'report.md',
  comment: 'comment.md',
  sarif: 'report.sarif',
  'sarif-full': 'report.full.sarif',
  har: 'report.har',
  ctrf: 'ctrf-report.json',
  tap: 'report.tap',
  wfc: 'wfc-report.json',
  codequality: 'gl-code-quality-report.json',
  github: 'annotations.txt',
  console: 'report.txt',
} as const;

/** The name of a format. */
export type Format = keyof typeof formats;

/**
 * A view of the report in this format. Throws, naming the known formats, when it is none of them; and, but for the record
 * itself, where words or numbers of the report are none that the kit writes.
 */
export function render(report: Report, format: string, options: RenderOptions = {}): string {
  if (!isFormat(format)) {
    throw new Error(`unknown format ${JSON.stringify(format)}; known are ${Object.keys(formats).join(', ')}`);
  }
  const trouble = format === 'json' ? undefined : findShapeProblem(report);
  if (trouble !== undefined) throw new TypeError(trouble);
  return writers[format](report, options);
}

/** Whether this names a format. */
export const isFormat = (format: string): format is Format => Object.hasOwn(formats, format);

const writers: Readonly<Record<Format, (report: Report, options: RenderOptions) => string>> = {
  json: writeJson,
  html: writeHtml,
  junit: writeJunit,
  markdown: writeMarkdown,
  comment: writeComment,
  sarif: (report, { root }) => writeSarif(report, root),
  'sarif-full': (report, { root }) => writeFullSarif(report, root),
  har: writeHar,
  ctrf: writeCtrf,
  tap: writeTap,
  wfc: writeWfc,
  codequality: (report, { root }) => writeCodeQuality(report, root),
  github: writeGithub,
  console: (report, { color = false, width = 100 }) => writeConsole(report, { color, width }),
};
