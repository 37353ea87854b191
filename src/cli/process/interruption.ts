import { leave } from './uncaught-errors.js';

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
  /** Writes it; on standard error when absent. */
  readonly say?: (text: string) => void;
  /** Told when it happens. */
  readonly interrupted?: () => void;
}

/** Signals by which people, terminals that close, and whoever stops a job ask for an end. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the run in order, with cleanup and report; the second one says what remains, and ends the process. */
export function interruptible({ first = cleaning, last, say = tell, interrupted }: Saying = {}): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) {
      const rest = last?.();
      if (rest !== undefined) say(`assay: stopped at once; ${rest}`);
      leave(130);
    }
    interrupted?.();
    say(`\nassay: interrupted; ${first} (once more to stop at once)`);
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

const tell = (text: string) => void process.stderr.write(`${text}\n`);

const cleaning = 'cleaning up what was made';
