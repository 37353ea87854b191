import type { Command } from 'commander';
import { UsageError } from '../../model/profile/usage-error.js';
import type { Report } from '../../model/result/report.js';
import type { Format } from '../../report/formats.js';
import type { RenderOptions } from '../../report/render.js';
import { listSourceFiles } from '../files/source-files.js';
import { createFormatOption } from '../options/format-option.js';
import { describeTerminal } from '../terminal/output-streams.js';

/** `assay report`: shows a report again, or writes it in other formats. */
export function addReportCommand(program: Command, end: (code: number) => void): void {
  program
    .command('report')
    .description('show a report again, or write it in other formats')
    .argument('<report>', 'a report.json')
    .addOption(createFormatOption('formats to show', ['console']))
    .option('--out <dir|->', 'folder to write to; - is standard output, for one format')
    .action(async (file: string, flags: { readonly format: readonly string[]; readonly out?: string }) => {
      const { checkFormats } = await import('../options/check-formats.js');
      checkFormats(flags.format);
      const wanted = [...new Set(flags.format)] as readonly Format[];
      const { out = '-' } = flags;
      if (out === '-' && wanted.length > 1) {
        throw new UsageError('standard output takes one format only; name a folder with --out');
      }
      const { readReport } = await import('../files/read-report.js');
      const report = readReport(file);
      await (out === '-' ? printFormats(report, file, wanted) : writeFormats(out, report, file, wanted));
      end(0);
    });
}

async function printFormats(report: Report, file: string, wanted: readonly Format[]): Promise<void> {
  for (const format of wanted) {
    const text = await renderFormat(report, file, format, describeTerminal(process.stdout));
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
}

async function writeFormats(folder: string, report: Report, file: string, wanted: readonly Format[]): Promise<void> {
  const { join } = await import('node:path');
  const { formats } = await import('../../report/formats.js');
  const { writeOutputFile } = await import('../../http/private-file.js');
  for (const format of wanted) {
    const path = join(folder, formats[format]);
    writeOutputFile(path, await renderFormat(report, file, format, {}), { isFolderCreated: true });
    process.stdout.write(`${path}\n`);
  }
}

/** A file can claim to be a report without being one: a failure to render it is an error of the file. */
async function renderFormat(report: Report, file: string, format: Format, options: RenderOptions): Promise<string> {
  const { render } = await import('../../report/render.js');
  try {
    return render(report, format, { ...listSourceFiles(file), ...options });
  } catch (error) {
    throw new UsageError(
      `${file} cannot be shown as ${format}: ${(error as Error).message}; was it edited after assay wrote it?`,
    );
  }
}
