import { clock } from '../model/clock.js';
import type { Cause } from '../model/result/cause.js';
import { createBackoff } from './backoff.js';
import { isThrottled, isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';
import { createFailureWindow } from './failure-window.js';
import { createWaitBudget } from './wait-budget.js';

/** Why something is not asked any more, and the cause that everything undecided has then. */
export interface StopReason {
  readonly cause: Cause;
  readonly why: string;
}

/** What came of a request, as far as waiting is concerned. */
export type ObservedRequest = RequestResult & { readonly method: string; readonly path: string };

/** What the service wants to be left alone with for a time: everything, or one kind of request only. */
export interface CircuitBreaker {
  /** Takes note of what came of a request. */
  record(exchange: ObservedRequest): void;
  /** Waits until this kind of request may be sent; undefined where it may. */
  awaitOpen(method: string, path: string): Promise<void> | undefined;
  /** Leaves this kind of request alone for good. */
  leaveAlone(exchange: ObservedRequest): void;
  /** Why this kind of request is not sent. */
  findStopReason(method: string, path: string): StopReason | undefined;
  /** Why nothing is sent any more. */
  end(): StopReason | undefined;
  /** What there is to say about it. */
  notes(): string[];
}

/** What the waits are taken with. */
export interface WaitControl {
  /** Holds up everybody for a time. */
  readonly holdUp: (ms: number) => void;
  readonly leftMs: () => number;
}

/** A wait that is longer than this is not waited for, in milliseconds. */
const maxWaitMs = 60_000;
/** Time that may be waited for one kind of request, or for everything, without any good: short waits that often, a long one once. */
const futileWaitMs = { one: 5_000, all: 30_000 };
/** So many waits in vain are enough, however short they are: what fails now and then seldom does so as often in a row. */
const maxFutileWaits = 4;
/** Begins with nothing to wait for. */
export function createCircuitBreaker(bearing: WaitControl): CircuitBreaker {
  const kinds = createRequestKinds(bearing);
  const signs = createFailureWindow();
  const all = createWaitBudget(futileWaitMs.all);
  let end: StopReason | undefined;
  const wait = (exchange: ObservedRequest, name: string, ms: number) => {
    if (isThrottled(exchange)) return bearing.holdUp(ms);
    if (!signs.isEverywhere()) return kinds.at(name).wait(ms, describeFutileWait(exchange, name));
    if (all.begin(ms)) end ??= describeFutileWait(exchange);
    else bearing.holdUp(ms);
  };
  return {
    end: () => end,
    awaitOpen: (method, path) => kinds.known(method, path)?.open(),
    findStopReason: (method, path) => kinds.known(method, path)?.bar(),
    notes: kinds.notes,
    leaveAlone(exchange) {
      const name = classifyRequest(exchange.method, exchange.path);
      kinds.at(name).leave(Number.POSITIVE_INFINITY, describeFutileWait(exchange, name));
    },
    record(exchange) {
      const isTrouble = isThrottled(exchange) || isTransient(exchange);
      if (!isTrouble && exchange.answer === undefined) return;
      signs.add(isTrouble);
      if (!isTrouble) {
        all.reset();
        return kinds.known(exchange.method, exchange.path)?.forget();
      }
      const ms = readRetryAfterMs(exchange);
      if (ms === undefined) return;
      const name = classifyRequest(exchange.method, exchange.path);
      signs.addWaiting(name);
      if (ms <= maxWaitMs && ms < bearing.leftMs()) return wait(exchange, name, ms);
      const over = describeLongWait(exchange, ms);
      kinds.at(name).leave(ms, over);
      if (signs.addTooLong(name)) end ??= over;
    },
  };
}

/** One kind of request. */
interface RequestKind {
  open(): Promise<void> | undefined;
  bar(): StopReason | undefined;
  /** Waits, or leaves it alone for good where that was in vain too often. */
  wait(ms: number, over: StopReason): void;
  /** Leaves it alone for so long. */
  leave(ms: number, over: StopReason): void;
  forget(): void;
}

/** The kinds of requests that had to wait. */
function createRequestKinds({ leftMs }: WaitControl) {
  const kinds = new Map<string, RequestKind>();
  return {
    // Nearly always there are none, and to find out the kind of a request takes time.
    known: (method: string, path: string) => (kinds.size === 0 ? undefined : kinds.get(classifyRequest(method, path))),
    at(name: string): RequestKind {
      const kind = kinds.get(name) ?? createRequestKind(leftMs);
      kinds.set(name, kind);
      return kind;
    },
    notes: () =>
      [...kinds].flatMap(([name, kind]) => {
        const bar = kind.bar();
        return bar === undefined ? [] : [`${name} was left alone: ${bar.why}`];
      }),
  };
}

function createRequestKind(leftMs: () => number): RequestKind {
  const door = createBackoff(leftMs);
  const waits = createWaitBudget(futileWaitMs.one, maxFutileWaits);
  let left: { readonly until: number; readonly over: StopReason } | undefined;
  const leave = (ms: number, over: StopReason) => {
    left = { until: clock.now() + ms, over };
  };
  return {
    open: door.awaitOpen,
    forget: waits.reset,
    leave,
    bar: () => (left !== undefined && clock.now() < left.until ? left.over : undefined),
    wait(ms, over) {
      if (waits.begin(ms)) leave(Number.POSITIVE_INFINITY, over);
      else door.close(ms);
    },
  };
}

const describeLongWait = (told: RequestResult, ms: number): StopReason => ({
  cause: isThrottled(told) ? 'refused' : 'no-answer',
  why: `the service asks to come back in ${Math.ceil(ms / 1_000)} s, which is longer than this run waits`,
});

const describeFutileWait = ({ answer, silence }: RequestResult, kind = 'everything'): StopReason => ({
  cause: 'no-answer',
  why: `${kind} was answered ${answer?.status ?? `by silence (${silence})`} again and again, also after it was given time`,
});

/** What requests for different items have in common. */
export const classifyRequest = (method: string, path: string): string =>
  `${method} ${path.replace(/[?#].*$/s, '').replace(/[^/]*(\d|[^/]{20})[^/]*/g, '*')}`;
