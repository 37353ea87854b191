import type { Command } from 'commander';
import { readKitVersion } from '../audit/kit-version.js';
import type { InjectedFault } from '../demo/start-demo.js';
import { UsageError } from '../model/profile/usage-error.js';
import { addCleanCommand } from './commands/clean/clean.js';
import { addCompareCommand } from './commands/compare/compare.js';
import { addCompletionCommand } from './commands/completion/completion.js';
import { addDemoCommand } from './commands/demo/demo.js';
import { addExplainCommand } from './commands/explain/explain.js';
import { addExportCommand } from './commands/export/export.js';
import { addFleetCommand } from './commands/fleet/fleet.js';
import { addWorkerCommand } from './commands/fleet/worker.js';
import { addInitCommand } from './commands/init/init.js';
import { addMergeCommand } from './commands/merge/merge.js';
import { addRecordCommand } from './commands/record/record.js';
import { addReplayCommand } from './commands/replay/replay.js';
import { addReportCommand } from './commands/report.js';
import { addRulesCommand } from './commands/rules.js';
import { addRunCommand } from './commands/run/run.js';
import { addOpenCommand, addShowCommand } from './commands/show/show.js';
import { addTrafficCommand } from './commands/traffic/traffic.js';
import { findUnknownVariables, readVariables } from './options/environment.js';
import { addExamples, configureProgram } from './options/help.js';
import { listCommands } from './options/list-commands.js';
import { VariableCommand } from './options/variable-command.js';
import { setColourPreference } from './terminal/output-streams.js';

/**
 * Creates the command line, ready to parse; `end` receives the exit code of the command. Commands that `isNamed` leaves out
 * have a name and a description, but not all of their flags: to create the flags of all commands takes a fifth of a start.
 */
export function createProgram(
  end: (code: number) => void,
  isNamed?: (command: string) => boolean,
  faults?: readonly InjectedFault[],
): Command {
  const program = configureProgram(
    new VariableCommand('assay', isNamed).description(
      'Checks an HTTP service against a convention with property-based tests, and reports violations.',
    ),
  ).version(readKitVersion(), '-V, --version', 'print the version');
  for (const add of commands) add(program, end, faults);
  for (const command of listCommands(program)) {
    command
      .optionsGroup('Output:')
      .option('--color', 'use colours even without a terminal')
      .option('--no-color', 'do not use colours');
    if (!(command as VariableCommand).isBrief) addExamples(command);
  }
  return program.hook('preAction', (_, command) => prepareCommand(program, command));
}

const commands: readonly ((
  program: Command,
  end: (code: number) => void,
  faults?: readonly InjectedFault[],
) => void)[] = [
  addRunCommand,
  addRecordCommand,
  addInitCommand,
  addShowCommand,
  addOpenCommand,
  addDemoCommand,
  addRulesCommand,
  addExplainCommand,
  addReplayCommand,
  addExportCommand,
  addCompareCommand,
  addMergeCommand,
  addReportCommand,
  addTrafficCommand,
  addCleanCommand,
  addFleetCommand,
  addWorkerCommand,
  addCompletionCommand,
];

/** What applies to every command: variables, colours, and mutually exclusive flags. */
function prepareCommand(program: Command, command: Command): void {
  if (command.name().startsWith('complet')) return;
  readVariables(command, process.env);
  const { color, quiet, verbose } = command.opts<{ color?: boolean; quiet?: boolean; verbose?: number }>();
  if (command.getOptionValueSource('color') !== 'default' && color !== undefined)
    setColourPreference(color, process.env);
  if (quiet && (verbose ?? 0) > 0) resolveVerbosity(command);
  for (const line of findUnknownVariables(program, process.env)) process.stderr.write(`assay: ${line}\n`);
}

/** A flag overrides a variable; two contradictory flags, or two contradictory variables, are an error. */
function resolveVerbosity(command: Command): void {
  const [quiet, verbose] = ['quiet', 'verbose'].map((name) => command.getOptionValueSource(name));
  if (quiet === verbose) throw new UsageError('--quiet and --verbose exclude each other; use only one of them');
  if (quiet === 'cli') command.setOptionValueWithSource('verbose', 0, 'cli');
  else command.setOptionValueWithSource('quiet', false, 'cli');
}
