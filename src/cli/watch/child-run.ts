import { spawn } from 'node:child_process';

/** A run in a child process, so that rules are loaded again and no state remains. */
export interface ChildRun {
  /** Its exit code. */
  readonly ended: Promise<number>;
  /** Asks the run to stop, with cleanup. */
  interrupt(): void;
}

/** Starts `assay run` with the typed arguments without the watch flags, and with `more` flags. It owns the terminal while it runs. */
export function startChildRun(typed: readonly string[], more: readonly string[]): ChildRun {
  const [, script = ''] = process.argv;
  const args = [...process.execArgv, script, ...dropWatchFlags(typed), ...more];
  const env = { ...process.env, ASSAY_WATCH: '0', ASSAY_WATCH_POLL: '0' };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 4 : 130)));
  });
  return { ended, interrupt: () => void child.kill('SIGINT') };
}

/** Returns the typed arguments without the watch flags. Flags come first, so that no list option takes them as its values. */
export const dropWatchFlags = (typed: readonly string[]): string[] =>
  typed.filter((word) => word !== '--watch' && word !== '--watch-poll');
