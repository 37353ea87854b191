import { type Exchange, getHeader } from '../../model/exchange.js';

/** The registered statuses of final responses (IANA HTTP Status Code Registry); 306 and 418 are registered as unused. */
const registered = new Set([
  ...isBetween(200, 208),
  226,
  ...isBetween(300, 308),
  ...isBetween(400, 418),
  ...isBetween(421, 426),
  428,
  429,
  431,
  451,
  ...isBetween(500, 508),
  510,
  511,
]);

/** What is wrong with the status of a response to a request without range and conditions; undefined where nothing is. */
export function findStatusFlaw({ method, answer }: Exchange, known: readonly number[]): string | undefined {
  const status = answer?.status ?? 0;
  if (known.includes(status)) return undefined;
  if (!registered.has(status)) return `${status} is not registered`;
  const isReading = method === 'GET' || method === 'HEAD';
  if (isReading && status === 201) return `201 to ${method}, which creates nothing`;
  if (status === 304) return `304 to a ${method} without a condition`;
  // Some services count parts of a list in this field even where no range was requested.
  const isPart = status === 206 && getHeader(answer, 'content-range') === undefined;
  return isPart ? `206 to a ${method} without a range` : undefined;
}

function isBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** Server errors that concern the method, the load or an intermediary, and not the input. */
const exempt = new Set([501, 502, 503, 504, 505, 507, 508, 511]);

/** Whether a response blames the service for the request of the client; statuses of gateways (520 and above) do not. */
export function isServerFailure({ answer }: Pick<Exchange, 'answer'>): boolean {
  const status = answer?.status ?? 0;
  return status >= 500 && status < 520 && !exempt.has(status);
}
