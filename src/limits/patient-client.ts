import type { Client, Exchange, Request } from '../http/exchange.js';
import { clock } from '../model/clock.js';
import { isSafe, isTransient, type Told, waitMs } from './classify-answer.js';
import { type Patience, patienceOf } from './retry-policy.js';
import { uselessness } from './unusable-service.js';

/** A client for looking around: it waits where it is asked to, and asks again where trouble may pass. */
export interface PatientClient extends Client {
  /** Why there is nothing to be learnt by looking: every answer so far was trouble. */
  useless(): string | undefined;
  /** What there is to say about its waits. */
  notes(): string[];
}

/** Looks around with patience until the time is over; what is not sent any more is silence. */
export function patientClient(client: Client & { readonly timeoutMs: number }, mostMs: () => number): PatientClient {
  const trouble = uselessness();
  const leftMs = () => Math.min(mostMs(), trouble.leftMs());
  const patience = patienceOf(leftMs);
  const waiting = waitingOnce(patience, leftMs);
  const within = (request: Request): Request => ({
    ...request,
    isCalledOff: () => leftMs() <= 0,
    timeoutMs: Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, leftMs())),
  });
  return {
    ...client,
    send: (request) =>
      patience.patiently(
        async () => {
          await patience.open();
          const exchange = await client.send(within(request));
          trouble.heed(exchange);
          waiting.heed(exchange);
          return exchange;
        },
        (last) => isSafe(request.method) && waiting.isOn(last),
      ),
    elsewhere: (url, headers) =>
      patience.patiently(
        async () => {
          await patience.open();
          return client.elsewhere(url, headers);
        },
        (last) => waitMs(last) === undefined,
      ),
    useless: trouble.why,
    notes: patience.notes,
  };
}

/** Time that is waited in vain, in milliseconds, after which no more is. */
const mostVainMs = 5_000;

/** Waits as long as trouble asks for, everybody together; once that was in vain, one part of the service is down, and the others are looked at. */
function waitingOnce(patience: Patience, leftMs: () => number) {
  let last: { readonly path: string; readonly ms: number; readonly until: number } | undefined;
  let inVainMs = 0;
  return {
    isOn: (told: Told) => waitMs(told) === undefined || inVainMs <= mostVainMs,
    heed(exchange: Exchange) {
      const ms = isTransient(exchange) ? waitMs(exchange) : undefined;
      if (ms === undefined) {
        if (exchange.path === last?.path) last = undefined;
        return;
      }
      if (clock.now() < (last?.until ?? 0)) return;
      inVainMs += last?.ms ?? 0;
      last = { path: exchange.path, ms, until: clock.now() + ms };
      if (inVainMs <= mostVainMs && ms < leftMs()) patience.close(ms);
    },
  };
}
