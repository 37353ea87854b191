import { writeFileSync } from 'node:fs';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { Report, Result } from '../../../model/result/report.js';
import { findViolation } from '../../files/find-violation.js';
import { readReport } from '../../files/read-report.js';
import { buildRegressionTest } from './build-regression-test.js';
import { writeHttpFile } from './write-http-file.js';
import { writeHurl } from './write-hurl.js';
import { writeScript } from './write-script.js';

export type ExportForm = 'vitest' | 'node-test' | 'hurl' | 'http' | 'curl';

/** Writes a violation as a test to a file, or to standard output. Throws UsageError if it cannot be one. */
export function exportViolation(file: string, number: number, form: ExportForm, out: string | undefined): void {
  const report = readReport(file);
  const text = renderViolation(findViolation(report, number, file), report, form, number, file);
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
}

function renderViolation(result: Result, report: Report, form: ExportForm, number: number, file: string): string {
  if (form === 'curl') return `${(result.evidence?.curl ?? []).join('\n')}\n`;
  const test = buildRegressionTest(result, report);
  if (test === undefined)
    throw new UsageError(
      `violation ${number} cannot be a test without assay, because no response alone shows it, or because it needs an item that existed then; to repeat it: assay replay ${file} ${number}, or --as curl`,
    );
  if (form === 'hurl') return writeHurl(test);
  if (form === 'http') return writeHttpFile(test);
  return writeScript(test, form === 'vitest' ? 'vitest' : 'node:test');
}
