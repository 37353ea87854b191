import { type Command, CommanderError } from 'commander';
import { programFor } from '../../src/cli/program.js';
import type { Words } from './shell.fixture.js';

/** What follows `assay` in a command, however it is called; nothing where it is another command. */
export function argumentsIn(words: Words): Words | undefined {
  const [first = '', second = ''] = words;
  if (first === 'assay') return words.slice(1);
  if (first === 'npx' && words.some(isKit)) return words.slice(words.findIndex(isKit) + 1);
  if (first === 'node' && second.endsWith('bin/assay.js')) return words.slice(2);
  if (first === 'npm' && second === 'run' && words[2] === 'demo') return ['demo', ...words.slice(4)];
  return undefined;
}

const isKit = (word: string): boolean => /^assay(@[\w.-]+)?$/.test(word);

/** The complaint of the command line about arguments; nothing is carried out. */
export async function complaintAbout(args: Words): Promise<string | undefined> {
  const program = programFor(() => undefined);
  for (const command of [program, ...program.commands]) quiet(command);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? undefined : error.message;
    throw error;
  }
}

function quiet(command: Command): void {
  command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  if (command.parent) command.action(() => undefined);
}
