import { type Command, Option } from 'commander';
import { addAccessFlags } from '../../options/access-options.js';
import type { CleanFlags } from './clean-flags.js';

/** `assay clean`: finish what a run could not. */
export function addCleanCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('clean')
    .description(
      'remove what runs made and left, as their ledgers say: exit 0 when nothing stays, 1 when something does',
    )
    .argument('<ledger...>', 'a ledger.ndjson, or a folder with ledgers; several are cleaned the latest first')
    .option('--profile <file>', 'profile of the service (default: the one of the run)')
    .option('--base-url <url>', 'another place where the service is')
    .option('--dry-run', 'only read, and tell what would be removed')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'));
  addAccessFlags(command).action(async (files: string[], flags: CleanFlags) => {
    const { cleanLedgers } = await import('./clean-ledgers.js');
    end(await cleanLedgers(files, flags));
  });
}
