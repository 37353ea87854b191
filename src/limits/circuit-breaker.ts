import { clock } from '../model/clock.js';
import { classifyRequest } from '../model/exchange.js';
import type { Cause } from '../model/result/cause.js';
import { isThrottled, type RequestResult, readRetryAfterMs } from './classify-answer.js';
import { type Backoff, createBackoff } from './retry-policy.js';

/** Number of failing kinds of requests without a success in between that count as a failure of the whole service. */
const maxFailingKinds = 3;

/** Number of last responses that are considered, and of failures among them that count as one of the whole service. */
const [windowSize, maxFailures] = [12, 8];

/** Why requests are no longer sent, and the cause of the cases that stay undecided. */
export interface StopReason {
  readonly cause: Cause;
  readonly why: string;
}

/** An exchange as far as waits are concerned. */
export type ObservedRequest = RequestResult & { readonly method: string; readonly path: string };

export interface WaitControl {
  /** Delays all requests, in milliseconds. */
  readonly holdUp: (ms: number) => void;
  readonly leftMs: () => number;
}

/** Maximum wait in milliseconds; longer ones are not waited for. */
const maxWaitMs = 60_000;
/** Maximum time of unsuccessful waits, for one kind of request and for all, in milliseconds. */
const futileWaitMs = { one: 5_000, all: 30_000 };
/** Maximum number of unsuccessful waits, however short: an occasional failure rarely repeats that often. */
const maxFutileWaits = 4;

/** Limits unsuccessful waits to so many milliseconds, and so many waits. */
class WaitBudget {
  #last = { ms: 0, until: 0 };
  #futile = { count: 0, ms: 0 };

  constructor(
    private readonly mostMs: number,
    private readonly mostVain = Number.POSITIVE_INFINITY,
  ) {}

  /** Starts a wait, unless one is in progress; returns true when too many waits were unsuccessful. */
  begin(ms: number): boolean {
    const now = clock.now();
    // A response during a wait belongs to a request sent before it.
    if (now < this.#last.until) return false;
    if (this.#last.until > 0) this.#futile = { count: this.#futile.count + 1, ms: this.#futile.ms + this.#last.ms };
    this.#last = { ms, until: now + ms };
    return this.#futile.ms > this.mostMs || this.#futile.count >= this.mostVain;
  }

  reset(): void {
    this.#last = { ms: 0, until: 0 };
    this.#futile = { count: 0, ms: 0 };
  }
}

interface WaitingKind {
  readonly backoff: Backoff;
  readonly waits: WaitBudget;
  /** Until when it is not sent, and why. */
  left?: { readonly until: number; readonly over: StopReason };
}

/** Stops requests for a time, of all kinds or of one kind, when the service asks for it or keeps failing. */
export class CircuitBreaker {
  readonly #kinds = new Map<string, WaitingKind>();
  /** Whether the last responses were failures. */
  readonly #failures: boolean[] = [];
  /** The kinds that had to wait since the last success, and those that would have to wait too long. */
  readonly #waiting = new Set<string>();
  readonly #tooLong = new Set<string>();
  readonly #all = new WaitBudget(futileWaitMs.all);
  #end: StopReason | undefined;

  constructor(private readonly control: WaitControl) {}

  end(): StopReason | undefined {
    return this.#end;
  }

  /** Resolves when this kind of request may be sent; undefined when it may already. */
  awaitOpen(method: string, path: string): Promise<void> | undefined {
    // Usually there are none, and classifying a request takes time.
    return this.#kinds.size === 0 ? undefined : this.#kinds.get(classifyRequest(method, path))?.backoff.awaitOpen();
  }

  findStopReason(method: string, path: string): StopReason | undefined {
    if (this.#kinds.size === 0) return undefined;
    const kind = this.#kinds.get(classifyRequest(method, path));
    return kind && findBlock(kind);
  }

  /** Stops this kind of request for the rest of the run. */
  leaveAlone(exchange: ObservedRequest): void {
    const name = classifyRequest(exchange.method, exchange.path);
    this.#at(name).left = { until: Number.POSITIVE_INFINITY, over: describeFutileWait(exchange, name) };
  }

  /** Records an exchange. `isTrouble` where the service was too busy, or failed for a time. */
  record(exchange: ObservedRequest, isTrouble: boolean): void {
    if (!isTrouble && exchange.answer === undefined) return;
    this.#failures.push(isTrouble);
    if (this.#failures.length > windowSize) this.#failures.shift();
    if (isTrouble) this.#recordTrouble(exchange);
    else if (this.#kinds.size > 0 || this.#waiting.size > 0) {
      this.#waiting.clear();
      this.#tooLong.clear();
      this.#all.reset();
      this.#kinds.get(classifyRequest(exchange.method, exchange.path))?.waits.reset();
    }
  }

  #recordTrouble(exchange: ObservedRequest): void {
    const ms = readRetryAfterMs(exchange);
    if (ms === undefined) return;
    const name = classifyRequest(exchange.method, exchange.path);
    this.#waiting.add(name);
    if (ms <= maxWaitMs && ms < this.control.leftMs()) {
      this.#wait(exchange, name, ms);
      return;
    }
    const over = describeLongWait(exchange, ms);
    this.#at(name).left = { until: clock.now() + ms, over };
    if (this.#tooLong.add(name).size >= maxFailingKinds) this.#end ??= over;
  }

  #wait(exchange: ObservedRequest, name: string, ms: number): void {
    const isEverywhere = this.#waiting.size >= maxFailingKinds || this.#failures.filter(Boolean).length >= maxFailures;
    if (isThrottled(exchange)) this.control.holdUp(ms);
    else if (isEverywhere) {
      if (this.#all.begin(ms)) this.#end ??= describeFutileWait(exchange);
      else this.control.holdUp(ms);
    } else {
      const kind = this.#at(name);
      if (kind.waits.begin(ms))
        kind.left = { until: Number.POSITIVE_INFINITY, over: describeFutileWait(exchange, name) };
      else kind.backoff.close(ms);
    }
  }

  notes(): string[] {
    return [...this.#kinds].flatMap(([name, kind]) => {
      const block = findBlock(kind);
      return block === undefined ? [] : [`${name} was skipped: ${block.why}`];
    });
  }

  #at(name: string): WaitingKind {
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const waits = new WaitBudget(futileWaitMs.one, maxFutileWaits);
    const kind: WaitingKind = { backoff: createBackoff(this.control.leftMs), waits };
    this.#kinds.set(name, kind);
    return kind;
  }
}

const findBlock = ({ left }: WaitingKind): StopReason | undefined =>
  left !== undefined && clock.now() < left.until ? left.over : undefined;

const describeLongWait = (result: RequestResult, ms: number): StopReason => ({
  cause: isThrottled(result) ? 'refused' : 'no-answer',
  why: `the service asks to come back in ${Math.ceil(ms / 1_000)} s, which is longer than this run waits`,
});

const describeFutileWait = ({ answer, silence }: RequestResult, kind = 'everything'): StopReason => ({
  cause: 'no-answer',
  why: `${kind} repeatedly ${answer === undefined ? `got no answer (${silence})` : `returned ${answer.status}`}, also after waiting`,
});
