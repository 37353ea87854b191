import { spawn } from 'node:child_process';

/** A run that goes on in a process of its own, so that rules are read anew and nothing of it stays. */
export interface ChildRun {
  /** Its exit code. */
  readonly ended: Promise<number>;
  /** Asks it to end in order. */
  interrupt(): void;
}

/** Begins `assay run` with what was typed, but for the watch, and with `more` flags; it has the terminal while it goes on. */
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

/** What was typed, without what makes it stay. Flags go before the rest, where no list takes them for its own. */
export const dropWatchFlags = (typed: readonly string[]): string[] =>
  typed.filter((word) => word !== '--watch' && word !== '--watch-poll');
