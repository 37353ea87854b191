import type { Json } from './json.js';

/** Request methods a rule may send (RFC 9110 §9, RFC 5789; RFC 4918 §9.1 for one that is safe and mostly unknown). */
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND';

/** Header fields by lower-case name; repeated lines are kept in order. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

/** What came back. `json` is undefined when the content is absent or no JSON. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly text: string;
  readonly json: Json | undefined;
}

/** One request and what came of it: an answer, or silence with its reason. Judged by rules, recorded on the tape as `n`. */
export interface Exchange {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly answer: HttpResponse | undefined;
  readonly silence: string | undefined;
  /** What was only accepted (202) was followed to its end, and is done. */
  readonly isDone?: boolean;
}

/** The octets an origin sent for one request over a connection of its own, as a socket saw them. */
export interface RawResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Octets after the header section, before the connection went quiet or closed. */
  readonly content: string;
}

/** A raw exchange: what undici hides (content of HEAD and 204) is visible here. */
export interface RawExchange extends Omit<Exchange, 'answer'> {
  readonly answer: RawResponse | undefined;
}

/** The first value of a header field, name in any case. */
export function getHeader(message: { readonly headers: HeaderFields } | undefined, name: string): string | undefined {
  const value = message?.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : value?.[0];
}

/** Whether an exchange was answered with a status of one of these classes (2, 4, ...) or one of these codes (404, ...). */
export function hasStatus(exchange: Pick<Exchange, 'answer'> | RawExchange, ...wanted: number[]): boolean {
  const status = exchange.answer?.status;
  return (
    status !== undefined && wanted.some((want) => (want < 10 ? Math.floor(status / 100) === want : status === want))
  );
}

/** Whether it was accepted only (202), and nobody knows that it was done (RFC 9110 §15.3.3). */
export const isPending = (exchange: Pick<Exchange, 'answer' | 'isDone'>): boolean =>
  hasStatus(exchange, 202) && exchange.isDone !== true;
