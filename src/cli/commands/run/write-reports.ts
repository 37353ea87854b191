import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOutputFile } from '../../../http/private-file.js';
import type { Report } from '../../../model/result/report.js';
import { type Format, formats, isFormat } from '../../../report/formats.js';
import { render } from '../../../report/render.js';
import type { WriteOutcome } from '../../exit-code.js';
import { listSourceFiles } from '../../files/source-files.js';
import type { RunFlags } from '../../options/run-options.js';
import type { CustomReporter } from './custom-reporters.js';

/** Writes the report in every requested format, and first as JSON, on which the others are based. JSON falls back to other places. */
export function writeReports(
  report: Report,
  { out, format }: Pick<RunFlags, 'out' | 'format'>,
  { attempt }: WriteOutcome,
  custom: readonly CustomReporter[] = [],
): void {
  attempt(() => {
    const text = renderJson(report);
    try {
      writeOutputFile(join(out, formats.json), text);
    } catch (error) {
      saveElsewhere(text);
      throw error;
    }
  });
  for (const name of new Set(format.filter(isFormat))) {
    if (name !== 'json') attempt(() => writeOutputFile(join(out, formats[name]), renderFormat(report, name)));
  }
  for (const { file, render: renderCustom } of custom)
    attempt(() => writeOutputFile(join(out, file), renderCustom(report)));
}

/** Names the format in an error; the other formats are written anyway. */
function renderFormat(report: Report, name: Format): string {
  try {
    return render(report, name, listSourceFiles());
  } catch (error) {
    throw new Error(`the report cannot be written as ${name}`, { cause: error });
  }
}

function renderJson(report: Report): string {
  try {
    return render(report, 'json');
  } catch {
    return JSON.stringify(report);
  }
}

/** A run can take an hour, so its report is kept in another folder if the chosen one is full. */
function saveElsewhere(text: string): void {
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'assay-')), formats.json);
    writeFileSync(file, text, { mode: 0o600 });
    process.stderr.write(`assay: the report is kept in ${file}\n`);
  } catch {
    process.stderr.write('assay: the report cannot be written to any folder, so it follows on standard output\n');
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
}
