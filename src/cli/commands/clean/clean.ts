import { type Command, Option } from 'commander';
import { addAccessFlags } from '../../options/access-options.js';
import type { CleanFlags } from './clean-ledgers.js';

/** `assay clean`: removes what a run created and could not remove. */
export function addCleanCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('clean')
    .description('remove items that runs created and left, as listed in their ledgers; exit 0 if nothing stays, else 1')
    .argument('<ledger...>', 'a ledger.ndjson, or a folder with ledgers; several are cleaned latest first')
    .option('--profile <file>', 'profile of the service (default: the one of the run)')
    .option('--base-url <url>', 'base URL of the service, if it has changed since the run')
    .option('--dry-run', 'only read, and list what would be removed')
    .option('--acknowledge <file>', 'go on although the run harmed items of others: the file that it names')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'));
  addAccessFlags(command).action(async (files: string[], flags: CleanFlags) => {
    const { cleanLedgers } = await import('./clean-ledgers.js');
    end(await cleanLedgers(files, flags));
  });
}
