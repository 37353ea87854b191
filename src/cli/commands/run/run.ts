import type { Command } from 'commander';
import type { StartedProcess } from '../../../limits/health.js';
import type { Profile } from '../../../model/profile/profile.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import { addRunFlags, type LocalFlags } from '../../options/run-options.js';
import { addServiceFlags } from '../../options/service-options.js';

/** `assay run`: audits a service, or prints what an audit would do. */
export function addRunCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('run')
    .description('audit the service at a base URL')
    .argument('[base-url]', 'base URL of the service, e.g. http://127.0.0.1:3000; can be in the profile instead');
  const scoped = addRunFlags(command)
    .optionsGroup('Scope:')
    .option(
      '--plan',
      'send read requests only, and print which rules would be checked on what, which not and why, and the maximum number of requests; --format json writes plan.json',
    )
    .option('--offline', 'with --plan and --openapi: send nothing, and plan from the document alone')
    .option(
      '--failed-first',
      'begin with the checks that the report in --out lists as violated, inconclusive or errored',
    )
    .option('--only-failed', 'run only the checks that the report in --out lists as violated, inconclusive or errored')
    .optionsGroup('Start the service:');
  addServiceFlags(scoped)
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

async function startRun(baseUrl: string | undefined, flags: LocalFlags, { program, isFormatChosen }: RunInvocation) {
  if (flags.watch) {
    const other = flags.plan ? '--plan' : flags.exec === undefined ? undefined : '--exec';
    if (other !== undefined) throw new UsageError(`--watch and ${other} exclude each other; use only one of them`);
    const { watchRuns } = await import('../../watch/watch-loop.js');
    return watchRuns(baseUrl, flags, (program as Command & { readonly rawArgs: readonly string[] }).rawArgs);
  }
  checkOffline(flags);
  if (flags.exec !== undefined) return startWithService(baseUrl, flags, isFormatChosen);
  const { loadRunProfile } = await import('./load-run-profile.js');
  return auditProfile(await loadRunProfile(flags, baseUrl ?? chooseOfflineUrl(flags)), flags, isFormatChosen);
}

async function startWithService(given: string | undefined, flags: LocalFlags, isFormatChosen: boolean) {
  const { loadRunProfile } = await import('./load-run-profile.js');
  const { chooseBaseUrl, runWithService } = await import('../../service/run-with-service.js');
  const { baseUrl, env } = await chooseBaseUrl(given ?? readUrl(flags.exec), flags);
  const profile = await loadRunProfile(flags, baseUrl);
  const chosen = readUrl(flags.exec) === undefined ? flags : { ...flags, exec: true as const };
  return runWithService(profile, chosen, env, (process) => auditProfile(profile, chosen, isFormatChosen, process));
}

/** Without a command, --exec can be followed by the base URL. */
const readUrl = (exec: LocalFlags['exec']): string | undefined =>
  typeof exec === 'string' && /^https?:\/\//i.test(exec) ? exec : undefined;

async function auditProfile(profile: Profile, flags: LocalFlags, isFormatChosen: boolean, process?: StartedProcess) {
  if (flags.plan) {
    const { printPlan } = await import('../plan/print-plan.js');
    return printPlan(profile, flags, isFormatChosen && flags.format.includes('json'));
  }
  const { runAudit } = await import('./run-audit.js');
  const { preferFailed } = await import('./failed-before.js');
  const { only, ...more } = await preferFailed(profile, flags);
  return runAudit({ ...profile, only }, flags, { ...more, ...(process && { process }) });
}

/** Without a service, any base URL will do. */
const chooseOfflineUrl = ({ offline, profile }: LocalFlags): string | undefined =>
  offline && profile === undefined ? 'http://localhost' : undefined;

/** Throws UsageError where there is nothing to plan from. */
function checkOffline({ offline, plan, openapi, profile }: LocalFlags): void {
  if (offline && !plan) throw new UsageError('--offline only plans; use it together with --plan');
  if (offline && openapi === undefined && profile === undefined)
    throw new UsageError('--offline plans from a document; name it with --openapi');
}
