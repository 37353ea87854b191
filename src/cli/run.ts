import type { Command } from 'commander';
import { type RunFlags, withRunFlags } from './options.js';

/** `assay run`: audit a service. */
export function runCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('run')
    .description('audit the service at a base URL')
    .argument('[base-url]', 'where the service is, e.g. http://127.0.0.1:3000; may stand in the profile instead');
  withRunFlags(command).action(async (baseUrl: string | undefined, flags: RunFlags) => {
    const { carryOut, profileFrom } = await import('./carry-out.js');
    end(await carryOut(await profileFrom(flags, baseUrl), flags));
  });
}
