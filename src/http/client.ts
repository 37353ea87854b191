import type { Redaction } from '../model/redaction.js';
import type { MaybeSecret, NamedSecret } from '../model/secret.js';
import { type CredentialRenewal, createCredentialRenewal } from './auth/credential-renewal.js';
import type { TokenContext } from './auth/fetch-token.js';
import type { ObtainedCredential } from './auth/token-store.js';
import type { Client, ClientRequest, SentExchange, SentRawExchange } from './exchange.js';
import { assertMethodAllowed } from './method-guard.js';
import { createRateLimiter } from './rate-limit/rate-limiter.js';
import type { PaceOptions } from './rate-limit/request-pace.js';
import { createRecordedSends } from './recorded-sends.js';
import { createRecorder, type Recorder, type RecorderOptions } from './recorder.js';
import type { RequestSigner } from './sign-request.js';
import type { Tape } from './tape.js';
import { dispatch } from './transport/dispatch.js';
import { type ConnectionOptions, createRoutes } from './transport/routes.js';

/** Options of a client. */
export interface ClientOptions extends ConnectionOptions, PaceOptions {
  readonly baseUrl: string;
  /** Fields sent with every request when there is only one caller. */
  readonly headers?: Readonly<Record<string, MaybeSecret>>;
  /** The callers with their credentials; `full` is the default one. */
  readonly callers?: RecorderOptions['callers'];
  readonly secrets?: readonly NamedSecret[];
  readonly redaction?: Redaction;
  readonly timeoutMs?: number;
  readonly tape?: Tape;
  /** Maximum number of requests, including those for credentials; further requests are not sent. */
  readonly maxRequests?: number;
  /** Adds header fields to requests just before they are sent. */
  readonly signer?: RequestSigner | undefined;
  /** Methods that may be sent to the service; all when absent. */
  readonly methods?: ReadonlySet<string>;
}

/**
 * A client for one origin. It does not follow redirects, decode content or keep cookies, and records each request when
 * it is sent. It repeats a request only once, after a 401 response, for callers whose credentials it obtains.
 */
export interface OpenClient
  extends Client,
    Pick<Recorder, 'count' | 'getRecord' | 'hasSecret' | 'hideAddresses' | 'redact' | 'redactJson' | 'redactNames'> {
  /**
   * Obtains the missing credentials of all callers. Throws {@link UnreachableError}, which names those that cannot be
   * obtained.
   */
  obtainCredentials(): Promise<void>;
  /** Maximum number of requests that one request may cause when its credential is renewed. */
  readonly maxPerRequest: number;
  /** The default deadline in milliseconds. */
  readonly timeoutMs: number;
  close(): Promise<void>;
}

/** Creates a client. Sends nothing yet, so it does not fail. */
export function openClient(options: ClientOptions): OpenClient {
  const base = new URL(options.baseUrl);
  const callers = options.callers ?? {};
  const timeoutMs = options.timeoutMs ?? 10_000;
  const context = {
    base,
    timeoutMs,
    recorder: createRecorder(base, options),
    gate: createRateLimiter(options),
    routes: createRoutes(options),
  };
  const renewal = createCredentialRenewal(callers, context);
  const { send, raw, abort } = createRecordedSends(context, callers, options.signer);
  const sendAllowed = createGuardedSend(renewal, options.methods);
  return {
    ...context.recorder,
    timeoutMs,
    maxPerRequest: renewal.maxPerRequest,
    send: (request) => sendAllowed(request, send),
    raw: (request) => sendAllowed(request, raw),
    async abort(request, how) {
      assertMethodAllowed(request, options.methods);
      return abort(request, await renewal.getCredential(request), how);
    },
    fetchForeign: createForeignFetch({ ...context, timeoutMs: Math.max(timeoutMs, foreignTimeoutMs) }),
    obtainCredentials: renewal.obtainAll,
    close: context.routes.close,
  };
}

/**
 * Sends a permitted request with the credentials of its caller; a forbidden request rejects and never throws
 * synchronously.
 */
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

/** Sends a request to any address. */
const createForeignFetch =
  ({ recorder, gate, routes, timeoutMs }: Omit<TokenContext, 'base'>): Client['fetchForeign'] =>
  (url, headers) => {
    const address = new URL(url);
    return gate.sendInTurn(address, { method: 'GET', path: address.href }, async () => {
      const sent = recorder.beginForeign(address, headers);
      return recorder.end(sent, await dispatch(routes.to(address), sent, timeoutMs));
    });
  };

/** A document may be long, and the speed of its host is unknown. */
const foreignTimeoutMs = 30_000;
