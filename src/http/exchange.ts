import type { Exchange, RawExchange } from '../model/exchange.js';

/** A header value that is revealed only where it is written to the wire. */
export type MaybeSecret = string | { readonly name: string; reveal(): string };

/** What a client shows of itself in TLS: texts of PEM files, or a PKCS #12 archive in base64. */
export interface Certificate {
  readonly cert?: string;
  readonly key?: MaybeSecret;
  readonly pfx?: MaybeSecret;
  readonly passphrase?: MaybeSecret;
}

/** A request to send. `path` is an origin-form path under the base URL, or an absolute URL on the same origin. */
export interface ClientRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, MaybeSecret>>;
  readonly content?: string;
  /** Free words kept on the tape: which trial, which role. */
  readonly trial?: string;
  readonly role?: 'control' | 'setup' | 'cleanup' | 'survey';
  /** Who sends it, by the name of a caller; the usual one when absent. */
  readonly as?: string;
  /** Deadline in milliseconds; the client's own when absent. */
  readonly timeoutMs?: number;
  /** Asked while it waits for its turn: whether it is no longer wanted. */
  readonly isCalledOff?: () => boolean;
  /** Part of a burst that is meant: its answers slow nobody down, and it waits for nobody's trouble. */
  readonly isHasty?: boolean;
}

/** The number of an exchange that never was: the request was not sent. */
export const unsentNumber = 0;

/** One request of ours and what came of it, with the reason why it was sent. `silence` says why there is no answer. */
export interface SentExchange extends Exchange {
  readonly role?: ClientRequest['role'];
}

/** A raw exchange over a connection of its own, with the reason why it was sent. */
export interface SentRawExchange extends RawExchange {
  readonly role?: ClientRequest['role'];
}

/** What the rest of the house may do on the wire. */
export interface Client {
  /** Never throws for what a service does: silence is an exchange too. */
  send(request: ClientRequest): Promise<SentExchange>;
  raw(request: ClientRequest): Promise<SentRawExchange>;
  /** Sends the whole or half of it over a connection of its own, which is torn before anything can be answered. */
  abort(request: ClientRequest, how: 'whole' | 'half'): Promise<SentExchange>;
  /** Sends these query parameters with every request from now on that does not say them itself. */
  addQuery(query: Readonly<Record<string, string>>): void;
  /** Asks for a document at any address, by the same roads but with nobody's credentials. */
  fetchForeign(url: string, headers: Readonly<Record<string, string>>): Promise<SentExchange>;
}
