import type { Exchange } from '../../model/exchange.js';

/** Server errors that concern the method, the load or an intermediary, and not the input. */
const exempt = new Set([501, 502, 503, 504, 505, 507, 508, 511]);

/** Whether a response blames the service for the request of the client; statuses of gateways (520 and above) do not. */
export function isServerFailure({ answer }: Pick<Exchange, 'answer'>): boolean {
  const status = answer?.status ?? 0;
  return status >= 500 && status < 520 && !exempt.has(status);
}
