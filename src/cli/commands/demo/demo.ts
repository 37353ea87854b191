import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { DemoOptions, InjectedFault } from '../../../demo/start-demo.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import { parseWholeNumber } from '../../options/parse-number.js';
import { addRunFlags, type RunFlags } from '../../options/run-options.js';
import type { RunAuditOptions } from '../run/run-audit.js';

interface DemoFlags extends RunFlags, Pick<DemoOptions, 'fault' | 'dialect' | 'world' | 'port'> {
  readonly list?: boolean;
  readonly serve?: boolean;
}

/** `assay demo`: starts the built-in service on a free port and audits it; `faults` are those to choose from, if not those of the package. */
export function addDemoCommand(program: Command, end: (code: number) => void, faults?: readonly InjectedFault[]): void {
  const command = program
    .command('demo')
    .description('start the built-in orders service on a free port and audit it')
    .option('--fault <name>', 'inject a bug')
    .option('--dialect <name...>', 'legal variants of the convention')
    .option('--world <name...>', 'difficult circumstances, outermost first')
    .option('--list', 'list faults, dialects and worlds')
    .option('--serve', 'only start the service, until interrupted; no dialects or worlds unless named')
    .option('--port <number>', 'port to serve on (default: a free one)', (text) => parseWholeNumber(0, 65535, text));
  addRunFlags(command).action(async (flags: DemoFlags) => {
    if (flags.list) await printChoices(faults);
    else if (flags.serve) await serveDemo(flags, faults);
    else end(await auditDemo(flags, {}, faults));
  });
}

/** Starts the demo, audits it and stops it. Throws UsageError for an unknown fault, dialect or world. */
export async function auditDemo(flags: DemoFlags, more: RunAuditOptions = {}, faults?: readonly InjectedFault[]) {
  const { runAudit } = await import('../run/run-audit.js');
  const { loadRunProfile } = await import('../run/load-run-profile.js');
  const { checkFormats } = await import('../../options/check-formats.js');
  const { divertOutput } = await import('../run/standard-output.js');
  const { prepareOutputFolder } = await import('../../files/output-folder.js');
  const { writeDialectProfile, chooseDialects } = await import('./demo-profile.js');
  const diverted = divertOutput(flags).flags;
  checkFormats(diverted.format);
  prepareOutputFolder(diverted.out);
  // A user's own profile does not contain the demo's credentials.
  const { dialect: wanted = [], world = [] } = flags;
  const dialect = flags.profile === undefined ? chooseDialects(wanted, flags.fault, world, faults) : wanted;
  const demo = await startChosenDemo({ ...flags, dialect }, faults);
  try {
    const named = resolvePaths(flags);
    const file = named.profile ?? writeDialectProfile(dialect, diverted.out, world);
    const { file: from, ...profile } = await loadRunProfile(named, demo.url, { cwd: diverted.out, file });
    const chosen = pickChoices(flags);
    // The profile that the demo writes is not a choice of the user.
    const chosenProfile = named.profile === undefined || from === undefined ? profile : { ...profile, file: from };
    return await runAudit(chosenProfile, flags, { demo: chosen, ...more });
  } finally {
    await demo.close();
  }
}

/** Resolves paths against the user's folder. The demo looks for a profile in its own folder only. */
function resolvePaths(flags: DemoFlags): DemoFlags {
  const { profile, openapi, baseline, rules } = flags;
  return {
    ...flags,
    profile: profile && resolve(profile),
    openapi: openapi && !/^https?:/i.test(openapi) ? resolve(openapi) : openapi,
    baseline: baseline && resolve(baseline),
    rules: rules?.map((folder) => resolve(folder)),
  };
}

/** The flags that a replay needs to start the same demo. */
const pickChoices = ({ fault, dialect, world }: DemoFlags) => ({ fault, dialect, world });

async function startChosenDemo(flags: DemoFlags, faults: readonly InjectedFault[] | undefined) {
  const { seed, port } = flags;
  const { startDemo } = await import('../../../demo/start-demo.js');
  try {
    return await startDemo({ ...pickChoices(flags), faults, seed, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code ? `${message}; choose another --port` : `${message} "assay demo --list" lists them all`);
  }
}

async function serveDemo(flags: DemoFlags, faults: readonly InjectedFault[] | undefined): Promise<void> {
  const demo = await startChosenDemo(flags, faults);
  process.stdout.write(`${demo.url}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await demo.close();
}

async function printChoices(known: readonly InjectedFault[] | undefined): Promise<void> {
  const { dialects, faults: shipped, worlds } = await import('../../../demo/start-demo.js');
  const lines = [
    'Faults (one at a time)',
    ...(known ?? shipped).map(
      ({ name, does, isSubtle }) => `  ${name.padEnd(44)} ${does}${isSubtle ? ' (subtle)' : ''}`,
    ),
    '',
    'Dialects (legal variants; one per axis)',
    ...dialects.map(
      ({ name, says, axis, isDefault }) =>
        `  ${name.padEnd(24)} ${axis.padEnd(20)} ${says}${isDefault ? ' (default)' : ''}`,
    ),
    '',
    'Worlds (difficult circumstances for a correct service; can be combined)',
    ...worlds.map(({ name, says }) => `  ${name.padEnd(32)} ${says}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
