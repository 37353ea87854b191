import type { Headers } from '../model/exchange.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A header value that is revealed only where it is written to the wire. */
export type Concealed = string | { readonly name: string; reveal(): string };

/** What a client shows of itself in TLS: texts of PEM files, or a PKCS #12 archive in base64. */
export interface Certificate {
  readonly cert?: string;
  readonly key?: Concealed;
  readonly pfx?: Concealed;
  readonly passphrase?: Concealed;
}

/** A request to send. `path` is an origin-form path under the base URL, or an absolute URL on the same origin. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, Concealed>>;
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
export const unsent = 0;

/** What came back. `json` is undefined when the content is absent or no JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json | undefined;
}

/** One request and what came of it. `silence` says why there is no answer. */
export interface Exchange {
  /** Number on the tape, from 1. */
  readonly n: number;
  readonly method: string;
  /** Path under the base URL, as sent. */
  readonly path: string;
  readonly answer: Answer | undefined;
  readonly silence: string | undefined;
  readonly role?: Request['role'];
}

/** Octets as a socket saw them. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly content: string;
}

/** A raw exchange over a socket of its own. */
export interface RawExchange extends Omit<Exchange, 'answer'> {
  readonly answer: RawAnswer | undefined;
}

/** What the rest of the house may do on the wire. */
export interface Client {
  /** Never throws for what a service does: silence is an exchange too. */
  send(request: Request): Promise<Exchange>;
  raw(request: Request): Promise<RawExchange>;
  /** Sends the whole or half of it over a connection of its own, which is torn before anything can be answered. */
  tear(request: Request, how: 'whole' | 'half'): Promise<Exchange>;
  /** Sends these query parameters with every request from now on that does not say them itself. */
  carry(query: Readonly<Record<string, string>>): void;
  /** Asks for a document at any address, by the same roads but with nobody's credentials. */
  elsewhere(url: string, headers: Readonly<Record<string, string>>): Promise<Exchange>;
}
