import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { repositoryRoot } from './repository-root.js';

/** A real service in a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  /** What the service printed behind its URL, such as a token. */
  readonly token: string | undefined;
  /** Resolves when the process has ended. */
  close(): Promise<void>;
}

/** Starts a service from the root of the repository, on a free port; it prints its URL on a line, and a token behind it where it has one. */
export async function startProcess(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const child: Child = spawn(command, args, {
    cwd: repositoryRoot,
    env: { ...process.env, PORT: '0', NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The service ends with this process.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  const errors: Buffer[] = [];
  // Both are read to the end, because a service that writes much stops when a pipe is full.
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const deadline = setTimeout(() => child.kill('SIGKILL'), startMs);
  try {
    const [url = '', token] = (await readAddress(child)).split(' ');
    return { url: normalizeUrl(url), token, close: () => endProcess(child) };
  } catch (reason) {
    await endProcess(child);
    throw new Error(`${[command, ...args].join(' ')}: ${reason}\n${Buffer.concat(errors)}`);
  } finally {
    clearTimeout(deadline);
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Longest time until a service listens, in milliseconds: a large application takes minutes on a busy machine. */
const startMs = 300_000;

/** The first line with a URL; a large application prints more than that. */
function readAddress(child: Child): Promise<string> {
  return new Promise((found, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^http:\/\/\S+( \S+)?$/.test(line.trim())) found(line.trim());
    });
    child.once('error', failed);
    child.once('close', (code, signal) => failed(new Error(`ended with ${signal ?? code} before it listened`)));
  });
}

function normalizeUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/$/, '');
}

/** SIGTERM first, and SIGKILL for a process that has not ended 5 seconds later. */
async function endProcess(child: Child): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(kill);
}
