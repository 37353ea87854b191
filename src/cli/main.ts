import { CommanderError } from 'commander';
import { programFor } from './program.js';
import { tolerateEarlyClose } from './terminal/output-streams.js';
import { complain } from './usage-error.js';

export { programFor } from './program.js';

/** Runs the command line; gives the exit code. Never throws. */
export async function main(args: readonly string[]): Promise<number> {
  tolerateEarlyClose([process.stdout, process.stderr]);
  let exit = 0;
  const program = programFor((code) => {
    exit = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return complain(error);
  }
}
