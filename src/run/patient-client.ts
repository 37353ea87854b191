import type { Client, Exchange, Request } from '../http/index.js';
import { type Patience, patienceOf } from './patience.js';
import { isSafe } from './trouble.js';

/** A client for looking around: it waits where it is asked to, and asks again where trouble may pass. */
export interface PatientClient extends Client {
  /** What there is to say about its waits. */
  notes(): string[];
}

/** Looks around with patience until the time is over; what is not sent any more is silence. */
export function patientClient(
  client: Client & { readonly timeoutMs: number },
  leftMs: () => number,
  patience: Patience = patienceOf(leftMs),
): PatientClient {
  const patiently = (go: () => Promise<Exchange>, isRepeatable = true) =>
    patience.patiently(async () => {
      await patience.open();
      return go();
    }, isRepeatable);
  const within = (request: Request): Request => ({
    ...request,
    isCalledOff: () => leftMs() <= 0,
    timeoutMs: Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, leftMs())),
  });
  return {
    ...client,
    send: (request) => patiently(() => client.send(within(request)), isSafe(request.method)),
    elsewhere: (url, headers) => patiently(() => client.elsewhere(url, headers)),
    notes: patience.notes,
  };
}
