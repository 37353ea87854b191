import { CommanderError } from 'commander';
import { deleteEmptyVariables } from './options/environment.js';
import { createProgram } from './program.js';
import { tolerateEarlyClose } from './terminal/output-streams.js';
import { reportError } from './usage-error.js';

export { createProgram as programFor } from './program.js';

/** Runs the command line; returns the exit code. Never throws. */
export async function main(args: readonly string[]): Promise<number> {
  tolerateEarlyClose([process.stdout, process.stderr]);
  let exit = 0;
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
