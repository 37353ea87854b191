import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReplyMessage } from './serve-jobs.js';

/** The result of a job in another process, or why there is none. */
export type WorkerResult<Outcome> = { readonly outcome: Outcome } | { readonly failure: string };

/** A process that does one job after another. */
export interface Worker<Outcome> {
  readonly file: URL;
  isRunning(): boolean;
  /** Does a job; never throws. After a failure to answer in time the process is ended. */
  run(task: object, timeoutMs: number): Promise<WorkerResult<Outcome>>;
  end(): void;
}

/** How much of the last error output is kept for the report of a process that ends by itself. */
const maxErrorText = 2_000;

/** Starts a worker from a file that calls `serveJobs`. */
export function startWorker<Outcome>(file: URL): Worker<Outcome> {
  const child = fork(fileURLToPath(file), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-maxErrorText);
  });
  const isRunning = () => !child.killed && child.exitCode === null && child.signalCode === null && child.connected;
  return {
    file,
    isRunning,
    run: (task, timeoutMs) => runJob(child, task, timeoutMs, () => findErrorLine(errorText)),
    end: () => void child.kill('SIGKILL'),
  };
}

let lastId = 0;

function runJob<Outcome>(
  child: ChildProcess,
  task: object,
  timeoutMs: number,
  describeError: () => string,
): Promise<WorkerResult<Outcome>> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const settle = (result: WorkerResult<Outcome>) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('close', onClose);
      resolve(result);
    };
    const onMessage = (reply: ReplyMessage<Outcome>) => {
      if (reply.id === id) settle('error' in reply ? { failure: reply.error } : { outcome: reply.outcome });
    };
    const onClose = (code: number | null, signal: string | null) =>
      settle({ failure: `the process ended with ${signal ?? code} ${describeError()}`.trim() });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle({ failure: `no result after ${timeoutMs / 1000} s` });
    }, timeoutMs);
    child.on('message', onMessage).on('close', onClose);
    child.send({ id, task }, () => {});
  });
}

/** The line of an error output that names the error. */
const findErrorLine = (text: string): string =>
  text.split('\n').find((line) => /error/i.test(line)) ?? text.trim().split('\n').at(-1) ?? '';
