import type { Client, ClientRequest, SentExchange } from '../http/exchange.js';
import { clock } from '../model/clock.js';
import { isSafeMethod, isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';
import { createMissingBaseDetector, type MissingBaseDetector } from './missing-base.js';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.js';
import { createUnusableServiceDetector } from './unusable-service.js';

/** A client for the survey: it waits when the service asks for it, and retries temporary failures. */
export interface SurveyClient extends Client {
  /** Why the survey can find out nothing: every response so far was a failure. */
  findProblem(): string | undefined;
  /** Describes what was tried when nothing exists at the base URL. */
  findMissingBase: MissingBaseDetector['findProblem'];
  /** Notes about the waits for the report. */
  notes(): string[];
}

/** Creates a client that waits until the time is over; requests after that get no answer. */
export function createSurveyClient(
  client: Client & { readonly timeoutMs: number },
  mostMs: () => number,
): SurveyClient {
  const trouble = createUnusableServiceDetector();
  const missing = createMissingBaseDetector();
  const leftMs = () => Math.min(mostMs(), trouble.leftMs());
  const retries = createRetryPolicy(leftMs);
  const waiting = createSharedWait(retries, leftMs);
  const within = (request: ClientRequest): ClientRequest => ({
    ...request,
    isCalledOff: () => leftMs() <= 0,
    timeoutMs: Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, leftMs())),
  });
  return {
    ...client,
    send: (request) =>
      retries.sendWithRetries(
        async () => {
          await retries.awaitTurn();
          const exchange = await client.send(within(request));
          trouble.record(exchange);
          missing.record(exchange);
          waiting.heed(exchange);
          return exchange;
        },
        (last) => isSafeMethod(request.method) && waiting.isOn(last),
      ),
    fetchForeign: (url, headers) =>
      retries.sendWithRetries(
        async () => {
          await retries.awaitTurn();
          return client.fetchForeign(url, headers);
        },
        (last) => readRetryAfterMs(last) === undefined,
      ),
    findProblem: trouble.findProblem,
    findMissingBase: missing.findProblem,
    notes: retries.notes,
  };
}

/** Maximum time of unsuccessful waits, in milliseconds. */
const maxFutileWaitMs = 5_000;

/**
 * Waits as long as the service asks for, for all requests together. After an unsuccessful wait, one part of the service
 * counts as down, and the others are surveyed.
 */
function createSharedWait(retries: RetryPolicy, leftMs: () => number) {
  let last: { readonly path: string; readonly ms: number; readonly until: number } | undefined;
  let inVainMs = 0;
  return {
    isOn: (failure: RequestResult) => readRetryAfterMs(failure) === undefined || inVainMs <= maxFutileWaitMs,
    heed(exchange: SentExchange) {
      const ms = isTransient(exchange) ? readRetryAfterMs(exchange) : undefined;
      if (ms === undefined) {
        if (exchange.path === last?.path) last = undefined;
        return;
      }
      if (clock.now() < (last?.until ?? 0)) return;
      inVainMs += last?.ms ?? 0;
      last = { path: exchange.path, ms, until: clock.now() + ms };
      if (inVainMs <= maxFutileWaitMs && ms < leftMs()) retries.holdUp(ms);
    },
  };
}
