import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process and its machine. */
export interface ProcessPlace {
  readonly pid: number;
  readonly host: string;
}

/**
 * Whether a process on this machine still runs. Its number can belong to another process by now, so where the system
 * shows command lines, `word` must be in it. A process of another machine counts as ended.
 */
export function isProcessAlive({ pid, host }: ProcessPlace, word: string): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
  } catch {
    return true;
  }
}
