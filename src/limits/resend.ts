import { pause } from '../model/clock.js';
import type { Backoff } from './backoff.js';
import { isThrottled, isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';

/** Whether a request may be sent again after a transient failure, always or by its latest result. */
export type RetryCondition = boolean | ((last: RequestResult) => boolean);

/** Sends requests again, and counts how often. */
export interface Resender {
  /** Sends again after waits while the answer is 429. */
  resendThrottled<E extends RequestResult>(first: E, send: () => Promise<E>): Promise<E>;
  /** Sends again after waits while the failure may pass. */
  resendTransient<E extends RequestResult>(first: E, send: () => Promise<E>, isSafe: RetryCondition): Promise<E>;
  /** How long to wait after an answer, in milliseconds: what it asks for, else longer each time. */
  chooseWaitMs(refused: RequestResult): number;
  /** Requests sent again after 429, and after failures that may pass. */
  counts(): { readonly repeated: number; readonly troubled: number };
}

/** Longest time that one request waits, and the first and longest wait where the answer asks for none, in milliseconds. */
const maxWaitMs = 60_000;
const defaultWaitMs = 1_000;
const maxDefaultWaitMs = 10_000;
/** How often one request is sent again after 429, and after a failure that may pass. */
const maxThrottledRetries = 3;
const maxTransientRetries = 3;
/** The first wait after a failure that may pass, in milliseconds, and the factor by which each further wait is longer. */
const firstRetryWaitMs = 50;
const retryWaitGrowth = 4;
/** Number of requests in a row that were answered 429 to the last, after which the run waits no more. */
const maxFutileRetries = 3;

/** Starts with nothing sent again. `leftMs` is how long the run may still take. */
export function createResender(backoff: Backoff, leftMs: () => number): Resender {
  const run = { futile: 0, throttled: 0, repeated: 0, troubled: 0 };
  const chooseWaitMs = (refused: RequestResult) =>
    readRetryAfterMs(refused) ?? Math.min(defaultWaitMs * 2 ** run.throttled, maxDefaultWaitMs);
  const isAffordable = (ms: number) => ms <= maxWaitMs && ms < leftMs();
  const resendThrottled: Resender['resendThrottled'] = async (first, send) => {
    let last = first;
    for (let i = 0; i < maxThrottledRetries && isThrottled(last) && run.futile < maxFutileRetries; i += 1) {
      const ms = chooseWaitMs(last);
      if (!isAffordable(ms)) break;
      if (hasNewWait(last, backoff)) run.throttled += Math.sign(backoff.close(ms));
      await backoff.awaitOpen();
      run.repeated += 1;
      last = await send();
    }
    if (last === first) return last;
    Object.assign(run, isThrottled(last) ? { futile: run.futile + 1 } : { futile: 0, throttled: 0 });
    return last;
  };
  const resendTransient: Resender['resendTransient'] = async (first, send, isSafe) => {
    let last = first;
    for (let i = 0; i < maxTransientRetries && isTransient(last) && mayRetry(isSafe, last); i += 1) {
      const ms = firstRetryWaitMs * retryWaitGrowth ** i;
      if (!isAffordable(Math.max(ms, readRetryAfterMs(last) ?? 0))) break;
      await pause(ms);
      run.troubled += 1;
      last = await resendThrottled(await send(), send);
    }
    return last;
  };
  return { resendThrottled, resendTransient, chooseWaitMs, counts: () => run };
}

/** A request that returns while all others wait was sent before the wait began: it changes the wait only where it asks for a time. */
const hasNewWait = (refused: RequestResult, backoff: Backoff): boolean =>
  readRetryAfterMs(refused) !== undefined || backoff.isOpen();

const mayRetry = (is: RetryCondition, last: RequestResult): boolean => (typeof is === 'boolean' ? is : is(last));
