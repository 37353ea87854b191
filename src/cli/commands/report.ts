import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { UsageError } from '../../model/profile/usage-error.js';
import type { Report } from '../../model/result/report.js';
import type { RenderOptions } from '../../report/render.js';
import { listSourceFiles } from '../files/source-files.js';
import { createFormatOption } from '../options/format-option.js';
import { describeTerminal } from '../terminal/output-streams.js';
import type { CustomReporter } from './run/custom-reporters.js';

/** `assay report`: shows a report again, or writes it in other formats. */
export function addReportCommand(program: Command, end: (code: number) => void): void {
  program
    .command('report')
    .description('show a report again, or write it in other formats')
    .argument('<report>', 'a report.json')
    .addOption(createFormatOption('formats to show', ['console']))
    .option('--out <dir|->', 'folder to write to; - is standard output, for one format')
    .addOption(
      new Option(
        '--for <reader>',
        'the findings for the maintainers of the service: vendor.html and vendor.md beside the report, or --format html or markdown',
      ).choices(['vendor']),
    )
    .action(async (file: string, flags: ReportFlags, command: Command) => {
      const { checkFormats } = await import('../options/check-formats.js');
      checkFormats(flags.format);
      const isForBoth = flags.for === 'vendor' && command.getOptionValueSource('format') === 'default';
      const wanted = isForBoth ? vendorFormats : [...new Set(flags.format)];
      const other = wanted.find((format) => flags.for === 'vendor' && !vendorFormats.includes(format));
      if (other !== undefined) throw new UsageError(`--for vendor writes html and markdown, not ${other}`);
      const { out = isForBoth ? dirname(file) : '-' } = flags;
      if (out === '-' && wanted.length > 1) {
        throw new UsageError('standard output takes one format only; name a folder with --out');
      }
      const { readReport } = await import('../files/read-report.js');
      const report = readReport(file);
      const { loadCustomReporters } = await import('./run/custom-reporters.js');
      const custom = await loadCustomReporters(wanted);
      const source = { report, file, custom, ...(flags.for && { reader: flags.for }) };
      await (out === '-' ? printFormats(source, wanted) : writeFormats(out, source, wanted));
      end(0);
    });
}

interface ReportFlags {
  readonly format: readonly string[];
  readonly out?: string;
  readonly for?: 'vendor';
}

/** What is rendered: a report, the file that it was read from, and whom it is for. */
interface Source extends Pick<RenderOptions, 'reader'> {
  readonly report: Report;
  readonly file: string;
  readonly custom: readonly CustomReporter[];
}

const vendorFormats: readonly string[] = ['html', 'markdown'];

async function printFormats(source: Source, wanted: readonly string[]): Promise<void> {
  for (const format of wanted) {
    const text = await renderFormat(source, format, describeTerminal(process.stdout));
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
}

async function writeFormats(folder: string, source: Source, wanted: readonly string[]): Promise<void> {
  const { formats, isFormat } = await import('../../report/formats.js');
  const { writeOutputFile } = await import('../../http/private-file.js');
  for (const format of wanted) {
    const own = source.custom.find(({ name }) => name === format);
    const name =
      own?.file ?? (isFormat(format) ? formats[format].replace('report', source.reader ?? 'report') : format);
    const path = join(folder, name);
    writeOutputFile(path, await renderFormat(source, format, {}), { isFolderCreated: true });
    process.stdout.write(`${path}\n`);
  }
}

/** A file can claim to be a report without being one: a failure to render it is an error of the file. */
async function renderFormat(
  { report, file, custom, reader }: Source,
  format: string,
  options: RenderOptions,
): Promise<string> {
  const own = custom.find(({ name }) => name === format);
  if (own) return own.render(report);
  const { render } = await import('../../report/render.js');
  try {
    return render(report, format, { ...listSourceFiles(), ...options, ...(reader && { reader }) });
  } catch (error) {
    throw new UsageError(
      `${file} cannot be shown as ${format}: ${(error as Error).message}; was it edited after assay wrote it?`,
    );
  }
}
