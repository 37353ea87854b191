import type { Cause } from '../rule/index.js';
import { isLost, isThrottled, isTransient, type Told, waitMs } from './trouble.js';

/** Why a run is over, and the cause that everything undecided has then. */
export interface End {
  readonly cause: Cause;
  readonly why: string;
}

type Heeded = Told & { readonly method: string; readonly path: string };

/** How long a run bears with a service in trouble: it pauses, goes on, and gives up in the end. */
export interface Endurance {
  /** Takes note of what came of a request. */
  heed(exchange: Heeded): void;
  /** Why it is at its end. */
  end(): End | undefined;
  /** Why the service is not asked for this again: it wants to be left alone for longer. */
  barred(method: string, path: string): string | undefined;
  /** What there is to say about it. */
  notes(): string[];
}

/** What the pauses are taken with. */
export interface Bearing {
  /** Holds up everybody for a time. */
  readonly close: (ms: number) => void;
  readonly leftMs: () => number;
}

/** Requests in a row that nobody took, and that were answered by trouble, after which there is a pause. */
const patientWith = { lost: 5, trouble: 10 };
/** The pauses, in milliseconds; after the last one it is over. */
const pauses = { lost: [500, 1_000, 2_000, 2_000], trouble: [1_000, 2_000, 4_000, 8_000] };
/** A wait that is longer than this is not waited for, in milliseconds. */
const longestMs = 60_000;
/** Kinds of requests that the service does not want again in this run, after which it wants none of us. */
const mostBarred = 3;

/** Begins as strong as ever. */
export function enduranceOf(bearing: Bearing): Endurance {
  const rests = { count: 0, ms: 0, until: 0 };
  const lost = rowOf('lost', bearing, rests);
  const troubled = rowOf('trouble', bearing, rests);
  const bars = barsOf(bearing);
  return {
    end: () => lost.end() ?? troubled.end() ?? bars.end(),
    barred: bars.of,
    heed(exchange) {
      const isTrouble = isThrottled(exchange) || isTransient(exchange);
      if (isTrouble) bars.heed(exchange);
      lost.heed(isLost(exchange) ? gone : undefined);
      // Who is not there at all is waited for once.
      if (!isLost(exchange)) troubled.heed(isTrouble ? overloaded(exchange) : undefined);
    },
    notes: () =>
      rests.count === 0
        ? []
        : [`the run paused ${rests.count} times, ${rests.ms / 1_000} s in all, because the service had trouble`],
  };
}

/** Counts what comes in a row, pauses, and is at its end when the last pause did not help either. */
function rowOf(
  kind: keyof typeof pauses,
  { close, leftMs }: Bearing,
  rests: { count: number; ms: number; until: number },
) {
  let inRow = 0;
  let paused = 0;
  let end: End | undefined;
  return {
    end: () => end,
    /** Takes what it would end with, or nothing where all is well. */
    heed(over: End | undefined) {
      inRow = over === undefined ? 0 : inRow + 1;
      if (over === undefined) paused = 0;
      // What comes back during a pause left before it.
      if (over === undefined || inRow < patientWith[kind] || performance.now() < rests.until) return;
      const ms = pauses[kind][paused];
      if (ms === undefined || ms > leftMs()) {
        end ??= over;
        return;
      }
      paused += 1;
      rests.count += 1;
      rests.ms += ms;
      rests.until = performance.now() + ms;
      close(ms);
    },
  };
}

/** Keeps what the service wants to be left alone with, for longer than anybody waits; shorter waits hold up everybody. */
function barsOf({ close, leftMs }: Bearing) {
  const bars = new Map<string, { readonly until: number; readonly why: string }>();
  let end: End | undefined;
  return {
    end: () => end,
    of(method: string, path: string): string | undefined {
      if (bars.size === 0) return undefined;
      const bar = bars.get(shapeOf(method, path));
      return bar !== undefined && performance.now() < bar.until ? bar.why : undefined;
    },
    heed(exchange: Heeded) {
      const ms = waitMs(exchange);
      if (ms === undefined) return;
      if (ms <= longestMs && ms < leftMs()) return close(ms);
      const why = `the service asks to come back in ${Math.ceil(ms / 1_000)} s, which is longer than this run waits`;
      bars.set(shapeOf(exchange.method, exchange.path), { until: performance.now() + ms, why });
      if (bars.size >= mostBarred) end ??= { cause: 'refused', why };
    },
  };
}

const gone: End = { cause: 'no-answer', why: 'the target no longer answers' };

const overloaded = (exchange: Told): End => ({
  cause: isThrottled(exchange) ? 'refused' : 'no-answer',
  why: `the service answers ${exchange.answer?.status ?? 'nothing'} again and again, and did so after pauses of ${pauses.trouble.reduce((sum, ms) => sum + ms, 0) / 1_000} s`,
});

/** What requests for different items have in common. */
const shapeOf = (method: string, path: string): string =>
  `${method} ${path.replace(/[?#].*$/s, '').replace(/[^/]*(\d|[^/]{20})[^/]*/g, '*')}`;
