import { classifyRequest } from '../model/classify-request.js';
import { clock } from '../model/clock.js';
import type { Cause } from '../model/result/cause.js';
import { createBackoff } from './backoff.js';
import { isThrottled, isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';

/** Number of failing kinds of requests without a success in between that count as a failure of the whole service. */
const maxFailingKinds = 3;

/** Number of last responses that are considered. */
const windowSize = 12;

const maxFailures = 8;

/** Why requests are no longer sent, and the cause of the cases that stay undecided. */
export interface StopReason {
  readonly cause: Cause;
  readonly why: string;
}

/** An exchange as far as waits are concerned. */
export type ObservedRequest = RequestResult & { readonly method: string; readonly path: string };

/** Stops requests for a time, of all kinds or of one kind, when the service asks for it or keeps failing. */
export interface CircuitBreaker {
  /** Records an exchange. */
  record(exchange: ObservedRequest): void;
  /** Resolves when this kind of request may be sent; undefined when it may already. */
  awaitOpen(method: string, path: string): Promise<void> | undefined;
  /** Stops this kind of request for the rest of the run. */
  leaveAlone(exchange: ObservedRequest): void;
  /** Why this kind of request is not sent. */
  findStopReason(method: string, path: string): StopReason | undefined;
  /** Why no requests are sent any more. */
  end(): StopReason | undefined;
  /** Notes about the waits for the report. */
  notes(): string[];
}

/** Callbacks for waits. */
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
/** Creates a closed circuit breaker. */
export function createCircuitBreaker(waitControl: WaitControl): CircuitBreaker {
  const kinds = createRequestKinds(waitControl);
  const failures = createFailureWindow();
  const all = createWaitBudget(futileWaitMs.all);
  let end: StopReason | undefined;
  const wait = (exchange: ObservedRequest, name: string, ms: number) => {
    if (isThrottled(exchange)) return waitControl.holdUp(ms);
    if (!failures.isEverywhere()) return kinds.at(name).wait(ms, describeFutileWait(exchange, name));
    if (all.begin(ms)) end ??= describeFutileWait(exchange);
    else waitControl.holdUp(ms);
  };
  return {
    end: () => end,
    awaitOpen: (method, path) => kinds.known(method, path)?.open(),
    findStopReason: (method, path) => kinds.known(method, path)?.findBlock(),
    notes: kinds.notes,
    leaveAlone(exchange) {
      const name = classifyRequest(exchange.method, exchange.path);
      kinds.at(name).leave(Number.POSITIVE_INFINITY, describeFutileWait(exchange, name));
    },
    record(exchange) {
      const isTrouble = isThrottled(exchange) || isTransient(exchange);
      if (!isTrouble && exchange.answer === undefined) return;
      failures.add(isTrouble);
      if (!isTrouble) {
        all.reset();
        return kinds.known(exchange.method, exchange.path)?.forget();
      }
      const ms = readRetryAfterMs(exchange);
      if (ms === undefined) return;
      const name = classifyRequest(exchange.method, exchange.path);
      failures.addWaiting(name);
      if (ms <= maxWaitMs && ms < waitControl.leftMs()) return wait(exchange, name, ms);
      const over = describeLongWait(exchange, ms);
      kinds.at(name).leave(ms, over);
      if (failures.addTooLong(name)) end ??= over;
    },
  };
}

/** One kind of request. */
interface RequestKind {
  open(): Promise<void> | undefined;
  findBlock(): StopReason | undefined;
  /** Waits, or stops this kind after too many unsuccessful waits. */
  wait(ms: number, over: StopReason): void;
  /** Stops this kind for a time, in milliseconds. */
  leave(ms: number, over: StopReason): void;
  forget(): void;
}

/** The kinds of requests that had to wait. */
function createRequestKinds({ leftMs }: WaitControl) {
  const kinds = new Map<string, RequestKind>();
  return {
    // Usually there are none, and classifying a request takes time.
    known: (method: string, path: string) => (kinds.size === 0 ? undefined : kinds.get(classifyRequest(method, path))),
    at(name: string): RequestKind {
      const kind = kinds.get(name) ?? createRequestKind(leftMs);
      kinds.set(name, kind);
      return kind;
    },
    notes: () =>
      [...kinds].flatMap(([name, kind]) => {
        const findBlock = kind.findBlock();
        return findBlock === undefined ? [] : [`${name} was skipped: ${findBlock.why}`];
      }),
  };
}

function createRequestKind(leftMs: () => number): RequestKind {
  const backoff = createBackoff(leftMs);
  const waits = createWaitBudget(futileWaitMs.one, maxFutileWaits);
  let left: { readonly until: number; readonly over: StopReason } | undefined;
  const leave = (ms: number, over: StopReason) => {
    left = { until: clock.now() + ms, over };
  };
  return {
    open: backoff.awaitOpen,
    forget: waits.reset,
    leave,
    findBlock: () => (left !== undefined && clock.now() < left.until ? left.over : undefined),
    wait(ms, over) {
      if (waits.begin(ms)) leave(Number.POSITIVE_INFINITY, over);
      else backoff.close(ms);
    },
  };
}

const describeLongWait = (result: RequestResult, ms: number): StopReason => ({
  cause: isThrottled(result) ? 'refused' : 'no-answer',
  why: `the service asks to come back in ${Math.ceil(ms / 1_000)} s, which is longer than this run waits`,
});

const describeFutileWait = ({ answer, silence }: RequestResult, kind = 'everything'): StopReason => ({
  cause: 'no-answer',
  why: `${kind} repeatedly ${answer === undefined ? `got no answer (${silence})` : `returned ${answer.status}`}, also after waiting`,
});

/** Distinguishes failures of the whole service from failures of one part. */
function createFailureWindow() {
  const answers: boolean[] = [];
  const kinds = new Set<string>();
  const longWaitKinds = new Set<string>();
  return {
    /** Records whether a response is a failure. */
    add(isTrouble: boolean): void {
      answers.push(isTrouble);
      if (answers.length > windowSize) answers.shift();
      if (isTrouble) return;
      kinds.clear();
      longWaitKinds.clear();
    },
    /** Records that a kind of request has to wait. */
    addWaiting: (kind: string) => void kinds.add(kind),
    /** The same for a wait beyond the maximum; returns true when there are too many kinds of them. */
    addTooLong: (kind: string) => longWaitKinds.add(kind).size >= maxFailingKinds,
    /** Whether the whole service fails. */
    isEverywhere: () => kinds.size >= maxFailingKinds || answers.filter(Boolean).length >= maxFailures,
  };
}

/** Limits unsuccessful waits to so many milliseconds, and so many waits. */
function createWaitBudget(mostMs: number, mostVain = Number.POSITIVE_INFINITY) {
  let last = { ms: 0, until: 0 };
  let futile = { count: 0, ms: 0 };
  return {
    /** Starts a wait, unless one is in progress; returns true when too many waits were unsuccessful. */
    begin(ms: number): boolean {
      const now = clock.now();
      // A response during a wait belongs to a request sent before it.
      if (now < last.until) return false;
      if (last.until > 0) futile = { count: futile.count + 1, ms: futile.ms + last.ms };
      last = { ms, until: now + ms };
      return futile.ms > mostMs || futile.count >= mostVain;
    },
    /** Records a success. */
    reset(): void {
      last = { ms: 0, until: 0 };
      futile = { count: 0, ms: 0 };
    },
  };
}
