import { exitProcess } from './uncaught-errors.js';

/** What the first interruption does, until it is called off. */
export interface Interruption {
  readonly signal: AbortSignal;
  stop(): void;
}

/** What is said when it happens. */
export interface InterruptionMessages {
  /** What goes on in order. */
  readonly onFirst?: string;
  /** What remains when nobody waits for that. */
  readonly describeRemains?: () => string | undefined;
  /** Writes it; on standard error when absent. */
  readonly write?: (text: string) => void;
  /** Told when it happens. */
  readonly onInterrupted?: () => void;
}

/** Signals by which people, terminals that close, and whoever stops a job ask for an end. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the run in order, with cleanup and report; the second one says what remains, and ends the process. */
export function createInterruption({
  onFirst = cleaningMessage,
  describeRemains,
  write = writeMessage,
  onInterrupted,
}: InterruptionMessages = {}): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) {
      const rest = describeRemains?.();
      if (rest !== undefined) write(`assay: stopped at once; ${rest}`);
      exitProcess(130);
    }
    onInterrupted?.();
    write(`\nassay: interrupted; ${onFirst} (once more to stop at once)`);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}

const writeMessage = (text: string) => void process.stderr.write(`${text}\n`);

const cleaningMessage = 'cleaning up what was made';
