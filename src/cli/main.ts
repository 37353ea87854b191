import { type Command, CommanderError } from 'commander';
import type { InjectedFault } from '../demo/start-demo.js';
import { reportError } from './exit-code.js';
import { deleteEmptyVariables } from './options/environment.js';
import { findMissingCommand } from './options/missing-command.js';
import { createProgram } from './program.js';
import { tolerateEarlyClose } from './terminal/output-streams.js';

/** Of `help rnu`, the command alone, so that it is reported as unknown, in place of a page of help. */
function nameUnknownHelp(args: readonly string[], { commands }: Command): string[] {
  const [first, name] = args;
  const isUnknown = first === 'help' && name !== undefined && commands.every((command) => command.name() !== name);
  return isUnknown ? [name] : [...args];
}

/** Which commands need their flags: those that are named. Variables and completions are about all of them. */
function chooseCommands(args: readonly string[], env: NodeJS.ProcessEnv): (command: string) => boolean {
  const isAboutAll = args[0]?.startsWith('complet') || Object.keys(env).some((name) => name.startsWith('ASSAY_'));
  return (command) => isAboutAll || args.includes(command);
}

/** Runs the command line; returns the exit code. Never throws. `faults` are those of the demo, if not those of the package. */
export async function main(args: readonly string[], faults?: readonly InjectedFault[]): Promise<number> {
  tolerateEarlyClose([process.stdout, process.stderr]);
  let exit = 0;
  const mistake = findMissingCommand(args);
  if (mistake !== undefined) {
    process.stderr.write(mistake);
    return 2;
  }
  const setExit = (code: number) => {
    exit = code;
  };
  const program = createProgram(setExit, chooseCommands(args, process.env), faults);
  deleteEmptyVariables(program, process.env);
  try {
    await program.parseAsync(nameUnknownHelp(args, program), { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportError(error);
  }
}
