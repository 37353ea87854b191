import type { Command } from 'commander';
import { createFormatOption, defaultFormats } from '../../options/format-option.js';
import type { MergeFlags } from './merge-files.js';

/** `assay merge`: combines the shards of one run into one report; the exit code is that of the combined gate. */
export function addMergeCommand(program: Command, end: (code: number) => void): void {
  program
    .command('merge')
    .description('combine the reports of the shards of one run, and decide whether the run passed')
    .argument('<report...>', 'the report.json of each shard')
    .option(
      '-o, --out <dir|file>',
      'where to write the combined report: a folder, or a path that ends in .json',
      'reports',
    )
    .addOption(createFormatOption('report files to write', defaultFormats))
    .option('-q, --quiet', 'print only whether the run passed, and why')
    .action(async (files: string[], flags: MergeFlags) => {
      const { mergeFiles } = await import('./merge-files.js');
      end(await mergeFiles(files, flags));
    });
}
