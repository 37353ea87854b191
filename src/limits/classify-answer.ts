import { clock } from '../model/clock.js';
import { type Exchange, getHeader, type RawExchange } from '../model/exchange.js';

/** What came back, as far as waiting is concerned. */
export type RequestResult = Pick<Exchange | RawExchange, 'answer'> & {
  readonly silence?: string | undefined;
  readonly n?: number;
};

/** Whether the service says that it was asked too often: the request was not carried out (RFC 6585 §4). */
export const isThrottled = ({ answer }: RequestResult): boolean => answer?.status === 429;

/** Whether somebody on the way had trouble that may pass (RFC 9110 §15.6.3 to §15.6.5), or the connection broke. */
export function isTransient({ answer, silence, n }: RequestResult): boolean {
  if (answer !== undefined) return answer.status === 502 || answer.status === 503 || answer.status === 504;
  return n !== 0 && silence !== undefined && brokenConnectionPattern.test(silence);
}

/** Whether nobody is there to be asked. */
export const isUnreachable = ({ silence }: RequestResult): boolean =>
  silence !== undefined && unreachablePattern.test(silence);

const unreachablePattern = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT/;

/** Nobody took the connection, so nothing was sent over it. */
export const neverSentPattern = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;

/** A connection that could not be made or broke; a service that keeps silent until the deadline is not asked again. */
const brokenConnectionPattern =
  /ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|socket hang up|closed without an answer/;

/** Milliseconds to wait by Retry-After, as seconds or as a date by the service's own clock (RFC 9110 §10.2.3). */
export function readRetryAfterMs({ answer }: RequestResult): number | undefined {
  const told = getHeader(answer, 'retry-after');
  if (told === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(told)) return Number(told) * 1_000;
  const own = Date.parse(getHeader(answer, 'date') ?? '');
  const ms = Date.parse(told) - (Number.isNaN(own) ? clock.epochMs() : own);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Whether asking again harms nobody: the method changes nothing, or the request never left. */
export const createRetryCondition =
  (method: string) =>
  ({ silence }: RequestResult): boolean =>
    isSafeMethod(method) || (silence !== undefined && neverSentPattern.test(silence));

/** Methods that change nothing, so that asking again harms nobody. */
export const isSafeMethod = (method: string): boolean => /^(GET|HEAD|OPTIONS|PROPFIND)$/.test(method);
