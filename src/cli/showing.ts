import { join } from 'node:path';
import type { AuditOptions } from '../audit.js';
import { formats, render } from '../report/index.js';
import { gateLine } from '../report/wording.js';
import type { Report } from '../verdict/index.js';
import type { RunFlags } from './options.js';
import { isColoured } from './streams.js';

/** Prints the report, or its gate only. */
export function show(report: Report, { quiet, out }: RunFlags): void {
  if (quiet) {
    process.stdout.write(`${gateLine(report)}\n`);
    return;
  }
  const color = isColoured(process.stdout, process.env);
  const text = render(report, 'console', { color, width: process.stdout.columns ?? 120 });
  process.stdout.write(`${text.trimEnd()}\n\nReport: ${join(out, formats.json)}\n`);
}

/** A line for each outcome on a terminal's standard error; nothing where nobody watches. */
export function progress({ quiet }: RunFlags): AuditOptions['onOutcome'] {
  if (quiet || !process.stderr.isTTY) return undefined;
  return ({ trial, verdict }, done, of) => {
    process.stderr.write(
      `\r\x1b[K${done === of ? '' : `[${done}/${of}] ${verdict} ${trial.rule} [${trial.subject.name}]`}`,
    );
  };
}
