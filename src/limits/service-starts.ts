import type { StopReason } from './circuit-breaker.js';

export interface StartedProcess {
  /** Whether its process has ended. */
  hasEnded(): boolean;
  /** Starts it again at the same address. Resolves to whether it answers; never where another service does. */
  startAgain(): Promise<boolean>;
}

export type ServiceStarts = ReturnType<typeof createServiceStarts>;

/** Maximum number of starts after the first one, in all and for checks: three repetitions and the cleanup need the others. */
const maxStarts = { confirmation: 5, checks: 1 };

/** Counts the starts of a service; without a process none is possible. */
export function createServiceStarts(process: StartedProcess | undefined) {
  let count = 0;
  let ended: StopReason | undefined;
  let isCleaning = false;
  let hasFailed = false;
  let starting: Promise<boolean> | undefined;
  const start = async (startAgain: StartedProcess['startAgain']) => {
    count += 1;
    const isStarted = await startAgain().catch(() => false);
    if (!isStarted) {
      hasFailed = true;
      ended = { cause: 'no-answer', why: 'the service stopped, and could not be started again' };
    }
    starting = undefined;
    return isStarted;
  };
  /**
   * Starts the service again if its process has ended, and another start is permitted: fewer for checks, because confirming
   * which request stops the service needs the others. Resolves to whether it was started.
   */
  const startIfEnded = async (purpose: keyof typeof maxStarts): Promise<boolean> => {
    if (starting !== undefined) return starting;
    if (process === undefined || !process.hasEnded()) return false;
    if (hasFailed) return false;
    if (count >= maxStarts[isCleaning ? 'confirmation' : purpose]) {
      ended ??= { cause: 'no-answer', why: `the service stopped ${count + 1} times` };
      return false;
    }
    starting = start(process.startAgain);
    return starting;
  };
  /** Whether no start is left. */
  const isSpent = () => hasFailed || count >= maxStarts.confirmation;
  return {
    startIfEnded,
    /** Starts the service again for the cleanup, where that is possible. */
    async finishChecks() {
      isCleaning = (await startIfEnded('confirmation')) || process?.hasEnded() === false;
    },
    /** The start that is under way. */
    awaitStart: () => starting?.then(() => undefined),
    isSpent,
    /** Whether the service has ended, and is not started any more: another one may get its address. */
    isOver: () => isSpent() && starting === undefined && process?.hasEnded() === true,
    /** Why no check sends anything more, until `finishChecks` is called. */
    end: () => (isCleaning ? undefined : ended),
    /** Why the checks ended. */
    whyEnded: () => ended,
    /** Number of starts after the first one. */
    count: () => count,
    notes: () =>
      count === 0
        ? []
        : [`the service was started again ${count === 1 ? 'once' : `${count} times`}, because it stopped`],
  };
}
