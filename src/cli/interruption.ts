import { leave } from './strays.js';

/** What the first interruption does, until it is called off. */
export interface Interruption {
  readonly signal: AbortSignal;
  done(): void;
}

/** What is said when it happens. */
export interface Saying {
  /** What goes on in order. */
  readonly first?: string;
  /** What remains when nobody waits for that. */
  readonly last?: () => string | undefined;
}

/** Signals by which people, terminals that close, and whoever stops a job ask for an end. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the run in order, with cleanup and report; the second one says what remains, and ends the process. */
export function interruptible({ first = cleaning, last }: Saying = {}): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) {
      const rest = last?.();
      if (rest !== undefined) process.stderr.write(`assay: stopped at once; ${rest}\n`);
      leave(130);
    }
    process.stderr.write(`\nassay: interrupted; ${first} (once more to stop at once)\n`);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    done: () => {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}

const cleaning = 'cleaning up what was made';
