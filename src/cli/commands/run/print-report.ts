import { join } from 'node:path';
import type { Report } from '../../../model/result/report.js';
import { writeConsole } from '../../../report/console/write-console.js';
import { formats } from '../../../report/formats.js';
import { writeQuiet } from '../../../report/screen/write-quiet.js';
import { writeScreen } from '../../../report/screen/write-screen.js';
import type { RunFlags } from '../../options/run-options.js';
import { describeReportFiles, renderNextSteps } from '../../terminal/next-steps.js';
import { describeTerminal, getTerminalHeight } from '../../terminal/output-streams.js';
import { createReplayCommand } from '../replay/replay-command.js';
import { describeLeft } from './keep-ledger.js';
import { chooseNextCommand } from './next-command.js';

export type PrintFlags = Pick<RunFlags, 'quiet' | 'verbose' | 'out' | 'format' | 'exec' | 'tokenEnv' | 'header'>;

/** Prints the answer of a run on one screen; everything with --verbose; why it passed or failed with --quiet. */
export function printReport(report: Report, { quiet, verbose = 0, out, format, exec, ...access }: PrintFlags): void {
  const file = join(out, formats.json);
  const terminal = describeTerminal(process.stdout);
  if (quiet) process.stdout.write(writeQuiet(report, terminal));
  else if (verbose > 0) process.stdout.write(renderWhole(report, file, { out, format, exec }, terminal));
  else
    process.stdout.write(
      writeScreen(report, {
        ...terminal,
        height: getTerminalHeight(process.stdout, process.env),
        createReplayCommand: (number) => createReplayCommand(report, file, number, exec),
        notes: listFileNotes(report, { out, format }),
        nextCommand: chooseNextCommand(report, access),
      }),
    );
}

function listFileNotes({ leftovers }: Report, { out, format }: Pick<PrintFlags, 'out' | 'format'>): string[] {
  const remains = describeLeft(out, leftovers);
  return [describeReportFiles(out, format), ...(remains === undefined ? [] : [remains])];
}

function renderWhole(
  report: Report,
  file: string,
  { out, format, exec }: PrintFlags,
  terminal: Parameters<typeof writeConsole>[1],
): string {
  const next = renderNextSteps(report, file, terminal, exec);
  const end = listFileNotes(report, { out, format }).join('\n');
  return `${writeConsole(report, terminal).trimEnd()}\n\n${next}${end}\n`;
}
