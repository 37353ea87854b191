import { type Command, CommanderError } from 'commander';
import { createProgram } from '../../src/cli/program.js';
import type { CommandWords } from './shell.fixture.js';

/** What follows `assay` in a command, however it is called; nothing where it is another command. */
export function extractArguments(words: CommandWords): CommandWords | undefined {
  const [first = '', second = ''] = words;
  if (first === 'assay') return words.slice(1);
  if (first === 'npx' && words.some(isPackageName)) return words.slice(words.findIndex(isPackageName) + 1);
  if (first === 'node' && second.endsWith('bin/assay.js')) return words.slice(2);
  if (first === 'npm' && second === 'run' && words[2] === 'demo') return ['demo', ...words.slice(4)];
  return undefined;
}

const isPackageName = (word: string): boolean => /^assay(@[\w.-]+)?$/.test(word);

/** The complaint of the command line about arguments; nothing is carried out. */
export async function findUsageError(args: CommandWords): Promise<string | undefined> {
  const program = createProgram(() => undefined);
  for (const command of listCommands(program)) muteCommand(command);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? undefined : error.message;
    throw error;
  }
}

const listCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(listCommands)];

function muteCommand(command: Command): void {
  command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  if (command.parent) command.action(() => undefined);
}
