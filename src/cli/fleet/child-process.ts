import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openPrivateFile } from '../../http/private-file.js';

/** How a command of assay in a process of its own ended. */
export interface ChildEnd {
  /** Undefined if a signal ended it. */
  readonly exit: number | undefined;
}

/** How a command is run in a process of its own. */
export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** File to which its output is appended. */
  readonly log: string;
  /** Interrupts it: created items are removed, and the report is written. */
  readonly signal: AbortSignal;
  readonly onStart?: (pid: number) => void;
}

/**
 * Runs a command of assay in a process and process group of its own: Ctrl-C in the terminal reaches this process only,
 * which interrupts the child once. If this process ends without that, the child notices it by the closed channel, and
 * interrupts itself.
 */
export async function runChild(args: readonly string[], options: ChildOptions): Promise<ChildEnd> {
  const { env, log, signal, onStart } = options;
  const [, script = ''] = process.argv;
  const output = openPrivateFile(log, 'a');
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
    stdio: ['ignore', output, output, 'ipc'],
    env,
    detached: true,
  });
  closeSync(output);
  const interrupt = () => void child.kill('SIGINT');
  try {
    return await new Promise<ChildEnd>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve({ exit: code ?? undefined }));
      if (child.pid !== undefined) onStart?.(child.pid);
      if (signal.aborted) interrupt();
      signal.addEventListener('abort', interrupt, { once: true });
    });
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}
