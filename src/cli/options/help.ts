import type { Command } from 'commander';
import examples from './command-examples.json' with { type: 'json' };
import { baseUrlVariable } from './environment.js';
import { getCommandName } from './list-commands.js';

/** Examples by command: a line, which works as it is if the named files and services exist, and what it does. */
export const commandExamples = examples as unknown as Readonly<
  Record<string, readonly (readonly [line: string, why: string])[]>
>;

/** Maximum width of the help: longer lines are hard to read. */
const maxWidth = 100;

/** Configures a program, and the commands added to it later: error output, widths, content of the help. */
export const configureProgram = (program: Command): Command =>
  program
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')),
      getOutHelpWidth: () => Math.min(maxWidth, process.stdout.columns || maxWidth),
      getErrHelpWidth: () => Math.min(maxWidth, process.stderr.columns || maxWidth),
    })
    .configureHelp({ sortOptions: false })
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('(assay --help lists all commands)')
    // A flag after the name of a command is that of this command, also of `fleet report`, which shares names with `fleet`.
    .enablePositionalOptions()
    .addHelpText('after', renderFooter);

const renderFooter = ({ command }: { command: Command }): string =>
  command.parent === null
    ? '\nRun "assay help run" for the help of a command. Every flag can be set by an\nenvironment variable: --max-requests by ASSAY_MAX_REQUESTS. A flag overrides its\nvariable, and a variable overrides the profile.'
    : '';

/** Adds to the help of a command its examples, and the variable of its base URL. */
export function addExamples(command: Command): Command {
  const lines = commandExamples[getCommandName(command)] ?? [];
  const [first] = command.registeredArguments;
  const base = first?.name() === 'base-url' ? `\nThe base URL can be set by ${baseUrlVariable}.\n` : '';
  const width = Math.max(0, ...lines.map(([line]) => line.length));
  const isBeside = width + Math.max(0, ...lines.map(([, why]) => why.length)) + 6 <= maxWidth;
  const shown = lines.map(([line, why]) => (isBeside ? `  ${line.padEnd(width)}  # ${why}` : `  # ${why}\n  ${line}`));
  command.showHelpAfterError(`(assay ${getCommandName(command)} --help lists all arguments and flags)`);
  return lines.length === 0 ? command : command.addHelpText('after', `${base}\nExamples:\n${shown.join('\n')}`);
}
