import { type Command, Option } from 'commander';
import { addAccessFlags } from '../../options/access-options.js';
import { addSourceFlags } from '../../options/source-options.js';
import type { InitFlags } from './init-profile.js';

/** `assay init`: writes a profile from a survey of the service. */
export function addInitCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('init')
    .description('write a profile of a service: what was found, how certain it is, and what to fill in')
    .argument('[base-url]', 'base URL of the service; can be in the profile instead');
  addSourceFlags(command)
    .option('--profile <file>', 'profile to complete; its values are kept')
    .option('--out <file>', 'profile to write, or to complete (default: assay.yaml)')
    .option('--force', 'replace the file; the old one is kept as <file>.bak')
    .option('--stdout', 'print the profile instead of writing it')
    .addOption(new Option('--interactive', 'ask for what would enable most checks, on a terminal').conflicts('stdout'));
  addAccessFlags(command).action(async (baseUrl: string | undefined, flags: InitFlags) => {
    const { initProfile } = await import('./init-profile.js');
    end(await initProfile(baseUrl, flags));
  });
}
