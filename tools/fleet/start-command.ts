import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DemoFleet } from './demo-fleet.js';

const bin = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));

/** A command of assay that runs in the folder of a fleet. */
export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Starts a command of assay with these variables beside the usual ones. */
export function startCommand(
  { folder }: DemoFleet,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): StartedCommand {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  return { child, ended };
}

/** Waits until a condition holds, or until a command has ended. */
export async function waitUntil(isDone: () => boolean, command: StartedCommand): Promise<void> {
  while (!isDone() && command.child.exitCode === null && command.child.signalCode === null) await wait(50);
}
