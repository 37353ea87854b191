import type { Exchange, RawExchange } from '../model/exchange.js';
import type { MaybeSecret } from '../model/secret.js';
import type { WriteRecord } from './method-guard.js';
import type { UnusableResponse } from './transport/dispatch.js';

/** Methods by which a request asks for no change (RFC 9110 §9.2.1, RFC 4918 §9.1). */
export type SafeMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'PROPFIND';

/** A request that asks for no change. A safe method with an override of the method needs a record, too. */
export interface SafeRequest extends RequestParts {
  readonly method: SafeMethod;
  readonly record?: WriteRecord | undefined;
}

/** A request that may create or change something. It is in the ledger before it is sent. */
export interface WriteRequest extends RequestParts {
  readonly method: string;
  readonly record: WriteRecord;
}

/** A request to send: an unsafe method requires a record of the ledger. */
export type ClientRequest = SafeRequest | WriteRequest;

/** What all requests have. `path` is an origin-form path under the base URL, or an absolute URL on the same origin. */
interface RequestParts {
  readonly path: string;
  readonly headers?: Readonly<Record<string, MaybeSecret>>;
  readonly content?: string;
  /** Labels on the tape: the trial, and the role in it. */
  readonly trial?: string;
  readonly role?: 'control' | 'setup' | 'cleanup' | 'survey';
  /** Name of the caller whose credentials are sent; the default one when absent. */
  readonly as?: string;
  /** Fields that were added just before it is sent; reports do not contain their values. */
  readonly signature?: Readonly<Record<string, string>>;
  /** Deadline in milliseconds; that of the client when absent. */
  readonly timeoutMs?: number;
  /** Polled while the request waits for its turn: whether it is no longer needed. */
  readonly isCalledOff?: () => boolean;
  /** Part of an intended burst: it does not wait for earlier failures, and its responses do not slow down the client. */
  readonly isHasty?: boolean;
  /** Part of restoring a single resource, for which requests are reserved. */
  readonly isRestoring?: boolean;
}

/** The number of a request that was not sent. */
export const unsentNumber = 0;

/** A sent request with its response and its labels. `silence` says why there is no answer. */
export interface SentExchange extends Exchange {
  readonly role?: ClientRequest['role'];
  /** What arrived of a response whose content is too large or cannot be decoded. */
  readonly unusable?: UnusableResponse;
}

/** The exchange of a request that was not sent. */
export const buildUnsentExchange = (
  { method, path, role }: Pick<ClientRequest, 'method' | 'path' | 'role'>,
  silence: string,
): SentExchange & SentRawExchange => ({
  n: unsentNumber,
  method,
  path,
  answer: undefined,
  silence,
  ...(role && { role }),
});

/** A raw exchange over its own connection, with its labels. */
export interface SentRawExchange extends RawExchange {
  readonly role?: ClientRequest['role'];
}

/** A client as other parts of the kit use it. */
export interface Client {
  /** Never throws because of a response; a missing answer is an exchange, too. */
  send(request: ClientRequest): Promise<SentExchange>;
  raw(request: ClientRequest): Promise<SentRawExchange>;
  /** Sends the whole or half of a request over its own connection and aborts it before a response. */
  abort(request: ClientRequest, how: 'whole' | 'half'): Promise<SentExchange>;
  /** Adds these query parameters to every later request that does not set them; `isFor`: only to those to such paths. */
  addQuery(query: Readonly<Record<string, string>>, isFor?: (path: string, method: string) => boolean): void;
  /** Requests a document at any address, through the same proxy and without credentials. */
  fetchForeign(url: string, headers: Readonly<Record<string, string>>): Promise<SentExchange>;
}
