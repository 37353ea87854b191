import { clock } from '../model/clock.js';
import { classifyRequest } from '../model/exchange.js';
import { CircuitBreaker, type ObservedRequest, type StopReason, type WaitControl } from './circuit-breaker.js';
import { isThrottled, isTransient, isUnreachable, type RequestResult } from './classify-answer.js';

/** Number of failures in a row before a pause: connections not accepted, deadlines without an answer, and failed responses. */
const failureThresholds = { lost: 5, hung: 5, trouble: 10 };
/** The pauses in milliseconds; the run ends after the last one. A supervisor needs seconds to start a service again. */
const pausesMs = {
  lost: [500, 1_000, 2_000, 4_000, 8_000],
  hung: [1_000, 2_000, 4_000],
  trouble: [1_000, 2_000, 4_000, 8_000],
};

interface FailureCount {
  readonly kind: keyof typeof pausesMs;
  readonly kinds: Set<string>;
  inRow: number;
  paused: number;
  /** The first of them. */
  first?: ObservedRequest;
}

const createCount = (kind: FailureCount['kind']): FailureCount => ({ kind, kinds: new Set(), inRow: 0, paused: 0 });

/** Pauses a run while the service fails, and ends it when pauses do not help. */
export class ServiceHealth {
  /** What stops single kinds of requests. */
  readonly breaker: CircuitBreaker;
  readonly #lost = createCount('lost');
  readonly #hung = createCount('hung');
  readonly #troubled = createCount('trouble');
  readonly #rests = { count: 0, ms: 0, until: 0 };
  #end: Partial<Record<FailureCount['kind'], StopReason>> | undefined;

  constructor(private readonly control: WaitControl) {
    this.breaker = new CircuitBreaker(control);
  }

  end(): StopReason | undefined {
    return this.#end?.lost ?? this.#end?.hung ?? this.#end?.trouble ?? this.breaker.end();
  }

  /** The first request without an answer, where none had one after it and the run ended for that. */
  findHung(): ObservedRequest | undefined {
    return this.#end?.hung && this.#hung.first;
  }

  record(exchange: ObservedRequest): void {
    const isTrouble = isThrottled(exchange) || isTransient(exchange);
    this.breaker.record(exchange, isTrouble);
    // A service that accepts no connections is not overloaded.
    if (isUnreachable(exchange)) {
      this.#count(this.#lost, exchange, targetGone);
      return;
    }
    if (this.#lost.inRow > 0) reset(this.#lost);
    if (exchange.silence?.startsWith('no answer within')) {
      this.#count(this.#hung, exchange, targetHangs);
      return;
    }
    if (this.#hung.inRow > 0) reset(this.#hung);
    if (isTrouble) this.#count(this.#troubled, exchange, describeOverload(exchange));
    else if (this.#troubled.inRow > 0) reset(this.#troubled);
  }

  /**
   * Counts a failure, pauses, and ends the run when the last pause did not help. If all failures are of one kind of request, only that
   * kind is stopped, and the next requests show whether the others fail, too.
   */
  #count(count: FailureCount, exchange: ObservedRequest, over: StopReason): void {
    if (count.inRow === 0) count.first = exchange;
    count.inRow += 1;
    count.kinds.add(classifyRequest(exchange.method, exchange.path));
    // A response during a pause belongs to a request sent before it.
    if (count.inRow < failureThresholds[count.kind] || clock.now() < this.#rests.until) return;
    const ms = pausesMs[count.kind][count.paused];
    // One kind of request may take as long as it likes, and the end of the run cuts off several at once.
    if (count.kind === 'hung' && (count.kinds.size === 1 || (ms ?? 0) > this.control.leftMs())) return;
    // A 429 response concerns all requests.
    const isOfOneKind = count.kind === 'trouble' && count.kinds.size === 1 && !isThrottled(exchange);
    if (ms === undefined && isOfOneKind) this.breaker.leaveAlone(exchange);
    else if (ms === undefined || ms > this.control.leftMs()) this.#end = { [count.kind]: over, ...this.#end };
    else {
      count.paused += 1;
      this.#rests.count += 1;
      this.#rests.ms += ms;
      this.#rests.until = clock.now() + ms;
      this.control.holdUp(ms);
    }
  }

  notes(): string[] {
    const { count, ms } = this.#rests;
    const paused = `the run paused ${count} times, ${ms / 1_000} s in all, because the service had trouble`;
    return [...(count === 0 ? [] : [paused]), ...this.breaker.notes()];
  }
}

function reset(count: FailureCount): void {
  count.inRow = 0;
  count.paused = 0;
  count.kinds.clear();
}

const targetGone: StopReason = { cause: 'no-answer', why: 'the service no longer answers' };

const targetHangs: StopReason = {
  cause: 'no-answer',
  why: 'the service accepts connections, and answers nothing any more within limits.timeoutMs',
};

const describeOverload = (exchange: RequestResult): StopReason => ({
  cause: isThrottled(exchange) ? 'refused' : 'no-answer',
  why: `the service repeatedly returns ${exchange.answer?.status ?? 'nothing'}, also after pauses of ${pausesMs.trouble.reduce((sum, ms) => sum + ms, 0) / 1_000} s`,
});

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
