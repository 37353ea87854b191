import { join } from 'node:path';
import type { Report } from '../../../model/result/report.js';
import { writeConsole } from '../../../report/console/write-console.js';
import { formats } from '../../../report/render.js';
import { describeGate } from '../../../report/text/describe-gate.js';
import type { RunFlags } from '../../options/run-options.js';
import { describeReportFiles, renderNextSteps } from '../../terminal/next-steps.js';
import { getTerminalWidth, isColoured } from '../../terminal/output-streams.js';

/** Prints the report, or only whether the run passed. */
export function printReport(report: Report, { quiet, brief = false, out, format }: RunFlags): void {
  if (quiet) {
    process.stdout.write(`${describeGate(report)}\n`);
    return;
  }
  const color = isColoured(process.stdout, process.env);
  const terminal = { color, width: getTerminalWidth(process.stdout), isBrief: brief };
  const file = join(out, formats.json);
  const next = renderNextSteps(report, file, terminal);
  process.stdout.write(`${writeConsole(report, terminal).trimEnd()}\n\n${next}${describeReportFiles(out, format)}\n`);
}
