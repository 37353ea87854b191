import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePrivateFile } from '../../../http/private-file.js';
import type { Report } from '../../../model/result/report.js';
import { type Format, formats, isFormat, render } from '../../../report/render.js';
import { createWriteError } from '../../files/output-folder.js';
import type { RunFlags } from '../../options/run-options.js';
import { reportError } from '../../usage-error.js';

/** What comes out of a run in several places, none of which takes another one with it. */
export interface WriteOutcome {
  /** Does one thing; what fails is told on standard error, and the rest goes on. */
  attempt(go: () => void): void;
  /** The exit code after all that: that of the gate, unless something failed. */
  exit(gate: number): number;
}

/** Begins with nothing failed. */
export function createWriteOutcome(): WriteOutcome {
  const codes: number[] = [];
  return {
    attempt(go) {
      try {
        go();
      } catch (error) {
        codes.push(reportError(error));
      }
    },
    exit: (gate) => (gate === 130 ? gate : Math.max(gate === 4 ? 4 : 0, ...codes) || gate),
  };
}

/** Writes the report in every format asked for, and before them as JSON, which they are made from: that is kept wherever it can be. */
export function writeReports(
  report: Report,
  { out, format }: Pick<RunFlags, 'out' | 'format'>,
  { attempt }: WriteOutcome,
): void {
  attempt(() => {
    const text = renderJson(report);
    try {
      writeReportFile(join(out, formats.json), text);
    } catch (error) {
      saveElsewhere(text);
      throw error;
    }
  });
  for (const name of new Set(format.filter(isFormat))) {
    if (name !== 'json') attempt(() => writeReportFile(join(out, formats[name]), renderFormat(report, name)));
  }
}

/** A view that breaks is told by its name: the others are as good as ever. */
function renderFormat(report: Report, name: Format): string {
  try {
    return render(report, name, { root: process.cwd() });
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

function writeReportFile(file: string, text: string): void {
  try {
    writePrivateFile(file, text);
  } catch (error) {
    throw createWriteError(file, error);
  }
}

/** A run may have taken an hour: what it found is not thrown away for want of room in one folder. */
function saveElsewhere(text: string): void {
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'assay-')), formats.json);
    writeFileSync(file, text, { mode: 0o600 });
    process.stderr.write(`assay: the report is kept in ${file}\n`);
  } catch {
    process.stderr.write('assay: the report can be written nowhere, so it follows on standard output\n');
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
}
