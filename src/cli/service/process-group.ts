import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Milliseconds until a process that does not stop is killed. */
const graceMs = 5_000;

/** Starts a process as the leader of a group; `env` is added to the variables of this process. */
export const startGroup = (command: string, args: readonly string[], { env, ...options }: SpawnOptions): ChildProcess =>
  spawn(command, args, { ...options, detached: process.platform !== 'win32', env: { ...process.env, ...env } });

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Stops a process, and what it started; one that does not stop is killed. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) {
    signalGroup(child, 'SIGTERM');
    return;
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  signalGroup(child, 'SIGTERM');
  await ended;
  clearTimeout(timer);
}

/** A command can have started further processes: they are one group. Returns whether one of them is there. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}
