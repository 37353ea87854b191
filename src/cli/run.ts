import { type Command, Option } from 'commander';
import { type RunFlags, withRunFlags } from './options.js';

/** `assay run`: audit a service, or tell what an audit would do. */
export function runCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('run')
    .description('audit the service at a base URL')
    .argument('[base-url]', 'where the service is, e.g. http://127.0.0.1:3000; may stand in the profile instead')
    .addOption(planOption);
  withRunFlags(command).action(async (baseUrl: string | undefined, flags: RunFlags & { readonly plan?: boolean }) => {
    const { carryOut, profileFrom } = await import('./carry-out.js');
    const profile = await profileFrom(flags, baseUrl);
    if (!flags.plan) {
      end(await carryOut(profile, flags));
      return;
    }
    const { foretell } = await import('./plan.js');
    const isChosen = command.getOptionValueSource('format') !== 'default';
    end(await foretell(profile, flags, isChosen && flags.format.includes('json')));
  });
}

const planOption = new Option(
  '--plan',
  'only read, and print which rules would meet what, which not and why, and how many requests at most; --format json writes plan.json',
);
