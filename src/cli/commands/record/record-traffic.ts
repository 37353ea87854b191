import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { createFolder } from '../../../http/private-file.js';
import { openTape, type Tape } from '../../../http/tape.js';
import type { TlsOptions } from '../../../model/access.js';
import { throwProblems } from '../../../model/profile/profile-error.js';
import { createWriteError, UsageError } from '../../../model/profile/usage-error.js';
import { checkBaseUrl } from '../../../profile/connection/base-url.js';
import { readTls } from '../../../profile/connection/certificates.js';
import { formatCount } from '../../../report/text/report-words.js';
import type { TrafficCounts } from '../../../traffic/record/forward-exchange.js';
import { openProxy, type RecordingProxy } from '../../../traffic/record/open-proxy.js';
import { baseUrlVariable } from '../../options/environment.js';
import { createInterruption } from '../../process/interruption.js';
import { signalGroup, startGroup } from '../../service/process-group.js';
import type { TrafficFlags } from '../traffic/judge-files.js';

export interface RecordFlags {
  readonly target: string;
  readonly port?: number;
  readonly out: string;
  readonly redact?: string[];
  /** Seconds. */
  readonly timeout?: number;
  readonly ca?: string[];
  readonly insecure?: boolean;
}

export interface RecordingOptions extends RecordFlags {
  /** The command and its arguments; without one, the recording ends when the process is interrupted. */
  readonly command: readonly string[];
}

export interface Recording {
  readonly tape: string;
  /** Exit code of the command; 0 without one. */
  readonly exit: number;
  readonly counts: Readonly<TrafficCounts>;
}

/** Milliseconds in which a response must begin, by default: most clients give up earlier. */
const usualTimeoutMs = 300_000;

/**
 * Records, prints what was recorded, and judges it. Returns the exit code of the command if it is not 0. Throws UsageError, ProfileError
 * or DocumentError.
 */
export async function record(command: readonly string[], flags: RecordFlags & TrafficFlags): Promise<number> {
  const { tape, exit, counts } = await recordTraffic({ ...flags, command });
  process.stderr.write(
    describeRecording(counts, tape)
      .map((line) => `assay: ${line}\n`)
      .join(''),
  );
  if (counts.answered === 0) return exit === 0 ? 5 : exit;
  const { judgeFiles } = await import('../traffic/judge-files.js');
  const judged = await judgeFiles([tape], { ...flags, baseUrl: flags.target });
  return exit === 0 ? judged : exit;
}

/**
 * Records the traffic of a command, or until the process is interrupted, on a tape in the folder `out`. Resolves when
 * everything is on disk. Throws UsageError or ProfileError.
 */
export async function recordTraffic({ command, out, port = 0, timeout, redact, ...flags }: RecordingOptions) {
  const [target, tls] = [readTarget(flags), readTrust(flags)];
  const file = join(out, 'tape.ndjson');
  const tape = createTape(out, file);
  const timeoutMs = timeout === undefined ? usualTimeoutMs : timeout * 1_000;
  let recording: Recording;
  try {
    const proxy = await openProxy({ target, port, tape, tls, timeoutMs, ...(redact && { names: redact }) });
    const exit = await useProxy(proxy, target, command);
    recording = { tape: file, exit, counts: proxy.counts };
  } finally {
    tape.close();
  }
  const trouble = tape.trouble?.();
  if (trouble !== undefined) throw new UsageError(`the recording is incomplete: ${trouble}`);
  return recording;
}

/** Runs the command, or waits for an interruption, and closes the proxy. Returns the exit code. */
async function useProxy({ baseUrl, close }: RecordingProxy, target: URL, command: readonly string[]): Promise<number> {
  const isAlone = command.length === 0;
  let running: ChildProcess | undefined;
  const { signal, stop } = createInterruption({
    onFirst: isAlone ? 'ending the recording' : 'waiting for the command to end',
    onInterrupted: (by = 'SIGTERM') => running && signalGroup(running, by),
  });
  process.stderr.write(`assay: recording ${target.href} at ${baseUrl}${isAlone ? '; Ctrl-C ends it' : ''}\n`);
  try {
    if (isAlone) return await waitForAbort(signal);
    const exit = await runCommand(command, baseUrl, (child) => {
      running = child;
    });
    return exit === 0 && signal.aborted ? 130 : exit;
  } finally {
    await close();
    stop();
  }
}

function readTarget({ target }: Pick<RecordFlags, 'target'>): URL {
  const base = checkBaseUrl(target);
  if ('problem' in base) throw new UsageError(`--target ${base.problem}`);
  return new URL(base.url);
}

function readTrust({ ca = [], insecure = false }: Pick<RecordFlags, 'ca' | 'insecure'>): TlsOptions {
  const { tls, problems } = readTls({ ca, insecure }, process.cwd(), (key, message) => ({ file: `--${key}`, message }));
  throwProblems(problems);
  return tls;
}

function createTape(folder: string, file: string): Tape {
  try {
    createFolder(resolve(folder));
    return openTape(file);
  } catch (error) {
    throw createWriteError(folder, error);
  }
}

const waitForAbort = (signal: AbortSignal): Promise<number> =>
  new Promise((done) => {
    signal.addEventListener('abort', () => done(0), { once: true });
  });

/** Starts a command and waits for its end. Returns its exit code, that of a shell after a signal. Throws UsageError. */
async function runCommand(
  [name = '', ...args]: readonly string[],
  url: string,
  onStart: (child: ChildProcess) => void,
): Promise<number> {
  const env = { BASE_URL: url, [baseUrlVariable]: url };
  const child = startGroup(name, args, { stdio: 'inherit', shell: process.platform === 'win32', env });
  onStart(child);
  const killOnExit = () => signalGroup(child, 'SIGKILL');
  process.on('exit', killOnExit);
  try {
    const [code, signal] = await once(child, 'exit');
    return code ?? 128 + constants.signals[signal as NodeJS.Signals];
  } catch (error) {
    throw new UsageError(`cannot run ${JSON.stringify(name)}: ${(error as Error).message}; give a program after --`);
  } finally {
    process.off('exit', killOnExit);
    // What it started and left ends with it.
    signalGroup(child, 'SIGTERM');
  }
}

/** What was recorded, what was not, and the next command. */
function describeRecording(counts: Readonly<TrafficCounts>, tape: string): string[] {
  const { exchanges, unanswered, refused, aborted, broken } = counts;
  if (exchanges === 0)
    return ['nothing was recorded: no request arrived. Does the command send its requests to BASE_URL?'];
  const parts = [
    [unanswered, 'without a response of the service (the proxy answered 502 or 504)'],
    [refused, 'refused by the proxy (upgrade, CONNECT, another origin, or not HTTP)'],
    [aborted, 'ended early by the client'],
    [broken, 'broken off by the service'],
  ] as const;
  return [
    `${formatCount(exchanges, 'exchange')} recorded in ${tape}`,
    ...parts.filter(([count]) => count > 0).map(([count, what]) => `  ${count} ${what}`),
  ];
}
