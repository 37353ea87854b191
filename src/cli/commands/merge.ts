import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import type { ReportPart } from '../../verdict/merging/merge.js';
import { readReport } from '../files/read-report.js';
import { createFormatOption, defaultFormats } from '../options/format-option.js';
import { UsageError } from '../usage-error.js';

/** Flags of `assay merge`. */
interface MergeFlags {
  readonly out: string;
  readonly format: string[];
  readonly quiet?: boolean;
}

/** `assay merge`: combines the shards of one run into one report; the exit code is that of the combined gate. */
export function addMergeCommand(program: Command, end: (code: number) => void): void {
  program
    .command('merge')
    .description('combine the reports of the shards of one run, and decide whether the run passed')
    .argument('<report...>', 'the report.json of each shard')
    .option('--out <dir|file>', 'where to write the combined report: a folder, or a path that ends in .json', 'reports')
    .addOption(createFormatOption('report files to write', defaultFormats))
    .option('--quiet', 'print only whether the run passed')
    .action(async (files: string[], flags: MergeFlags) => end(await mergeFiles(files, flags)));
}

async function mergeFiles(files: readonly string[], { out, format, quiet = false }: MergeFlags): Promise<number> {
  const { checkFormats } = await import('../options/check-formats.js');
  const { createWriteOutcome: delivery, writeReports: writeAll } = await import('./run/write-reports.js');
  const { prepareOutputFolder: openFolder } = await import('../files/output-folder.js');
  const { printReport: show } = await import('./run/print-report.js');
  const { mergeReports: merge } = await import('../../verdict/merging/merge.js');
  checkFormats(format);
  const place = resolveOutput(out);
  const parts = files.map((file): ReportPart => ({ name: file, report: readReport(file) }));
  await refuseIncompatibleParts(parts);
  if (files.some((file) => resolve(file) === resolve(place.file)))
    throw new UsageError(`${place.file} is one of the shards; choose another --out`);
  openFolder(place.folder);
  const report = merge(parts, place.file);
  const outcome = delivery();
  writeAll(report, { out: place.folder, format }, outcome);
  outcome.attempt(() => show(report, { quiet, out: place.folder, format }));
  return outcome.exit(report.gate.exit);
}

async function refuseIncompatibleParts(parts: readonly ReportPart[]): Promise<void> {
  const { findMergeObstacles: misfits } = await import('../../verdict/merging/merge-obstacles.js');
  const wrong = misfits(parts);
  if (wrong.length > 0)
    throw new UsageError(
      `these reports are not the shards of one run:\n  ${wrong.map(escapeControlCharacters).join('\n  ')}`,
    );
}

/** Returns the folder of the combined report, whether the folder or the report was named. */
function resolveOutput(out: string): { readonly folder: string; readonly file: string } {
  if (!out.endsWith('.json')) return { folder: out, file: join(out, 'report.json') };
  const folder = dirname(out);
  if (join(folder, 'report.json') !== join(out))
    throw new UsageError(
      `--out ${out}: the report of a run is called report.json; name a folder, or ${join(folder, 'report.json')}`,
    );
  return { folder, file: out };
}
