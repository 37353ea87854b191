import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A real service in a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  /** Resolves when the process is gone. */
  close(): Promise<void>;
}

/** Starts a service from the root of the repository, on a free port; the first line that it prints is its URL. */
export async function startService(command: string, args: readonly string[]): Promise<ServiceProcess> {
  const child: Child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT: '0', NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: Buffer[] = [];
  // Read to the end, or a service that writes much comes to a halt.
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  try {
    return { url: parseUrl(await readFirstLine(child)), close: () => endProcess(child) };
  } catch (reason) {
    await endProcess(child);
    throw new Error(`${[command, ...args].join(' ')}: ${reason}\n${Buffer.concat(complaints)}`);
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const root = fileURLToPath(new URL('../..', import.meta.url));

function readFirstLine(child: Child): Promise<string> {
  return new Promise((found, failed) => {
    createInterface({ input: child.stdout }).once('line', found);
    child.once('error', failed);
    child.once('close', (code, signal) => failed(new Error(`ended with ${signal ?? code} before it listened`)));
  });
}

function parseUrl(line: string): string {
  const { origin, pathname } = new URL(line.trim());
  return `${origin}${pathname}`.replace(/\/$/, '');
}

/** SIGTERM first; whoever does not listen to it within a moment is not asked twice. */
async function endProcess(child: Child): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(impatience);
}
