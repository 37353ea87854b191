/** What the first interruption does, until it is called off. */
export interface Interruption {
  readonly signal: AbortSignal;
  done(): void;
}

/** The first SIGINT or SIGTERM ends the run in order, with cleanup and report; the second one ends the process. */
export function interruptible(): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write('\nassay: interrupted; cleaning up what was made (once more to stop at once)\n');
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    done: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
