import { join } from 'node:path';
import type { Report } from '../../../model/result/report.js';
import { writeConsole } from '../../../report/console/write-console.js';
import { formats } from '../../../report/formats.js';
import { writeQuiet } from '../../../report/screen/write-quiet.js';
import { writeScreen } from '../../../report/screen/write-screen.js';
import type { RunFlags } from '../../options/run-options.js';
import { listNextCommands } from '../../terminal/next-commands.js';
import { describeReportFiles, renderNextSteps } from '../../terminal/next-steps.js';
import { getTerminalHeight, getTerminalWidth, isColoured } from '../../terminal/output-streams.js';
import { createReplayCommand } from '../replay/replay-command.js';
import { describeLeft } from './keep-ledger.js';

/** What decides how a report is printed. */
export type PrintFlags = Pick<RunFlags, 'quiet' | 'verbose' | 'out' | 'format' | 'exec'>;

/** Prints the answer of a run on one screen; everything with --verbose; why it passed or failed with --quiet. */
export function printReport(report: Report, { quiet, verbose = 0, out, format, exec }: PrintFlags): void {
  const file = join(out, formats.json);
  const color = isColoured(process.stdout, process.env);
  const terminal = { color, width: getTerminalWidth(process.stdout) };
  if (quiet) process.stdout.write(writeQuiet(report, terminal));
  else if (verbose > 0) process.stdout.write(renderWhole(report, file, { out, format, exec }, terminal));
  else {
    const remains = describeLeft(out, report.leftovers);
    process.stdout.write(
      writeScreen(report, {
        ...terminal,
        height: getTerminalHeight(process.stdout),
        createReplayCommand: (number) => createReplayCommand(report, file, number, exec),
        notes: [describeReportFiles(out, format), ...(remains === undefined ? [] : [remains])],
        nextCommands: listNextCommands(report),
      }),
    );
  }
}

function renderWhole(
  report: Report,
  file: string,
  { out, format, exec }: PrintFlags,
  terminal: Parameters<typeof writeConsole>[1],
): string {
  const next = renderNextSteps(report, file, terminal, exec);
  const remains = describeLeft(out, report.leftovers);
  const end = [describeReportFiles(out, format), ...(remains === undefined ? [] : [remains])];
  return `${writeConsole(report, terminal).trimEnd()}\n\n${next}${end.join('\n')}\n`;
}
