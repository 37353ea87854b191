import type { Command } from 'commander';
import { commandExamples } from './command-examples.js';
import { baseUrlVariable } from './environment.js';

/** Widest help: beyond it lines are hard to read. */
const maxWidth = 100;

/** Gives a program, and the commands added to it later, the manners of this one: errors, widths, what help shows. */
export const configureProgram = (program: Command): Command =>
  program
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')),
      getOutHelpWidth: () => Math.min(maxWidth, process.stdout.columns || maxWidth),
      getErrHelpWidth: () => Math.min(maxWidth, process.stderr.columns || maxWidth),
    })
    .configureHelp({ sortOptions: false })
    .helpOption('-h, --help', 'print this')
    .showHelpAfterError('(assay --help shows all there is)')
    .addHelpText('after', renderFooter);

const renderFooter = ({ command }: { command: Command }): string =>
  command.parent === null
    ? '\n"assay help run" tells more of a command. Every flag may stand in the environment: --max-requests\nas ASSAY_MAX_REQUESTS; a flag outweighs its variable, and a variable the profile.'
    : '';

/** Adds the examples of a command to its help, and the variable of its base URL. */
export function addExamples(command: Command): Command {
  const lines = commandExamples[command.name()] ?? [];
  const [first] = command.registeredArguments;
  const base = first?.name() === 'base-url' ? `\nThe base URL may stand in ${baseUrlVariable}.\n` : '';
  const width = Math.max(0, ...lines.map(([line]) => line.length));
  const isBeside = width + Math.max(0, ...lines.map(([, why]) => why.length)) + 6 <= maxWidth;
  const shown = lines.map(([line, why]) => (isBeside ? `  ${line.padEnd(width)}  # ${why}` : `  # ${why}\n  ${line}`));
  command.showHelpAfterError(`(assay ${command.name()} --help shows all it takes)`);
  return lines.length === 0 ? command : command.addHelpText('after', `${base}\nExamples:\n${shown.join('\n')}`);
}
