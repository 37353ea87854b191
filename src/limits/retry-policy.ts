import { clock, pause } from '../model/clock.js';
import { isThrottled, isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';

/** Longest wait of one request, and first and longest wait if the response asks for none, in milliseconds. */
const maxWaitMs = 60_000;

const defaultWaitMs = 1_000;

const maxDefaultWaitMs = 10_000;

/** Maximum number of retries of one request after 429, and after a transient failure. */
const maxThrottledRetries = 3;

const maxTransientRetries = 3;

/** The first wait after a transient failure in milliseconds, and the factor between two waits. */
const firstRetryWaitMs = 50;

const retryWaitGrowth = 4;

/** Number of requests in a row whose retries were all answered 429; after that the run does not wait any more. */
const maxFutileRetries = 3;

/** The retries of a run. A wait delays all requests, because a rate limit concerns all of them. */
export type RetryPolicy = ReturnType<typeof createRetryPolicy>;

/** Total time that a run waits to remove its items, in milliseconds. */
const maxRemovalWaitMs = 30_000;

/**
 * Creates the retry policy of a run. `leftMs` returns the remaining milliseconds, 0 after an interruption. `maySpare`
 * returns whether the budget allows another cleanup request.
 */
export function createRetryPolicy(leftMs: () => number, maySpare: () => boolean = () => true) {
  const backoff = createBackoff(leftMs);
  const { resendThrottled, resendTransient, chooseWaitMs, counts } = createResender(backoff, leftMs);
  let forRemovalMs = maxRemovalWaitMs;
  return {
    /** Resolves when the current wait is over; undefined when there is none. */
    awaitTurn: backoff.awaitOpen,
    /** Delays all requests, in milliseconds. */
    holdUp: (ms: number) => void backoff.close(ms),
    /**
     * Sends a request, and again after a wait when the response is 429, because the request was not carried out. A safe
     * request is also sent again after a temporary failure; an unsafe one may have been carried out, so it is not. `send`
     * itself waits for Retry-After of such a failure.
     */
    async sendWithRetries<E extends RequestResult>(send: () => Promise<E>, isSafe: RetryCondition = false) {
      const sent = await send();
      // Most responses are neither.
      if (sent.answer !== undefined && sent.answer.status < 429) return sent;
      const first = isThrottled(sent) ? await resendThrottled(sent, send) : sent;
      return isTransient(first) ? resendTransient(first, send, isSafe) : first;
    },
    /** Waits before a removal is retried; resolves to false when the time for that is used up. */
    async awaitRemoval(refused: RequestResult) {
      const ms = chooseWaitMs(refused);
      if (ms > forRemovalMs || !maySpare()) return false;
      forRemovalMs -= backoff.close(ms);
      await backoff.awaitOpenWhatever();
      return true;
    },
    /** Notes about the waits for the report. */
    notes: () => describeWaits(counts, backoff.waitedMs()),
  };
}

function describeWaits({ repeated, troubled }: Record<'repeated' | 'troubled', number>, waitedMs: number): string[] {
  const throttled = `answered with 429 and sent again; that took ${Math.ceil(waitedMs / 1000)} s in all. To avoid it: --rate`;
  const failed =
    'sent again after 502, 503, 504 or a broken connection; only safe requests and requests that never left are sent again';
  const describe = (count: number, what: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? 'request was' : 'requests were'} ${what}`];
  return [...describe(repeated, throttled), ...describe(troubled, failed)];
}

/** Whether a request may be sent again after a transient failure, always or by its latest result. */
type RetryCondition = boolean | ((last: RequestResult) => boolean);

/** Retries requests, and counts the retries. `leftMs` returns the remaining time of the run. */
function createResender(backoff: Backoff, leftMs: () => number) {
  const run = { futile: 0, throttled: 0, repeated: 0, troubled: 0 };
  // The wait that the response asks for, otherwise a longer one each time.
  const chooseWaitMs = (refused: RequestResult) =>
    readRetryAfterMs(refused) ?? Math.min(defaultWaitMs * 2 ** run.throttled, maxDefaultWaitMs);
  const isAffordable = (ms: number) => ms <= maxWaitMs && ms < leftMs();
  /** Retries after waits while the response is 429. */
  const resendThrottled = async <E extends RequestResult>(first: E, send: () => Promise<E>): Promise<E> => {
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
  /** Retries after waits while the failure is transient. */
  const resendTransient = async <E extends RequestResult>(first: E, send: () => Promise<E>, isSafe: RetryCondition) => {
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
  return { resendThrottled, resendTransient, chooseWaitMs, counts: run };
}

/** A response during a wait belongs to a request sent before it: it changes the wait only if it asks for a time. */
const hasNewWait = (refused: RequestResult, backoff: Backoff): boolean =>
  readRetryAfterMs(refused) !== undefined || backoff.isOpen();

const mayRetry = (is: RetryCondition, last: RequestResult): boolean => (typeof is === 'boolean' ? is : is(last));

export type Backoff = ReturnType<typeof createBackoff>;

export function createBackoff(leftMs: () => number) {
  let opensAt = 0;
  let waitedMs = 0;
  const closedMs = () => opensAt - clock.now();
  return {
    waitedMs: () => waitedMs,
    isOpen: () => closedMs() <= 0,
    /** Starts a wait, or extends the current one. Returns the added milliseconds. */
    close(ms: number) {
      const now = clock.now();
      const more = Math.max(0, now + ms - Math.max(now, opensAt));
      if (more > 0) opensAt = now + ms;
      waitedMs += more;
      return more;
    },
    /** Resolves when the wait is over or aborted; undefined when there is none. */
    awaitOpen: () => (opensAt <= clock.now() ? undefined : waitUntil(() => closedMs() <= 0 || leftMs() <= 0, closedMs)),
    /** Resolves when the wait is over, even if the run was aborted. */
    awaitOpenWhatever: () => waitUntil(() => closedMs() <= 0, closedMs),
  };
}

/** Length of one wait step in milliseconds, after which an abort is checked. */
const waitSliceMs = 200;

async function waitUntil(isOver: () => boolean, ms: () => number): Promise<void> {
  while (!isOver()) await pause(Math.max(1, Math.min(waitSliceMs, Math.ceil(ms()))));
}
