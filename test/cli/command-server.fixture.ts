import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A command for the command server. */
export interface Command {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program that the command believes to be. */
  readonly bin: string;
}

/** How a command ended, and what it wrote. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const program = fileURLToPath(new URL('./command-server.mjs', import.meta.url));

/** Processes without a command, for the tests of this worker. They end with it, because their channel closes. */
const idle: ChildProcess[] = [];

const maxIdle = 2;

/** Runs a command in a process that has run others before; a process runs one command at a time. */
export async function runInCommandServer(command: Command): Promise<CommandResult> {
  const server = idle.pop() ?? startServer();
  setKeptAlive(server, true);
  onTestFinished(() => void (idle.includes(server) || server.kill('SIGKILL')));
  const result = await sendCommand(server, command);
  if (!server.connected || server.exitCode !== null || server.signalCode !== null) return result;
  setKeptAlive(server, false);
  if (idle.length < maxIdle) idle.push(server);
  else server.disconnect();
  return result;
}

function startServer(): ChildProcess {
  const server = spawn(process.execPath, [program], { env: {}, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
  server.stdout?.setEncoding('utf8');
  server.stderr?.setEncoding('utf8');
  server.once('close', () => {
    if (idle.includes(server)) idle.splice(idle.indexOf(server), 1);
  });
  return server;
}

/** Both streams end with a mark of this command; if the process ends, they end with it. */
function sendCommand(server: ChildProcess, command: Command): Promise<CommandResult> {
  const end = `\0${randomUUID()}\0`;
  const texts = { stdout: '', stderr: '' };
  let code: number | null = null;
  let isOver = false;
  return new Promise((resolve) => {
    const finish = (ended: number | null) => {
      for (const name of ['stdout', 'stderr'] as const) server[name]?.removeAllListeners('data');
      server.off('message', readCode).off('close', finish);
      resolve({ code: ended, stdout: texts.stdout.replace(end, ''), stderr: texts.stderr.replace(end, '') });
    };
    const finishIfOver = () => {
      if (isOver && texts.stdout.endsWith(end) && texts.stderr.endsWith(end)) finish(code);
    };
    const readCode = (value: unknown) => {
      [code, isOver] = [value as number, true];
      finishIfOver();
    };
    for (const name of ['stdout', 'stderr'] as const)
      server[name]?.on('data', (chunk) => {
        texts[name] += chunk;
        finishIfOver();
      });
    server.on('message', readCode).once('close', finish);
    server.send({ ...command, end });
  });
}

/** A process without a command does not keep the worker alive. */
function setKeptAlive(server: ChildProcess, isKept: boolean): void {
  const handles = [server, server.channel, server.stdin, server.stdout, server.stderr] as (Socket | null)[];
  for (const handle of handles) isKept ? handle?.ref() : handle?.unref();
}
