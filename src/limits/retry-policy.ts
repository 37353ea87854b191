import { pause } from '../model/clock.js';
import { createBackoff } from './backoff.js';
import { isThrottled, isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';

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

/** Longest time that one request waits, and what one waits at first that is told no time, in milliseconds. */
const maxWaitMs = 60_000;
const defaultWaitMs = 1_000;
const maxDefaultWaitMs = 10_000;
/** How often one request is sent again after 429, and after trouble that may pass. */
const maxThrottledRetries = 3;
const maxTransientRetries = 3;
/** What is waited before a request is sent again after trouble, at first, and each time so many times as long. */
const firstRetryWaitMs = 50;
const retryWaitGrowth = 4;
/** Requests in a row that were answered 429 to the last, after which waiting is over for this run. */
const maxFutileRetries = 3;
/** Time that a run waits in all to remove what it made. */
const maxRemovalWaitMs = 30_000;

/** Begins with all the patience of a run; `leftMs` tells how long it may still take, and nothing once it was interrupted. `maySpare` tells whether cleaning up can pay for another try. */
export function createRetryPolicy(leftMs: () => number, maySpare: () => boolean = () => true): RetryPolicy {
  const door = createBackoff(leftMs);
  const run = { inVain: 0, throttled: 0, repeated: 0, troubled: 0, forRemovalMs: maxRemovalWaitMs };
  /** Waits grow while nobody says how long they have to be. */
  const waitFor = (told: RequestResult) =>
    readRetryAfterMs(told) ?? Math.min(defaultWaitMs * 2 ** run.throttled, maxDefaultWaitMs);
  const isAffordable = (ms: number) => ms <= maxWaitMs && ms < leftMs();
  const afterThrottling: RetryStep = async (first, send) => {
    let last = first;
    for (let i = 0; i < maxThrottledRetries && isThrottled(last) && run.inVain < maxFutileRetries; i += 1) {
      const ms = waitFor(last);
      if (!isAffordable(ms)) break;
      if (hasNewWait(last, door)) run.throttled += Math.sign(door.close(ms));
      await door.awaitOpen();
      run.repeated += 1;
      last = await send();
    }
    if (last === first) return last;
    const isInVain = isThrottled(last);
    Object.assign(run, isInVain ? { inVain: run.inVain + 1 } : { inVain: 0, throttled: 0 });
    return last;
  };
  const afterTrouble = async <E extends RequestResult>(first: E, send: () => Promise<E>, isSafe: RetryCondition) => {
    let last = first;
    for (let i = 0; i < maxTransientRetries && isTransient(last) && mayRetry(isSafe, last); i += 1) {
      const ms = firstRetryWaitMs * retryWaitGrowth ** i;
      if (!isAffordable(Math.max(ms, readRetryAfterMs(last) ?? 0))) break;
      await pause(ms);
      run.troubled += 1;
      last = await afterThrottling(await send(), send);
    }
    return last;
  };
  return {
    awaitTurn: door.awaitOpen,
    holdUp: (ms) => void door.close(ms),
    async sendWithRetries(send, isSafe = false) {
      const sent = await send();
      const first = isThrottled(sent) ? await afterThrottling(sent, send) : sent;
      return isTransient(first) ? afterTrouble(first, send, isSafe) : first;
    },
    async awaitRemoval(refused) {
      const ms = waitFor(refused);
      if (ms > run.forRemovalMs || !maySpare()) return false;
      run.forRemovalMs -= door.close(ms);
      await door.awaitOpenWhatever();
      return true;
    },
    notes: () => describeWaits({ ...run, waitedMs: door.waitedMs() }),
  };
}

/** Those who come back while everybody waits left before it, so that they tell nothing new unless they tell a time. */
const hasNewWait = (told: RequestResult, door: { isOpen(): boolean }): boolean =>
  readRetryAfterMs(told) !== undefined || door.isOpen();

/** Whether a request may be sent again after trouble, always or by what came of it last. */
type RetryCondition = boolean | ((last: RequestResult) => boolean);

const mayRetry = (is: RetryCondition, last: RequestResult): boolean => (typeof is === 'boolean' ? is : is(last));

type RetryStep = <E extends RequestResult>(first: E, send: () => Promise<E>) => Promise<E>;

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
