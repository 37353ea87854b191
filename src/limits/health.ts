import { classifyRequest } from '../model/classify-request.js';
import { clock } from '../model/clock.js';
import {
  type CircuitBreaker,
  createCircuitBreaker,
  type ObservedRequest,
  type StopReason,
  type WaitControl,
} from './circuit-breaker.js';
import { isThrottled, isTransient, isUnreachable, type RequestResult } from './classify-answer.js';

/** Pauses a run while the service fails, and ends it when pauses do not help. */
export interface ServiceHealth {
  /** Records an exchange. */
  record(exchange: ObservedRequest): void;
  /** Why the run ends. */
  end(): StopReason | undefined;
  /** Why this kind of request is not sent: the service asked for a longer wait, or it always fails. */
  findBlock: CircuitBreaker['findStopReason'];
  /** Resolves when this kind of request may be sent; undefined when it may already. */
  awaitOpen: CircuitBreaker['awaitOpen'];
  /** Notes about the pauses for the report. */
  notes(): string[];
}

/** Number of failures in a row before a pause: connections not accepted, and failed responses. */
const failureThresholds = { lost: 5, trouble: 10 };
/** The pauses in milliseconds; the run ends after the last one. A supervisor needs seconds to start a service again. */
const pausesMs = { lost: [500, 1_000, 2_000, 4_000, 8_000], trouble: [1_000, 2_000, 4_000, 8_000] };
/** Creates the health of a service without failures. */
export function createServiceHealth(waitControl: WaitControl): ServiceHealth {
  const rests = { count: 0, ms: 0, until: 0 };
  const breaker = createCircuitBreaker(waitControl);
  const lost = createFailureCounter('lost', waitControl, rests, breaker.leaveAlone);
  const troubled = createFailureCounter('trouble', waitControl, rests, breaker.leaveAlone);
  return {
    end: () => lost.end() ?? troubled.end() ?? breaker.end(),
    findBlock: breaker.findStopReason,
    awaitOpen: breaker.awaitOpen,
    record(exchange) {
      const isTrouble = isThrottled(exchange) || isTransient(exchange);
      breaker.record(exchange);
      lost.count(isUnreachable(exchange) ? targetGone : undefined, exchange);
      // A service that accepts no connections is handled by the other counter.
      if (!isUnreachable(exchange)) troubled.count(isTrouble ? describeOverload(exchange) : undefined, exchange);
    },
    notes: () => [
      ...(rests.count === 0
        ? []
        : [`the run paused ${rests.count} times, ${rests.ms / 1_000} s in all, because the service had trouble`]),
      ...breaker.notes(),
    ],
  };
}

/**
 * Counts failures in a row, pauses, and ends the run when the last pause did not help. If all failures are of one kind
 * of request, only that kind is stopped, and the next requests show whether the others fail, too.
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
  // A 429 response concerns all requests.
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
    /** Takes the reason to end the run, or undefined for a success. */
    count(over: StopReason | undefined, about: ObservedRequest) {
      if (over === undefined) return begin();
      inRow += 1;
      kinds.add(classifyRequest(about.method, about.path));
      // A response during a pause belongs to a request sent before it.
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

const targetGone: StopReason = { cause: 'no-answer', why: 'the service no longer answers' };

const describeOverload = (exchange: RequestResult): StopReason => ({
  cause: isThrottled(exchange) ? 'refused' : 'no-answer',
  why: `the service repeatedly returns ${exchange.answer?.status ?? 'nothing'}, also after pauses of ${pausesMs.trouble.reduce((sum, ms) => sum + ms, 0) / 1_000} s`,
});
