import { Command } from 'commander';
import { kitVersion } from '../audit/kit-version.js';
import { cleanCommand } from './commands/clean/clean.js';
import { compareCommand } from './commands/compare/compare.js';
import { completionCommand } from './commands/completion/completion.js';
import { demoCommand } from './commands/demo/demo.js';
import { explainCommand } from './commands/explain/explain.js';
import { initCommand } from './commands/init/init.js';
import { mergeCommand } from './commands/merge.js';
import { replayCommand } from './commands/replay/replay.js';
import { reportCommand } from './commands/report.js';
import { rulesCommand } from './commands/rules.js';
import { runCommand } from './commands/run/run.js';
import { fillFromEnvironment, strangersIn } from './options/environment.js';
import { withExamples, withManners } from './options/help.js';
import { wishForColours } from './terminal/output-streams.js';
import { UsageError } from './usage-error.js';

/** The whole command line, ready to parse; `end` takes the exit code of what was run. */
export function programFor(end: (code: number) => void): Command {
  const program = withManners(
    new Command('assay').description(
      'Aims property-based suites at an HTTP service, and reports where it breaks the convention.',
    ),
  ).version(kitVersion(), '-V, --version', 'print the version');
  for (const add of commands) add(program, end);
  for (const command of program.commands) withExamples(withColours(command));
  return program.hook('preAction', (_, command) => prepare(program, command));
}

const commands = [
  runCommand,
  initCommand,
  demoCommand,
  rulesCommand,
  explainCommand,
  replayCommand,
  compareCommand,
  mergeCommand,
  reportCommand,
  cleanCommand,
  completionCommand,
];

const withColours = (command: Command): Command =>
  command
    .optionsGroup('Output:')
    .option('--color', 'colours, though it is no terminal')
    .option('--no-color', 'no colours, though it is one');

/** What holds for every command: flags from the environment, colours, and flags that exclude each other. */
function prepare(program: Command, command: Command): void {
  if (command.name().startsWith('complet')) return;
  fillFromEnvironment(command, process.env);
  const { color, quiet, verbose } = command.opts<{ color?: boolean; quiet?: boolean; verbose?: number }>();
  if (command.getOptionValueSource('color') !== 'default' && color !== undefined) wishForColours(color, process.env);
  if (quiet && (verbose ?? 0) > 0) settle(command);
  for (const line of strangersIn(program, process.env)) process.stderr.write(`assay: ${line}\n`);
}

/** A flag outweighs a variable; two flags, or two variables, that say opposite things are a mistake. */
function settle(command: Command): void {
  const [quiet, verbose] = ['quiet', 'verbose'].map((name) => command.getOptionValueSource(name));
  if (quiet === verbose) throw new UsageError('--quiet and --verbose exclude each other; say one of them');
  if (quiet === 'cli') command.setOptionValueWithSource('verbose', 0, 'cli');
  else command.setOptionValueWithSource('quiet', false, 'cli');
}
