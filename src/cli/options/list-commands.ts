import type { Command } from 'commander';

export const listCommands = (program: Command): Command[] =>
  program.commands.flatMap((command) => [command, ...listCommands(command)]);

/** The name of a command with those above it: `fleet report`. */
export function getCommandName(command: Command): string {
  const above = command.parent;
  return above?.parent ? `${getCommandName(above)} ${command.name()}` : command.name();
}
