import { createBackoff } from './backoff.js';
import { isThrottled, isTransient, type RequestResult } from './classify-answer.js';
import { createResender, type RetryCondition } from './resend.js';

export { readRetryAfterMs as waitMs } from './classify-answer.js';

/** The waits of a run: who is told to come back later holds up everybody, for the limit is everybody's. */
export interface RetryPolicy {
  /** Waits until nobody has to; undefined where that is so already. */
  awaitTurn(): Promise<void> | undefined;
  /**
   * Sends, and again after a wait where that was answered 429: it was not carried out. What is safe is also sent again where
   * somebody on the way had trouble, which may pass; what is not may have been carried out, so it never is. Where that asked
   * for a time, it is for `send` to wait.
   */
  sendWithRetries<E extends RequestResult>(send: () => Promise<E>, isSafe?: RetryCondition): Promise<E>;
  /** Waits before something is removed after all; false where the patience for that is at its end. */
  awaitRemoval(refused: RequestResult): Promise<boolean>;
  /** Holds up everybody for a time. */
  holdUp(ms: number): void;
  /** What there is to say about it. */
  notes(): string[];
}

/** Time that a run waits in all to remove what it made. */
const maxRemovalWaitMs = 30_000;

/** Begins with all the patience of a run; `leftMs` tells how long it may still take, and nothing once it was interrupted. `maySpare` tells whether cleaning up can pay for another try. */
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
        `${describeRequestCount(repeated)} answered 429 and sent again; that took ${Math.ceil(waitedMs / 1000)} s in all, which --rate would save`,
      ]),
  ...(troubled === 0
    ? []
    : [
        `${describeRequestCount(troubled)} sent again after 502, 503, 504 or a connection that broke; only what is safe or never left is`,
      ]),
];

const describeRequestCount = (count: number) => `${count} ${count === 1 ? 'request was' : 'requests were'}`;
