import { clock } from '../model/clock.js';
import type { Cause } from '../model/result/cause.js';
import { doorOf } from './backoff.js';
import { isThrottled, isTransient, type Told, waitMs } from './classify-answer.js';
import { signsOf } from './failure-window.js';
import { waitsOf } from './wait-budget.js';

/** Why something is not asked any more, and the cause that everything undecided has then. */
export interface End {
  readonly cause: Cause;
  readonly why: string;
}

/** What came of a request, as far as waiting is concerned. */
export type Heeded = Told & { readonly method: string; readonly path: string };

/** What the service wants to be left alone with for a time: everything, or one kind of request only. */
export interface Bars {
  /** Takes note of what came of a request. */
  heed(exchange: Heeded): void;
  /** Waits until this kind of request may be sent; undefined where it may. */
  open(method: string, path: string): Promise<void> | undefined;
  /** Leaves this kind of request alone for good. */
  leave(exchange: Heeded): void;
  /** Why this kind of request is not sent. */
  of(method: string, path: string): End | undefined;
  /** Why nothing is sent any more. */
  end(): End | undefined;
  /** What there is to say about it. */
  notes(): string[];
}

/** What the waits are taken with. */
export interface Bearing {
  /** Holds up everybody for a time. */
  readonly close: (ms: number) => void;
  readonly leftMs: () => number;
}

/** A wait that is longer than this is not waited for, in milliseconds. */
const longestMs = 60_000;
/** Time that may be waited for one kind of request, or for everything, without any good: short waits that often, a long one once. */
const vainMs = { one: 5_000, all: 30_000 };
/** So many waits in vain are enough, however short they are: what fails now and then seldom does so as often in a row. */
const mostVain = 4;
/** Begins with nothing to wait for. */
export function barsOf(bearing: Bearing): Bars {
  const kinds = kindsOf(bearing);
  const signs = signsOf();
  const all = waitsOf(vainMs.all);
  let end: End | undefined;
  const wait = (exchange: Heeded, name: string, ms: number) => {
    if (isThrottled(exchange)) return bearing.close(ms);
    if (!signs.isEverywhere()) return kinds.at(name).wait(ms, vainly(exchange, name));
    if (all.begin(ms)) end ??= vainly(exchange);
    else bearing.close(ms);
  };
  return {
    end: () => end,
    open: (method, path) => kinds.known(method, path)?.open(),
    of: (method, path) => kinds.known(method, path)?.bar(),
    notes: kinds.notes,
    leave(exchange) {
      const name = kindOf(exchange.method, exchange.path);
      kinds.at(name).leave(Number.POSITIVE_INFINITY, vainly(exchange, name));
    },
    heed(exchange) {
      const isTrouble = isThrottled(exchange) || isTransient(exchange);
      if (!isTrouble && exchange.answer === undefined) return;
      signs.add(isTrouble);
      if (!isTrouble) {
        all.forget();
        return kinds.known(exchange.method, exchange.path)?.forget();
      }
      const ms = waitMs(exchange);
      if (ms === undefined) return;
      const name = kindOf(exchange.method, exchange.path);
      signs.late(name);
      if (ms <= longestMs && ms < bearing.leftMs()) return wait(exchange, name, ms);
      const over = tooLong(exchange, ms);
      kinds.at(name).leave(ms, over);
      if (signs.far(name)) end ??= over;
    },
  };
}

/** One kind of request. */
interface Kind {
  open(): Promise<void> | undefined;
  bar(): End | undefined;
  /** Waits, or leaves it alone for good where that was in vain too often. */
  wait(ms: number, over: End): void;
  /** Leaves it alone for so long. */
  leave(ms: number, over: End): void;
  forget(): void;
}

/** The kinds of requests that had to wait. */
function kindsOf({ leftMs }: Bearing) {
  const kinds = new Map<string, Kind>();
  return {
    // Nearly always there are none, and to find out the kind of a request takes time.
    known: (method: string, path: string) => (kinds.size === 0 ? undefined : kinds.get(kindOf(method, path))),
    at(name: string): Kind {
      const kind = kinds.get(name) ?? kindWith(leftMs);
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

function kindWith(leftMs: () => number): Kind {
  const door = doorOf(leftMs);
  const waits = waitsOf(vainMs.one, mostVain);
  let left: { readonly until: number; readonly over: End } | undefined;
  const leave = (ms: number, over: End) => {
    left = { until: clock.now() + ms, over };
  };
  return {
    open: door.open,
    forget: waits.forget,
    leave,
    bar: () => (left !== undefined && clock.now() < left.until ? left.over : undefined),
    wait(ms, over) {
      if (waits.begin(ms)) leave(Number.POSITIVE_INFINITY, over);
      else door.close(ms);
    },
  };
}

const tooLong = (told: Told, ms: number): End => ({
  cause: isThrottled(told) ? 'refused' : 'no-answer',
  why: `the service asks to come back in ${Math.ceil(ms / 1_000)} s, which is longer than this run waits`,
});

const vainly = ({ answer, silence }: Told, kind = 'everything'): End => ({
  cause: 'no-answer',
  why: `${kind} was answered ${answer?.status ?? `by silence (${silence})`} again and again, also after it was given time`,
});

/** What requests for different items have in common. */
export const kindOf = (method: string, path: string): string =>
  `${method} ${path.replace(/[?#].*$/s, '').replace(/[^/]*(\d|[^/]{20})[^/]*/g, '*')}`;
