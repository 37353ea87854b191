import { isSafeMethod } from '../http/method-guard.js';
import { clock } from '../model/clock.js';
import { type Exchange, getHeader, type RawExchange } from '../model/exchange.js';

export type RequestResult = Pick<Exchange | RawExchange, 'answer'> & {
  readonly silence?: string | undefined;
  readonly n?: number;
};

/** Whether the response is 429: the request was not carried out (RFC 6585 §4). */
export const isThrottled = ({ answer }: RequestResult): boolean => answer?.status === 429;

/** Whether a gateway failed temporarily (RFC 9110 §15.6.3 to §15.6.5), or the connection broke. */
export function isTransient({ answer, silence, n }: RequestResult): boolean {
  if (answer !== undefined) return answer.status === 502 || answer.status === 503 || answer.status === 504;
  return n !== 0 && silence !== undefined && brokenConnectionPattern.test(silence);
}

/** Whether no server accepts connections. */
export const isUnreachable = ({ silence }: RequestResult): boolean =>
  silence !== undefined && unreachablePattern.test(silence);

const unreachablePattern = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT/;

/** Errors before a connection was established, so that no request was sent; or the server said that it did not process it (RFC 9113 §8.7). */
export const neverSentPattern =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|REFUSED_STREAM/;

/** Whether an unsafe request may have been carried out although nothing says so: no answer, or a failure of the service. */
export const isUndecided = ({ answer, silence }: RequestResult): boolean =>
  answer === undefined ? !neverSentPattern.test(silence ?? '') : answer.status === 408 || answer.status >= 500;

/**
 * Errors of a connection that could not be established or broke. A service that does not answer within the deadline is
 * not asked again.
 */
const brokenConnectionPattern =
  /ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|socket hang up|closed without an answer|REFUSED_STREAM/;

/** Reads Retry-After as milliseconds, from seconds or from a date by the clock of the service (RFC 9110 §10.2.3). */
export function readRetryAfterMs({ answer }: RequestResult): number | undefined {
  const field = getHeader(answer, 'retry-after');
  if (field === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(field)) return Number(field) * 1_000;
  const own = Date.parse(getHeader(answer, 'date') ?? '');
  const ms = Date.parse(field) - (Number.isNaN(own) ? clock.epochMs() : own);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Whether a retry is harmless: the method is safe, or the request was never sent. */
export const createRetryCondition =
  (method: string) =>
  ({ silence }: RequestResult): boolean =>
    isSafeMethod(method) || (silence !== undefined && neverSentPattern.test(silence));
