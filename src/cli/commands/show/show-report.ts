import { UsageError } from '../../../model/profile/usage-error.js';
import { renderRows } from '../../../report/console/print.js';
import { renderViolationRows } from '../../../report/console/violation.js';
import { writeConsole } from '../../../report/console/write-console.js';
import { findViolation } from '../../files/find-violation.js';
import { readReport } from '../../files/read-report.js';
import { parseWholeNumber } from '../../options/parse-number.js';
import { renderNextSteps } from '../../terminal/next-steps.js';
import { describeTerminal } from '../../terminal/output-streams.js';

/** Prints a report, or one of its violations. Throws UsageError. */
export function showReport(file: string, number: string | undefined): void {
  const report = readReport(file);
  const terminal = describeTerminal(process.stdout);
  if (number === undefined) {
    process.stdout.write(writeConsole(report, terminal));
    process.stdout.write(`\n${renderNextSteps(report, file, terminal)}`.trimEnd().concat('\n'));
    return;
  }
  const wanted = readNumber(number);
  const rows = renderViolationRows(findViolation(report, wanted, file), wanted, report, terminal.width, true);
  process.stdout.write(renderRows(rows, terminal));
}

function readNumber(text: string): number {
  try {
    return parseWholeNumber(1, 9999, text);
  } catch {
    throw new UsageError(
      `${JSON.stringify(text)} is not the number of a violation; give a whole number from 1 to 9999`,
    );
  }
}
