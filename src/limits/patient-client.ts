import type { Client, ClientRequest, SentExchange } from '../http/exchange.js';
import { clock } from '../model/clock.js';
import { isSafeMethod, isTransient, type RequestResult, readRetryAfterMs } from './classify-answer.js';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.js';
import { createUnusableServiceDetector } from './unusable-service.js';

/** A client for looking around: it waits where it is asked to, and asks again where trouble may pass. */
export interface PatientClient extends Client {
  /** Why there is nothing to be learnt by looking: every answer so far was trouble. */
  findProblem(): string | undefined;
  /** What there is to say about its waits. */
  notes(): string[];
}

/** Looks around with patience until the time is over; what is not sent any more is silence. */
export function createPatientClient(
  client: Client & { readonly timeoutMs: number },
  mostMs: () => number,
): PatientClient {
  const trouble = createUnusableServiceDetector();
  const leftMs = () => Math.min(mostMs(), trouble.leftMs());
  const patience = createRetryPolicy(leftMs);
  const waiting = createSharedWait(patience, leftMs);
  const within = (request: ClientRequest): ClientRequest => ({
    ...request,
    isCalledOff: () => leftMs() <= 0,
    timeoutMs: Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, leftMs())),
  });
  return {
    ...client,
    send: (request) =>
      patience.sendWithRetries(
        async () => {
          await patience.awaitTurn();
          const exchange = await client.send(within(request));
          trouble.record(exchange);
          waiting.heed(exchange);
          return exchange;
        },
        (last) => isSafeMethod(request.method) && waiting.isOn(last),
      ),
    fetchForeign: (url, headers) =>
      patience.sendWithRetries(
        async () => {
          await patience.awaitTurn();
          return client.fetchForeign(url, headers);
        },
        (last) => readRetryAfterMs(last) === undefined,
      ),
    findProblem: trouble.findProblem,
    notes: patience.notes,
  };
}

/** Time that is waited in vain, in milliseconds, after which no more is. */
const maxFutileWaitMs = 5_000;

/** Waits as long as trouble asks for, everybody together; once that was in vain, one part of the service is down, and the others are looked at. */
function createSharedWait(patience: RetryPolicy, leftMs: () => number) {
  let last: { readonly path: string; readonly ms: number; readonly until: number } | undefined;
  let inVainMs = 0;
  return {
    isOn: (told: RequestResult) => readRetryAfterMs(told) === undefined || inVainMs <= maxFutileWaitMs,
    heed(exchange: SentExchange) {
      const ms = isTransient(exchange) ? readRetryAfterMs(exchange) : undefined;
      if (ms === undefined) {
        if (exchange.path === last?.path) last = undefined;
        return;
      }
      if (clock.now() < (last?.until ?? 0)) return;
      inVainMs += last?.ms ?? 0;
      last = { path: exchange.path, ms, until: clock.now() + ms };
      if (inVainMs <= maxFutileWaitMs && ms < leftMs()) patience.holdUp(ms);
    },
  };
}
