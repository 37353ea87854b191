import type { Command } from 'commander';
import { addAccessFlags } from '../../options/access-options.js';
import type { InitFlags } from './init-flags.js';

/** `assay init`: write a profile by asking the service. */
export function addInitCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('init')
    .description('write a profile of a service: what is found there, how sure that is, and what to fill in')
    .argument('[base-url]', 'where the service is; may stand in the profile instead')
    .option('--openapi <file|url>', 'OpenAPI document (default: looked for at the usual paths)')
    .option('--collection <path>', 'path of a collection to look at, where no document names it (repeatable)', collect)
    .option('--profile <file>', 'profile to complete; what stands in it is kept')
    .option('--out <file>', 'profile to write, or to complete (default: assay.yaml)')
    .option('--force', 'write it anew; what stood there is kept as <file>.bak')
    .option('--stdout', 'print the profile instead of writing it');
  addAccessFlags(command).action(async (baseUrl: string | undefined, flags: InitFlags) => {
    const { initProfile: writeProfile } = await import('./init-profile.js');
    end(await writeProfile(baseUrl, flags));
  });
}

const collect = (path: string, before: readonly string[] = []) => [...before, path];
