import type { StopReason } from './circuit-breaker.js';

/** A service that the kit started, and can start again. */
export interface StartedProcess {
  /** Whether its process has ended. */
  hasEnded(): boolean;
  /** Starts it again at the same address. Resolves to whether it answers; never where another service does. */
  startAgain(): Promise<boolean>;
}

/** The starts of a service that stops. */
export interface ServiceStarts {
  /**
   * Starts the service again if its process has ended, and another start is permitted: fewer for checks, because confirming
   * which request stops the service needs the others. Resolves to whether it was started.
   */
  startIfEnded(purpose: 'checks' | 'confirmation'): Promise<boolean>;
  /** The start that is under way. */
  awaitStart(): Promise<void> | undefined;
  /** Whether no start is left. */
  isSpent(): boolean;
  /** Whether the service has ended, and is not started any more: another one may get its address. */
  isOver(): boolean;
  /** Why no check sends anything more, until `finishChecks` is called. */
  end(): StopReason | undefined;
  /** Why the checks ended. */
  whyEnded(): StopReason | undefined;
  /** Starts the service again for the cleanup, where that is possible. */
  finishChecks(): Promise<void>;
  /** Number of starts after the first one. */
  count(): number;
  notes(): string[];
}

/** Maximum number of starts after the first one, in all and for checks: three repetitions and the cleanup need the others. */
const maxStarts = { confirmation: 5, checks: 1 };

/** Counts the starts of a service; without a process none is possible. */
export function createServiceStarts(process: StartedProcess | undefined): ServiceStarts {
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
  const startIfEnded: ServiceStarts['startIfEnded'] = async (purpose) => {
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
  const isSpent = () => hasFailed || count >= maxStarts.confirmation;
  return {
    startIfEnded,
    async finishChecks() {
      isCleaning = (await startIfEnded('confirmation')) || process?.hasEnded() === false;
    },
    awaitStart: () => starting?.then(() => undefined),
    isSpent,
    isOver: () => isSpent() && starting === undefined && process?.hasEnded() === true,
    end: () => (isCleaning ? undefined : ended),
    whyEnded: () => ended,
    count: () => count,
    notes: () =>
      count === 0
        ? []
        : [`the service was started again ${count === 1 ? 'once' : `${count} times`}, because it stopped`],
  };
}
