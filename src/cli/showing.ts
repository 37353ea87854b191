import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditOptions } from '../audit.js';
import { formats, isFormat, render } from '../report/index.js';
import { gateLine } from '../report/wording.js';
import type { Report } from '../verdict/index.js';
import type { RunFlags } from './options.js';
import { cannotWrite } from './out-folder.js';
import { isColoured } from './streams.js';

/** Writes the report in every format asked for, and always as JSON, which the others are made from. Throws UsageError. */
export function writeAll(report: Report, { out, format }: RunFlags): void {
  for (const name of new Set(['json', ...format])) {
    if (!isFormat(name)) continue;
    const file = join(out, formats[name]);
    const text = render(report, name);
    try {
      writeFileSync(file, text, { mode: 0o600 });
    } catch (error) {
      throw cannotWrite(file, error);
    }
  }
}

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
