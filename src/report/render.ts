import type { Report } from '../model/result/report.js';
import { writeCodeQuality } from './codequality/write-codequality.js';
import { writeConsole } from './console/write-console.js';
import { writeCtrf } from './ctrf/write-ctrf.js';
import { type Format, formats, isFormat } from './formats.js';
import { writeGithub } from './github/write-github.js';
import { writeHar } from './har/write-har.js';
import { writeHtml } from './html/write-html.js';
import { renderJsonText } from './json/json-text.js';
import { writeJunit } from './junit/write-junit.js';
import { writeComment, writeMarkdown } from './markdown/write-markdown.js';
import { findShapeProblem } from './results/check-shape.js';
import { writeFullSarif, writeSarif } from './sarif/write-sarif.js';
import { writeTap } from './tap/write-tap.js';
import { writeVendorHtml } from './vendor/write-vendor-html.js';
import { writeVendorMarkdown } from './vendor/write-vendor-markdown.js';
import { writeWfc } from './wfc/write-wfc.js';

/** Options of a view. */
export interface RenderOptions {
  /** Whether the terminal shows colours; default false. Used by the console format. */
  readonly color?: boolean;
  /** Maximum code points of a line; default 100. Used by the console format. */
  readonly width?: number;
  /** The folder that file paths are relative to: the top of a repository. Used by SARIF, code quality and annotations. */
  readonly root?: string;
  /** Reads a document or a profile, to find the lines that findings refer to; undefined if it cannot be read. */
  readonly read?: (path: string) => string | undefined;
  /** Whom it is for: `vendor` has the findings only, for the maintainers of the service. Used by HTML and Markdown. */
  readonly reader?: 'vendor';
}

/**
 * Renders the report in this format. Throws Error for an unknown format, with the names of the known ones; and, except for
 * JSON, if the report contains values that assay does not write.
 */
export function render(report: Report, format: string, options: RenderOptions = {}): string {
  if (!isFormat(format)) {
    throw new Error(`unknown format ${JSON.stringify(format)}; known formats: ${Object.keys(formats).join(', ')}`);
  }
  const trouble = format === 'json' ? undefined : findShapeProblem(report);
  if (trouble !== undefined) throw new TypeError(trouble);
  return ((options.reader && vendorWriters[format]) || writers[format])(report, options);
}

const writers: Readonly<Record<Format, (report: Report, options: RenderOptions) => string>> = {
  // `complete` comes last: it shows that nothing is cut off. `report.schema.json` describes every field.
  json: ({ complete, ...record }) => renderJsonText({ ...record, complete }),
  html: writeHtml,
  junit: writeJunit,
  markdown: writeMarkdown,
  comment: writeComment,
  sarif: (report, files) => writeSarif(report, files),
  'sarif-full': (report, files) => writeFullSarif(report, files),
  har: writeHar,
  ctrf: writeCtrf,
  tap: writeTap,
  wfc: writeWfc,
  codequality: writeCodeQuality,
  github: writeGithub,
  console: (report, { color = false, width = 100 }) => writeConsole(report, { color, width }),
};

const vendorWriters: Readonly<Partial<Record<Format, (report: Report) => string>>> = {
  html: writeVendorHtml,
  markdown: writeVendorMarkdown,
};
