import type { RecordedExchange } from '../model/recorded-exchange.js';
import { type CredentialRenewal, createCredentialRenewal } from './auth/credential-renewal.js';
import type { TokenContext } from './auth/fetch-token.js';
import type { ObtainedCredential } from './auth/token-store.js';
import type { Client, ClientRequest, MaybeSecret, SentExchange, SentRawExchange } from './exchange.js';
import { assertMethodAllowed } from './method-guard.js';
import { createRateLimiter } from './rate-limit/rate-limiter.js';
import type { PaceOptions } from './rate-limit/request-pace.js';
import { createRecordedSends } from './recorded-sends.js';
import { createRecorder, type RecorderOptions } from './recorder.js';
import type { NamedSecret, RedactFunction, Redaction, Redactor } from './redact/redactor.js';
import type { Tape } from './tape.js';
import { dispatch } from './transport/dispatch.js';
import { type ConnectionOptions, createRoutes } from './transport/routes.js';

/** How a client is opened. */
export interface ClientOptions extends ConnectionOptions, PaceOptions {
  readonly baseUrl: string;
  /** Fields sent with every request of a caller that is not told apart. */
  readonly headers?: Readonly<Record<string, MaybeSecret>>;
  /** Who can be played, with everything that makes them known; `full` is the usual one. */
  readonly callers?: RecorderOptions['callers'];
  readonly secrets?: readonly NamedSecret[];
  readonly redaction?: Redaction;
  readonly timeoutMs?: number;
  readonly tape?: Tape;
  /** Most requests that leave, those for credentials included; what is beyond is not sent. */
  readonly maxRequests?: number;
  /** Methods that may be sent to the target; without them all may. */
  readonly methods?: ReadonlySet<string>;
}

/**
 * A client on one origin. It neither follows redirects nor decodes nor keeps cookies, and records each request when it is
 * sent. It repeats none but those of a caller whose credential it obtained itself, once, where a 401 says that the
 * request was not carried out for want of another one.
 */
export interface OpenClient extends Client {
  /** Obtains the credentials of all callers who have none yet. Throws Unreachable, which names those that cannot be had. */
  obtainCredentials(): Promise<void>;
  /** What the tape says of an exchange that is still at hand. */
  getRecord(exchange: Pick<SentExchange, 'n' | 'silence'>): RecordedExchange;
  readonly redact: RedactFunction;
  /** A value of JSON as it may be shown; what was blotted in these exchanges for where it stood is blotted in it, too. */
  redactJson<T>(value: T, seen?: readonly object[]): T;
  /** Whether a secret stands there that is too long to stand there by chance. */
  readonly hasSecret: Redactor['hasSecret'];
  /** As `clear`, for what must be understood afterwards: only what is no part of a name by chance is blotted. */
  readonly redactNames: Redactor['redactNames'];
  /** Requests sent so far. */
  count(): number;
  /** Most requests that one may become, where a credential is renewed for it and it is sent again. */
  readonly maxPerRequest: number;
  /** The usual deadline, in milliseconds. */
  readonly timeoutMs: number;
  close(): Promise<void>;
}

/** Opens a client. Nothing is sent yet, so nothing fails yet. */
export function openClient(options: ClientOptions): OpenClient {
  const base = new URL(options.baseUrl);
  const callers = options.callers ?? {};
  const timeoutMs = options.timeoutMs ?? 10_000;
  const context = {
    base,
    timeoutMs,
    desk: createRecorder(base, options),
    gate: createRateLimiter(options),
    routes: createRoutes(options),
  };
  const identification = createCredentialRenewal(callers, context);
  const { send, raw, abort } = createRecordedSends(context, callers);
  const sendAllowed = createGuardedSend(identification, options.methods);
  const { redact, redactJson, redactNames, hasSecret, count, getRecord, addQuery } = context.desk;
  return {
    redact,
    redactJson,
    redactNames,
    hasSecret,
    count,
    getRecord,
    addQuery,
    timeoutMs,
    maxPerRequest: identification.maxPerRequest,
    send: (request) => sendAllowed(request, send),
    raw: (request) => sendAllowed(request, raw),
    async abort(request, how) {
      assertMethodAllowed(request, options.methods);
      return abort(request, await identification.getCredential(request), how);
    },
    fetchForeign: createForeignFetch({ ...context, timeoutMs: Math.max(timeoutMs, foreignTimeoutMs) }),
    obtainCredentials: identification.obtainAll,
    close: context.routes.close,
  };
}

/** Sends what may be sent, with the credential of who sends it; a request that may not is refused, and never throws at once. */
const createGuardedSend =
  ({ sendWithCredential }: CredentialRenewal, methods: ClientOptions['methods']) =>
  <E extends SentExchange | SentRawExchange>(
    request: ClientRequest,
    go: (request: ClientRequest, held: ObtainedCredential | undefined) => Promise<E>,
  ): Promise<E> => {
    try {
      assertMethodAllowed(request, methods);
      return sendWithCredential(request, (held) => go(request, held));
    } catch (error) {
      return Promise.reject(error);
    }
  };

/** Sends to any address. */
const createForeignFetch =
  ({ desk, gate, routes, timeoutMs }: Omit<TokenContext, 'base'>): Client['fetchForeign'] =>
  (url, headers) => {
    const address = new URL(url);
    return gate.sendInTurn(address, { method: 'GET', path: address.href }, async () => {
      const sent = desk.beginForeign(address, headers);
      return desk.end(sent, await dispatch(routes.to(address), sent, timeoutMs));
    });
  };

/** A document may be long, and its host is not the one whose speed is known. */
const foreignTimeoutMs = 30_000;
