import { clock } from '../model/clock.js';
import { type Bars, type Bearing, barsOf, type End, type Heeded, kindOf } from './circuit-breaker.js';
import { isLost, isThrottled, isTransient, type Told } from './classify-answer.js';

export type { End } from './circuit-breaker.js';

/** How long a run bears with a service in trouble: it pauses, goes on, and gives up in the end. */
export interface Endurance {
  /** Takes note of what came of a request. */
  heed(exchange: Heeded): void;
  /** Why it is at its end. */
  end(): End | undefined;
  /** Why the service is not asked for this again: it wants to be left alone for longer, or answers nothing else. */
  barred: Bars['of'];
  /** Waits until this kind of request may be sent; undefined where it may. */
  open: Bars['open'];
  /** What there is to say about it. */
  notes(): string[];
}

/** Requests in a row that nobody took, and that were answered by trouble, after which there is a pause. */
const patientWith = { lost: 5, trouble: 10 };
/** The pauses, in milliseconds; after the last one it is over. */
const pauses = { lost: [500, 1_000, 2_000, 2_000], trouble: [1_000, 2_000, 4_000, 8_000] };
/** Begins as strong as ever. */
export function enduranceOf(bearing: Bearing): Endurance {
  const rests = { count: 0, ms: 0, until: 0 };
  const bars = barsOf(bearing);
  const lost = rowOf('lost', bearing, rests, bars.leave);
  const troubled = rowOf('trouble', bearing, rests, bars.leave);
  return {
    end: () => lost.end() ?? troubled.end() ?? bars.end(),
    barred: bars.of,
    open: bars.open,
    heed(exchange) {
      const isTrouble = isThrottled(exchange) || isTransient(exchange);
      bars.heed(exchange);
      lost.heed(isLost(exchange) ? gone : undefined, exchange);
      // Who is not there at all is waited for once.
      if (!isLost(exchange)) troubled.heed(isTrouble ? overloaded(exchange) : undefined, exchange);
    },
    notes: () => [
      ...(rests.count === 0
        ? []
        : [`the run paused ${rests.count} times, ${rests.ms / 1_000} s in all, because the service had trouble`]),
      ...bars.notes(),
    ],
  };
}

/**
 * Counts what comes in a row, pauses, and is at its end when the last pause did not help either. Where all of that was of
 * one kind, only that is left alone; whatever is asked next tells whether the rest is in trouble, too.
 */
function rowOf(
  kind: keyof typeof pauses,
  { close, leftMs }: Bearing,
  rests: { count: number; ms: number; until: number },
  leave: Bars['leave'],
) {
  const kinds = new Set<string>();
  const rest = (ms: number) => {
    rests.count += 1;
    rests.ms += ms;
    rests.until = clock.now() + ms;
    close(ms);
  };
  // That of 429 is everybody's.
  const isOfOneKind = (about: Heeded) => kind === 'trouble' && kinds.size === 1 && !isThrottled(about);
  const begin = () => {
    [inRow, paused] = [0, 0];
    if (kinds.size > 0) kinds.clear();
  };
  let inRow = 0;
  let paused = 0;
  let end: End | undefined;
  return {
    end: () => end,
    /** Takes what it would end with, or nothing where all is well. */
    heed(over: End | undefined, about: Heeded) {
      if (over === undefined) return begin();
      inRow += 1;
      kinds.add(kindOf(about.method, about.path));
      // What comes back during a pause left before it.
      if (inRow < patientWith[kind] || clock.now() < rests.until) return;
      const ms = pauses[kind][paused];
      if (ms === undefined && isOfOneKind(about)) return leave(about);
      if (ms === undefined || ms > leftMs()) {
        end ??= over;
        return;
      }
      paused += 1;
      rest(ms);
    },
  };
}

const gone: End = { cause: 'no-answer', why: 'the target no longer answers' };

const overloaded = (exchange: Told): End => ({
  cause: isThrottled(exchange) ? 'refused' : 'no-answer',
  why: `the service answers ${exchange.answer?.status ?? 'nothing'} again and again, and did so after pauses of ${pauses.trouble.reduce((sum, ms) => sum + ms, 0) / 1_000} s`,
});
