import type { Json } from './json.js';

/** Request methods of rules (RFC 9110 §9, RFC 5789; RFC 4918 §9.1 for one that is safe and mostly unknown). */
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND';

/** Header fields by lower-case name; repeated lines are kept in order. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

/** A response. `json` is undefined when the content is absent or not JSON. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly text: string;
  readonly json: Json | undefined;
}

/**
 * One request with its response, or with the reason for a missing one (`silence`). Judged by rules, recorded on the
 * tape as `n`.
 */
export interface Exchange {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly answer: HttpResponse | undefined;
  readonly silence: string | undefined;
  /** Whether an accepted request (202) was followed until it completed. */
  readonly isDone?: boolean;
}

/** The octets that an origin sent for one request over its own connection. */
export interface RawResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Octets after the header section, until the connection was idle or closed; those of chunks joined. */
  readonly content: string;
}

/** A raw exchange shows what undici hides (content of HEAD and 204). */
export interface RawExchange extends Omit<Exchange, 'answer'> {
  readonly answer: RawResponse | undefined;
}

/** Returns the first value of a header field; the name is case-insensitive. */
export function getHeader(message: { readonly headers: HeaderFields } | undefined, name: string): string | undefined {
  if (message === undefined) return undefined;
  const key = name.toLowerCase();
  const value = Object.hasOwn(message.headers, key) ? message.headers[key] : undefined;
  return typeof value === 'string' ? value : value?.[0];
}

/** Whether the response has a status of one of these classes (2, 4, ...) or one of these codes (404, ...). */
export function hasStatus(exchange: Pick<Exchange, 'answer'> | RawExchange, ...wanted: number[]): boolean {
  const status = exchange.answer?.status;
  if (status === undefined) return false;
  for (const want of wanted) if (want === status || (want < 10 && want === Math.floor(status / 100))) return true;
  return false;
}

/** Whether the request was only accepted (202) and is not known to be complete (RFC 9110 §15.3.3). */
export const isPending = ({ answer, isDone }: Pick<Exchange, 'answer' | 'isDone'>): boolean =>
  answer?.status === 202 && isDone !== true;

const cacheFields = ['x-cache', 'cf-cache-status', 'x-cache-status'];

/** Whether a response says that a cache answered instead of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  if (answer === undefined) return false;
  for (const name of cacheFields)
    if (answer.headers[name] !== undefined && /hit/i.test(getHeader(answer, name) ?? '')) return true;
  return answer.headers.age !== undefined && Number(getHeader(answer, 'age')) > 0;
}

/** What requests for different items have in common: the method, and the path with `*` for segments that look like ids. */
export const classifyRequest = (method: string, path: string): string =>
  `${method} ${path.replace(/[?#].*$/s, '').replace(/[^/]*(\d|[^/]{20})[^/]*/g, '*')}`;
