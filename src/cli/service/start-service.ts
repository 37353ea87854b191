import type { ChildProcess } from 'node:child_process';
import { UnreachableError } from '../../http/connectivity.js';
import type { StartedProcess } from '../../limits/health.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { hasEnded, signalGroup, startGroup, stopGroup } from './process-group.js';

export interface ServiceCommand {
  readonly command: string;
  /** URL that answers when the service is ready, with any status. */
  readonly baseUrl: string;
  /** Variables for the command, in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether a service that already answers at the base URL is used instead. */
  readonly mayReuse: boolean;
  readonly timeoutMs: number;
}

export interface StartedService {
  stop(): Promise<void>;
  readonly process?: StartedProcess;
}

/** Milliseconds between two requests to a service that is not ready yet. */
const pollMs = 100;

/** Starts a service with a shell command, and waits until it answers. Throws UsageError or UnreachableError, with the end of its output. */
export async function startService(service: ServiceCommand): Promise<StartedService> {
  const { command, baseUrl, env, mayReuse, timeoutMs } = service;
  if (await isAnswering(baseUrl)) {
    if (mayReuse) return { stop: async () => undefined };
    throw new UsageError(
      `--exec: something answers at ${baseUrl} already; stop it, or use it with --reuse (exec.reuse in the profile)`,
    );
  }
  let running = spawnService({ command, env });
  const killOnExit = () => signalGroup(running.child, 'SIGKILL');
  process.on('exit', killOnExit);
  const stop = async () => {
    process.off('exit', killOnExit);
    await stopGroup(running.child);
  };
  const problem = await waitUntilReady(running.child, baseUrl, timeoutMs);
  if (problem !== undefined) {
    await stop();
    throw new UnreachableError(`--exec ${JSON.stringify(command)}: ${problem}${renderOutput(running.listLines())}`);
  }
  const startAgain = async () => {
    if (await isAnswering(baseUrl)) return false;
    running = spawnService({ command, env });
    return (await waitUntilReady(running.child, baseUrl, timeoutMs)) === undefined;
  };
  // As long as another process of its group runs, that one may serve.
  const isGone = () => hasEnded(running.child) && !signalGroup(running.child, 0);
  return { stop, process: { hasEnded: isGone, startAgain } };
}

function spawnService({ command, env }: Pick<ServiceCommand, 'command' | 'env'>) {
  const child = startGroup(command, [], { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  return { child, listLines: keepLastLines(child) };
}

/** Maximum number of lines of the output that are kept. */
const maxLines = 8;

function keepLastLines(child: ChildProcess): () => readonly string[] {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-8_192);
    });
  return () => text.trimEnd().split(/\r?\n/).slice(-maxLines);
}

const renderOutput = (lines: readonly string[]): string =>
  lines.join('') === ''
    ? '; it printed nothing'
    : `; the end of its output:\n${lines.map((line) => `  | ${escapeControlCharacters(line)}`).join('\n')}`;

/** Returns why the service did not become ready; undefined if it did. */
async function waitUntilReady(child: ChildProcess, baseUrl: string, timeoutMs: number): Promise<string | undefined> {
  let ending: string | undefined;
  child.once('error', (error) => {
    ending = error.message;
  });
  child.once('exit', (code, signal) => {
    ending = `it ended with ${signal ?? `exit code ${code}`} before ${baseUrl} answered`;
  });
  const until = performance.now() + timeoutMs;
  while (ending === undefined) {
    if (await isAnswering(baseUrl)) return undefined;
    if (performance.now() > until)
      return `${baseUrl} did not answer within ${Math.round(timeoutMs / 1_000)} s; is that the port of the service?`;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return ending;
}

/** Milliseconds after which a request counts as not answered. */
const answerMs = 2_000;

/** Any response counts, whatever its status. */
async function isAnswering(baseUrl: string): Promise<boolean> {
  const ending = new AbortController();
  // Where a connection is closed at once, fetch of Node waits without keeping the process: this timer does.
  const timer = setTimeout(() => ending.abort(), answerMs);
  try {
    const response = await fetch(baseUrl, { redirect: 'manual', signal: ending.signal });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
