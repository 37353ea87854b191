import type { Command } from 'commander';

/** The commands of a program that its help shows, each with those below it. */
export const listVisibleCommands = (program: Command): Command[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => [command, ...listVisibleCommands(command)]);
