import type { ReadStream } from 'node:tty';
import { createAvailabilityProbe } from './service-availability.js';
import { watchFiles } from './watch-files.js';
import type { RestartReason } from './watch-messages.js';

const keyCommands: Readonly<Record<string, KeyCommand>> = {
  '\r': 'again',
  '\n': 'again',
  r: 'again',
  f: 'failed',
  a: 'all',
  q: 'quit',
  '\x04': 'quit',
};

export interface WatchWait {
  readonly files: readonly string[];
  readonly baseUrl?: string;
  /** What can end the wait: the service answers, a file changes, or any reason to run again. */
  readonly waitsFor: 'service' | 'change' | 'reason';
  /** Whether the service did not answer before: then an answer is a reason to run. */
  readonly wasGone?: boolean;
  /** Called when the wait takes longer. */
  readonly onDelay?: () => void;
}

export type WaitOutcome = RestartReason | 'quit' | 'interrupt';

/** Interval between two requests, in milliseconds. */
const pollMs = 1_000;

/** Waits for a file, the service, a key or a signal, whichever comes first. */
export function waitForChange(waiting: WatchWait): Promise<WaitOutcome> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const end = (ended: WaitOutcome) => {
      for (const stop of stops.splice(0)) stop();
      resolve(ended);
    };
    const interrupt = () => end('interrupt');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, interrupt);
      stops.push(() => process.off(signal, interrupt));
    }
    stops.push(listenToKeys(process.stdin, (wish) => isAccepted(wish, waiting) && end(wish)));
    stops.push(watchFiles(waiting.files, () => end('change')));
    stops.push(waiting.baseUrl === undefined ? keepAlive() : pollService(waiting.baseUrl, waiting, end));
  });
}

/** While the service does not answer, the only accepted command is to quit. */
const isAccepted = (wish: KeyCommand, { waitsFor }: WatchWait): boolean =>
  waitsFor === 'reason' || wish === 'quit' || wish === 'interrupt';

/** Keeps the process alive if file watchers cannot start and there is no terminal. */
function keepAlive(): () => void {
  const timer = setInterval(() => {}, 60_000);
  return () => clearInterval(timer);
}

function pollService(
  baseUrl: string,
  { waitsFor, wasGone = false, onDelay }: WatchWait,
  end: (ended: WaitOutcome) => void,
): () => void {
  const probe = createAvailabilityProbe(baseUrl);
  let wasDown = wasGone;
  let isReported = false;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const beat = async () => {
    const availability = await probe.check();
    if (isOver) return;
    if (
      waitsFor === 'service'
        ? availability !== 'down'
        : availability === 'restarted' || (availability === 'up' && wasDown)
    )
      return end('restart');
    if (availability === 'down' && waitsFor === 'service' && !isReported) onDelay?.();
    isReported = true;
    wasDown = wasDown || availability === 'down';
    timer = setTimeout(beat, pollMs);
  };
  void beat();
  return () => {
    isOver = true;
    clearTimeout(timer);
    probe.close();
  };
}

type KeyCommand = Extract<RestartReason, 'again' | 'failed' | 'all'> | 'quit' | 'interrupt';

/** Returns the command of a typed key; undefined for any other key. */
export function parseKey(typed: string): KeyCommand | undefined {
  if (typed.includes('\x03')) return 'interrupt';
  // Ignores arrows and other keys of several characters.
  if (typed.startsWith('\x1b')) return undefined;
  const [wish] = [...typed].flatMap((key) => keyCommands[key.toLowerCase()] ?? []);
  return wish;
}

/** Reads single keys until stopped. Then the terminal reads whole lines again, and Ctrl-C is a signal. */
function listenToKeys(input: ReadStream, hear: (wish: KeyCommand) => void): () => void {
  if (!input.isTTY) return () => {};
  const take = (chunk: Buffer) => {
    const wish = parseKey(chunk.toString());
    if (wish !== undefined) hear(wish);
  };
  input.setRawMode(true);
  input.on('data', take).resume();
  return () => {
    input.off('data', take).pause();
    input.setRawMode(false);
  };
}
