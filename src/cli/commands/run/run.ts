import { type Command, Option } from 'commander';
import { addRunFlags } from '../../options/run-options.js';
import { UsageError } from '../../usage-error.js';
import type { LocalFlags } from './run-flags.js';

/** `assay run`: audits a service, or prints what an audit would do. */
export function addRunCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('run')
    .description('audit the service at a base URL')
    .argument('[base-url]', 'base URL of the service, e.g. http://127.0.0.1:3000; can be in the profile instead');
  addRunFlags(command)
    .optionsGroup('Scope:')
    .addOption(createPlanOption())
    .option('--failed-first', 'begin with the checks that the report in --out lists as violated or undecided')
    .option('--only-failed', 'run only those checks')
    .optionsGroup('Watch:')
    .option('--watch', 'run again when the service restarts, or the profile, document or rules change')
    .option('--watch-poll', 'with --watch: also poll a host other than this machine for restarts')
    .action(async (baseUrl: string | undefined, flags: LocalFlags) =>
      end(
        await startRun(baseUrl, flags, {
          program,
          isFormatChosen: command.getOptionValueSource('format') !== 'default',
        }),
      ),
    );
}

interface RunInvocation {
  readonly program: Command;
  readonly isFormatChosen: boolean;
}

async function startRun(
  baseUrl: string | undefined,
  flags: LocalFlags,
  { program, isFormatChosen }: RunInvocation,
): Promise<number> {
  if (flags.watch) {
    if (flags.plan) throw new UsageError('--watch and --plan exclude each other; use only one of them');
    const { watchRuns: keepWatching } = await import('../../watch/watch-loop.js');
    return keepWatching(baseUrl, flags, (program as Command & { readonly rawArgs: readonly string[] }).rawArgs);
  }
  const { runAudit: carryOut, loadRunProfile: profileFrom } = await import('./run-audit.js');
  const profile = await profileFrom(flags, baseUrl);
  if (flags.plan) {
    const { printPlan: foretell } = await import('../plan/print-plan.js');
    return foretell(profile, flags, isFormatChosen && flags.format.includes('json'));
  }
  const { preferFailed } = await import('./failed-before.js');
  const { only, ...more } = await preferFailed(profile, flags);
  return carryOut({ ...profile, only }, flags, more);
}

const createPlanOption = () =>
  new Option(
    '--plan',
    'send read requests only, and print which rules would be checked on what, which not and why, and the maximum number of requests; --format json writes plan.json',
  );
