import type { Report } from '../../../model/result/report.js';
import { render } from '../../../report/render.js';
import type { WriteOutcome } from '../../exit-code.js';
import type { RunFlags } from '../../options/run-options.js';
import type { CustomReporter } from './custom-reporters.js';
import { printRemains } from './keep-ledger.js';
import { printReport } from './print-report.js';
import type { StandardOutput } from './standard-output.js';
import { writeReports } from './write-reports.js';

export interface ReportOutput {
  readonly outcome: WriteOutcome;
  readonly custom: readonly CustomReporter[];
  readonly output: StandardOutput | undefined;
  /** Whether the caller prints the result itself. */
  readonly isSilent: boolean;
}

/** Writes a report to its files, and prints it. All formats are loaded with this module, so a run loads it at its end. */
export function outputReport(report: Report, flags: RunFlags, { outcome, custom, output, isSilent }: ReportOutput) {
  writeReports(report, flags, outcome, custom);
  if (output) outcome.attempt(() => output.writeReport(report, custom, render));
  else if (!isSilent) outcome.attempt(() => printReport(report, flags));
  if (isSilent || flags.quiet) outcome.attempt(() => printRemains(flags, report));
}
