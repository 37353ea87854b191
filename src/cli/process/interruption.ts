import { exitProcess } from './uncaught-errors.js';

export interface InterruptionMessages {
  /** What continues after the first interruption. */
  readonly onFirst?: string;
  /** What remains after a second interruption. */
  readonly describeRemains?: () => string | undefined;
  /** Prints the message; on standard error by default. */
  readonly write?: (text: string) => void;
  /** Receives the signal; none at the end of the parent process. */
  readonly onInterrupted?: (by: NodeJS.Signals | undefined) => void;
}

/** Signals that ask for an end: from the keyboard, a closed terminal, or a stopped job. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal stops the run with cleanup and report; the second one prints what remains, and ends the process. The
 * end of a parent process that opened a channel to this one counts as a signal: nothing reads the result any more, and
 * created items must not stay.
 */
export function createInterruption({
  onFirst = cleaningMessage,
  describeRemains,
  write = (text) => void process.stderr.write(`${text}\n`),
  onInterrupted,
}: InterruptionMessages = {}): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const interrupt = (by?: NodeJS.Signals) => {
    if (controller.signal.aborted) {
      const rest = describeRemains?.();
      if (rest !== undefined) write(`assay: stopped immediately; ${rest}`);
      exitProcess(130);
    }
    onInterrupted?.(by);
    write(`\nassay: interrupted; ${onFirst} (interrupt again to stop immediately)`);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, interrupt);
  const endWithParent = () => {
    if (!controller.signal.aborted) interrupt();
  };
  process.on('disconnect', endWithParent);
  if (process.connected === false) endWithParent();
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of signals) process.off(signal, interrupt);
      process.off('disconnect', endWithParent);
    },
  };
}

const cleaningMessage = 'removing created items';
