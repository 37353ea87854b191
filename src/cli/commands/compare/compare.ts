import { type Command, Option } from 'commander';
import type { CompareFlags } from './compare-files.js';

export function addCompareCommand(program: Command, end: (code: number) => void): void {
  program
    .command('compare')
    .description('show what changed between two reports; exit 1 if a violation is new, else 0')
    .argument('<old>', 'an earlier report.json')
    .argument('<new>', 'a later report.json')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'))
    .option(
      '--strict',
      'also exit 1 for new violations of SHOULD rules and HTTP rules, and for MUST rules that no longer have a verdict',
    )
    .option('--any-target', 'compare reports of different services, or of different major versions of assay')
    .action(async (old: string, now: string, flags: CompareFlags) => {
      const { compareFiles } = await import('./compare-files.js');
      end(await compareFiles(old, now, flags));
    });
}
