import { CommanderError } from 'commander';
import { reportError } from './exit-code.js';
import { deleteEmptyVariables } from './options/environment.js';
import { findMissingCommand } from './options/missing-command.js';
import { createProgram } from './program.js';
import { tolerateEarlyClose } from './terminal/output-streams.js';

export { createProgram as programFor } from './program.js';

/** Runs the command line; returns the exit code. Never throws. */
export async function main(args: readonly string[]): Promise<number> {
  tolerateEarlyClose([process.stdout, process.stderr]);
  let exit = 0;
  const mistake = findMissingCommand(args);
  if (mistake !== undefined) {
    process.stderr.write(mistake);
    return 2;
  }
  const program = createProgram((code) => {
    exit = code;
  });
  deleteEmptyVariables(program, process.env);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportError(error);
  }
}
