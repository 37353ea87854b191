import { Command, CommanderError } from 'commander';
import { kitVersion } from '../known.js';
import { cleanCommand } from './clean.js';
import { demoCommand } from './demo.js';
import { explainCommand } from './explain.js';
import { initCommand } from './init.js';
import { replayCommand } from './replay.js';
import { reportCommand } from './report.js';
import { rulesCommand } from './rules.js';
import { runCommand } from './run.js';
import { tolerateEarlyClose } from './streams.js';
import { complain } from './trouble.js';

/** Runs the command line; gives the exit code. Never throws. */
export async function main(args: readonly string[]): Promise<number> {
  tolerateEarlyClose([process.stdout, process.stderr]);
  let exit = 0;
  const end = (code: number) => {
    exit = code;
  };
  const program = new Command('assay')
    .description('Aims property-based suites at an HTTP service, and reports where it breaks the convention.')
    .version(kitVersion())
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')) })
    .showHelpAfterError('(assay --help shows all there is)');
  for (const add of [
    runCommand,
    initCommand,
    demoCommand,
    rulesCommand,
    explainCommand,
    replayCommand,
    reportCommand,
    cleanCommand,
  ])
    add(program, end);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return complain(error);
  }
}
