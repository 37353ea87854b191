import { classifyRequest, type HttpResponse, type RawResponse } from '../model/exchange.js';
import type { Callers } from './auth/credentials.js';
import { createTokenFetcher, type TokenContext } from './auth/fetch-token.js';
import { createTokenStore, type ObtainedCredential, type TokenStore } from './auth/token-store.js';
import { UnreachableError } from './connectivity.js';
import {
  buildUnsentExchange,
  type Client,
  type ClientRequest,
  type SentExchange,
  type SentRawExchange,
} from './exchange.js';
import { assertMethodAllowed } from './method-guard.js';
import { createRequestPace, type PaceOptions } from './rate-limit/request-pace.js';
import { createRecorder, type Recorder, type RecorderOptions } from './recorder.js';
import { type RequestSigner, signRequest } from './sign-request.js';
import { dispatch } from './transport/dispatch.js';
import { abortRaw, sendRaw } from './transport/raw-socket.js';
import { type ConnectionOptions, createRoutes } from './transport/routes.js';

export interface ClientOptions extends ConnectionOptions, PaceOptions, RecorderOptions {
  readonly baseUrl: string;
  readonly timeoutMs?: number;
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

/** How a request is sent: over a kept connection, or over one of its own, which may be broken before a response. */
type Way = 'pooled' | 'raw' | 'whole' | 'half';

/** Creates a client. Sends nothing yet, so it does not fail. */
export function openClient(options: ClientOptions): OpenClient {
  const { signer, methods, callers = {}, timeoutMs = 10_000 } = options;
  const base = new URL(options.baseUrl);
  const recorder = createRecorder(base, options);
  const pace = createRequestPace(options);
  const routes = createRoutes(options);
  const renewal = createCredentialRenewal(callers, { base, timeoutMs, recorder, pace, routes });

  /**
   * Sends a request when it is its turn, signed and recorded. Resolves to an unsent exchange when it may not be sent. Rejects for one that
   * is not permitted, because that is an error in the kit or a rule.
   */
  const sendOnce = async (request: ClientRequest, held: ObtainedCredential | undefined, way: Way) => {
    assertMethodAllowed(request, methods);
    const turn = pace.awaitTurn(base, request);
    const why = pace.admit(typeof turn === 'boolean' ? turn : await turn);
    if (why !== undefined) return buildUnsentExchange(request, why);
    const signed = signer === undefined ? request : await signRequest(request, signer, recorder.preview(request, held));
    if (typeof signed === 'string') return buildUnsentExchange(request, signed);
    const route = routes.to(base, callers[request.as ?? 'full']?.certificate);
    const sent = recorder.begin(signed, held);
    const ms = request.timeoutMs ?? timeoutMs;
    let exchange: SentExchange | SentRawExchange;
    if (way === 'pooled') exchange = recorder.end(sent, await dispatch(route, sent, ms));
    else if (way === 'raw') exchange = recorder.endRaw(sent, await sendRaw(route, sent, sent.content, ms));
    else exchange = recorder.end(sent, await abortRaw(route, sent, sent.content, way));
    if (!request.isHasty) pace.recordResponse(base, sent.startedAt, exchange.answer);
    return exchange;
  };

  /** Sends nothing for a request that is not permitted, not even one for a credential. */
  const sendWithStore = async (request: ClientRequest, store: TokenStore, way: Way) => {
    assertMethodAllowed(request, methods);
    return sendWithRenewal(store, request, (held) => sendOnce(request, held, way));
  };

  const send = (request: ClientRequest, way: Way): Promise<SentExchange | SentRawExchange> => {
    // None for a fixed, invented or missing credential.
    const store = renewal.stores.get(request.as ?? 'full');
    return store === undefined ? sendOnce(request, undefined, way) : sendWithStore(request, store, way);
  };

  return {
    ...recorder,
    timeoutMs,
    maxPerRequest: renewal.maxPerRequest,
    send: (request) => send(request, 'pooled') as Promise<SentExchange>,
    raw: (request) => send(request, 'raw') as Promise<SentRawExchange>,
    // The client breaks this connection itself, so that no answer says nothing about the service.
    abort: (request, how) => send({ ...request, isHasty: true }, how) as Promise<SentExchange>,
    async fetchForeign(url, headers) {
      const address = new URL(url);
      const why = pace.admit(await pace.awaitTurn(address));
      if (why !== undefined) return buildUnsentExchange({ method: 'GET', path: address.href }, why);
      const sent = recorder.beginForeign(address, headers);
      const received = await dispatch(routes.to(address), sent, Math.max(timeoutMs, foreignTimeoutMs));
      const exchange = recorder.end(sent, received);
      pace.recordResponse(address, sent.startedAt, exchange.answer);
      return exchange;
    },
    obtainCredentials: renewal.obtainAll,
    close: routes.close,
  };
}

/** A document may be long, and the speed of its host is unknown. */
const foreignTimeoutMs = 30_000;

/** The refused request, two token requests (with and without the refresh token), and the repeated request. */
const maxRequestsWithRenewal = 4;

function createCredentialRenewal(callers: Callers, context: TokenContext) {
  const stores = new Map<string, TokenStore>(
    Object.entries(callers).flatMap(([name, calling]) =>
      calling?.obtain
        ? [[name, createTokenStore(calling.obtain, createTokenFetcher(context, calling.certificate))] as const]
        : [],
    ),
  );
  return {
    /** By the name of the caller. */
    stores,
    /** Obtains all missing credentials. Throws {@link UnreachableError}, which names all that cannot be obtained. */
    obtainAll: () => obtainAll([...stores.values()]),
    /** Maximum number of requests that one request may cause. */
    maxPerRequest: stores.size === 0 ? 1 : maxRequestsWithRenewal,
  };
}

/** Sends a request, and once more with a new credential after a 401 that refused the first one. */
async function sendWithRenewal<T extends { answer: HttpResponse | RawResponse | undefined }>(
  store: TokenStore,
  request: ClientRequest,
  go: (held: ObtainedCredential) => Promise<T>,
): Promise<T> {
  const held = await store.getCredential();
  const first = await go(held);
  if (first.answer?.status !== 401 || hasOwnCredential(request, held)) return first;
  const another = await store.renew(held, classifyRequest(request.method, request.path));
  if (another === undefined) return first;
  const second = await go(another);
  if (second.answer?.status === 401) store.recordFutile(classifyRequest(request.method, request.path));
  return second;
}

/** Whether a request sets the credential field itself, so that a renewed credential would not change it. */
const hasOwnCredential = ({ headers = {} }: ClientRequest, { in: place, name }: ObtainedCredential): boolean =>
  place === 'header' && Object.keys(headers).some((own) => own.toLowerCase() === name);

async function obtainAll(stores: readonly TokenStore[]): Promise<void> {
  const ends = await Promise.allSettled(stores.map((store) => store.getCredential()));
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  const strange = failures.find((failure) => !(failure instanceof UnreachableError));
  if (strange) throw strange;
  if (failures.length > 0) throw new UnreachableError(failures.map(({ message }) => message).join('\n'));
}
