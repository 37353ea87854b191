import { createBackoff } from './backoff.js';
import { isThrottled, isTransient, type RequestResult } from './classify-answer.js';
import { createResender, type RetryCondition } from './resend.js';

/** The retries of a run. A wait delays all requests, because a rate limit concerns all of them. */
export interface RetryPolicy {
  /** Resolves when the current wait is over; undefined when there is none. */
  awaitTurn(): Promise<void> | undefined;
  /**
   * Sends a request, and again after a wait when the response is 429, because the request was not carried out. A safe
   * request is also sent again after a temporary failure; an unsafe one may have been carried out, so it is not. `send`
   * itself waits for Retry-After of such a failure.
   */
  sendWithRetries<E extends RequestResult>(send: () => Promise<E>, isSafe?: RetryCondition): Promise<E>;
  /** Waits before a removal is retried; resolves to false when the time for that is used up. */
  awaitRemoval(refused: RequestResult): Promise<boolean>;
  /** Delays all requests, in milliseconds. */
  holdUp(ms: number): void;
  /** Notes about the waits for the report. */
  notes(): string[];
}

/** Total time that a run waits to remove its items, in milliseconds. */
const maxRemovalWaitMs = 30_000;

/**
 * Creates the retry policy of a run. `leftMs` returns the remaining milliseconds, 0 after an interruption. `maySpare`
 * returns whether the budget allows another cleanup request.
 */
export function createRetryPolicy(leftMs: () => number, maySpare: () => boolean = () => true): RetryPolicy {
  const backoff = createBackoff(leftMs);
  const { resendThrottled, resendTransient, chooseWaitMs, counts } = createResender(backoff, leftMs);
  let forRemovalMs = maxRemovalWaitMs;
  return {
    awaitTurn: backoff.awaitOpen,
    holdUp: (ms) => void backoff.close(ms),
    async sendWithRetries(send, isSafe = false) {
      const sent = await send();
      const first = isThrottled(sent) ? await resendThrottled(sent, send) : sent;
      return isTransient(first) ? resendTransient(first, send, isSafe) : first;
    },
    async awaitRemoval(refused) {
      const ms = chooseWaitMs(refused);
      if (ms > forRemovalMs || !maySpare()) return false;
      forRemovalMs -= backoff.close(ms);
      await backoff.awaitOpenWhatever();
      return true;
    },
    notes: () => describeWaits({ ...counts(), waitedMs: backoff.waitedMs() }),
  };
}

interface WaitCounts {
  readonly repeated: number;
  readonly troubled: number;
  readonly waitedMs: number;
}

const describeWaits = ({ repeated, troubled, waitedMs }: WaitCounts): string[] => [
  ...(repeated === 0
    ? []
    : [
        `${describeRequestCount(repeated)} answered with 429 and sent again; that took ${Math.ceil(waitedMs / 1000)} s in all. To avoid it: --rate`,
      ]),
  ...(troubled === 0
    ? []
    : [
        `${describeRequestCount(troubled)} sent again after 502, 503, 504 or a broken connection; only safe requests and requests that never left are sent again`,
      ]),
];

const describeRequestCount = (count: number) => `${count} ${count === 1 ? 'request was' : 'requests were'}`;
