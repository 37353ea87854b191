import { clock } from '../model/clock.js';
import {
  type CircuitBreaker,
  classifyRequest,
  createCircuitBreaker,
  type ObservedRequest,
  type StopReason,
  type WaitControl,
} from './circuit-breaker.js';
import { isThrottled, isTransient, isUnreachable, type RequestResult } from './classify-answer.js';

export type { StopReason as End } from './circuit-breaker.js';

/** How long a run bears with a service in trouble: it pauses, goes on, and gives up in the end. */
export interface ServiceHealth {
  /** Takes note of what came of a request. */
  record(exchange: ObservedRequest): void;
  /** Why it is at its end. */
  end(): StopReason | undefined;
  /** Why the service is not asked for this again: it wants to be left alone for longer, or answers nothing else. */
  findBlock: CircuitBreaker['findStopReason'];
  /** Waits until this kind of request may be sent; undefined where it may. */
  awaitOpen: CircuitBreaker['awaitOpen'];
  /** What there is to say about it. */
  notes(): string[];
}

/** Requests in a row that nobody took, and that were answered by trouble, after which there is a pause. */
const failureThresholds = { lost: 5, trouble: 10 };
/** The pauses, in milliseconds; after the last one it is over. */
const pausesMs = { lost: [500, 1_000, 2_000, 2_000], trouble: [1_000, 2_000, 4_000, 8_000] };
/** Begins as strong as ever. */
export function createServiceHealth(bearing: WaitControl): ServiceHealth {
  const rests = { count: 0, ms: 0, until: 0 };
  const bars = createCircuitBreaker(bearing);
  const lost = createFailureCounter('lost', bearing, rests, bars.leaveAlone);
  const troubled = createFailureCounter('trouble', bearing, rests, bars.leaveAlone);
  return {
    end: () => lost.end() ?? troubled.end() ?? bars.end(),
    findBlock: bars.findStopReason,
    awaitOpen: bars.awaitOpen,
    record(exchange) {
      const isTrouble = isThrottled(exchange) || isTransient(exchange);
      bars.record(exchange);
      lost.heed(isUnreachable(exchange) ? targetGone : undefined, exchange);
      // Who is not there at all is waited for once.
      if (!isUnreachable(exchange)) troubled.heed(isTrouble ? describeOverload(exchange) : undefined, exchange);
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
function createFailureCounter(
  kind: keyof typeof pausesMs,
  { holdUp, leftMs }: WaitControl,
  rests: { count: number; ms: number; until: number },
  leave: CircuitBreaker['leaveAlone'],
) {
  const kinds = new Set<string>();
  const rest = (ms: number) => {
    rests.count += 1;
    rests.ms += ms;
    rests.until = clock.now() + ms;
    holdUp(ms);
  };
  // That of 429 is everybody's.
  const isOfOneKind = (about: ObservedRequest) => kind === 'trouble' && kinds.size === 1 && !isThrottled(about);
  const begin = () => {
    [inRow, paused] = [0, 0];
    if (kinds.size > 0) kinds.clear();
  };
  let inRow = 0;
  let paused = 0;
  let end: StopReason | undefined;
  return {
    end: () => end,
    /** Takes what it would end with, or nothing where all is well. */
    heed(over: StopReason | undefined, about: ObservedRequest) {
      if (over === undefined) return begin();
      inRow += 1;
      kinds.add(classifyRequest(about.method, about.path));
      // What comes back during a pause left before it.
      if (inRow < failureThresholds[kind] || clock.now() < rests.until) return;
      const ms = pausesMs[kind][paused];
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

const targetGone: StopReason = { cause: 'no-answer', why: 'the target no longer answers' };

const describeOverload = (exchange: RequestResult): StopReason => ({
  cause: isThrottled(exchange) ? 'refused' : 'no-answer',
  why: `the service answers ${exchange.answer?.status ?? 'nothing'} again and again, and did so after pauses of ${pausesMs.trouble.reduce((sum, ms) => sum + ms, 0) / 1_000} s`,
});
