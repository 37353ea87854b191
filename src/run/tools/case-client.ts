import type { ClientRequest, SafeMethod, SentExchange, SentRawExchange } from '../../http/exchange.js';
import type { WriteRecord } from '../../http/write-record.js';
import { createRetryCondition, isThrottled, isTransient } from '../../limits/classify-answer.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { clock, pause } from '../../model/clock.js';
import { type Exchange, getHeader, type Method, type RawExchange } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import type { Json } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import { isCached } from '../../rule/http/cached-answer.js';
import type { AbortPoint, HttpRequest } from '../../rule/http/request.js';
import { encodeForm } from '../content/form-content.js';
import type { ReadDelay } from '../read-delay.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

/** A request of a case; an unsafe one has the record of its ledger entry. */
export type CaseRequest = HttpRequest &
  (
    | { readonly method: SafeMethod; readonly record?: WriteRecord | undefined }
    | { readonly method: Method; readonly record: WriteRecord }
  );

/** The client of one case: records every exchange, and ends the case on a response that says nothing about the rule. */
export interface CaseClient {
  send(order: CaseRequest): Promise<Exchange>;
  raw(order: CaseRequest): Promise<RawExchange>;
  /** Like `send`, without waits and without ending the case. */
  trySend(order: CaseRequest): Promise<Exchange>;
  /** Sends a request and aborts its connection. */
  abort(order: CaseRequest, how: AbortPoint): Promise<Exchange>;
  /**
   * For cases that wait for others before they send: waits once, as before a POST, then creates an item with a client that waits for
   * none. So what has the turn to create an item never waits for a case that waits for this turn.
   */
  creating?<T>(create: (free: CaseClient) => Promise<T>): Promise<T>;
  /** All exchanges of the case in order. */
  readonly seen: readonly (SentExchange | SentRawExchange)[];
}

/** Creates an item with a client that waits for no other case. */
export const createWith = <T>(wire: CaseClient, create: (free: CaseClient) => Promise<T>): Promise<T> =>
  wire.creating ? wire.creating(create) : create(wire);

/** Maximum number of retries, and longest wait, for a cache that may return content from before a write. */
const maxCacheTries = 3;
const maxCacheWaitMs = 3_500;

/** When the reads of a case are sent, and whether all of them must reach the service. */
export type ReadSettings = ListReadDelay & { readonly isPastCaches?: boolean };

/** Creates the client of one case. Reads wait for the given times after writes. */
export function createCaseClient(meter: RequestMeter, trial: string, settled?: ReadSettings): CaseClient {
  const seen: (SentExchange | SentRawExchange)[] = [];
  const settler = createVisibilityWaiter(settled);
  const ask = async (order: CaseRequest) => {
    const settling = settler.awaitReady(order);
    if (settling !== undefined) await settling;
    const exchange = await meter.send(buildRequest(order, trial));
    seen.push(exchange);
    settler.record(order);
    return meter.ages.omitMeaningless(order, exchange) as Exchange;
  };
  const askWithRetries = (order: CaseRequest) =>
    meter.retries.sendWithRetries(() => ask(order), createRetryCondition(order.method));
  const keptMs = settled?.isPastCaches ? meter.ages.getCachedMs : () => undefined;
  const youngOf = createFreshSend(settler.staleMs, keptMs);
  const send = (order: CaseRequest): Promise<Exchange> => youngOf(order, () => askWithRetries(order));
  return {
    seen,
    trySend: ask,
    send,
    abort: async (order, how) => {
      const exchange = await meter.abort(buildRequest(order, trial), how);
      seen.push(exchange);
      settler.record(order);
      return exchange as Exchange;
    },
    raw: (order) => {
      const ask = async () => {
        await settler.awaitReady(order);
        const got = await meter.raw(buildRequest(order, trial));
        seen.push(got);
        settler.record(order);
        return meter.ages.omitMeaningless(order, got) as RawExchange;
      };
      return youngOf(order, () => meter.retries.sendWithRetries(ask, createRetryCondition(order.method)));
    },
  };
}

type StaleCheck = (order: HttpRequest, exchange: Exchange | RawExchange) => number | undefined;

/**
 * Repeats a read while a cache may return content from before the last write, and, where the service itself must
 * answer, while a cache answers at all. Throws `InconclusiveError('noise')` when that takes too long.
 */
function createFreshSend(staleMs: StaleCheck, keptMs: StaleCheck) {
  return async <E extends Exchange | RawExchange>(order: HttpRequest, go: () => Promise<E>): Promise<E> => {
    for (let i = 0; ; i += 1) {
      const exchange = requireDecisive(await go());
      const ms = staleMs(order, exchange);
      const waitMs = ms ?? keptMs(order, exchange);
      if (waitMs === undefined) return exchange;
      if (i === maxCacheTries || waitMs > maxCacheWaitMs) {
        const { method, path, n } = exchange;
        const what = ms === undefined ? 'instead of the service' : 'with the content from before the last write';
        throw new InconclusiveError('noise', `a cache may have answered ${method} ${path} ${what} (exchange ${n})`);
      }
      await pause(waitMs);
    }
  };
}

/**
 * Returns an exchange that says something about the rule. Throws `InconclusiveError('no-answer' | 'refused')`
 * otherwise: here a 429 that is left after all retries ends the case.
 */
function requireDecisive<E extends Exchange | RawExchange>(exchange: E): E {
  const { answer, silence, method, path, n } = exchange;
  if (answer === undefined)
    throw new InconclusiveError('no-answer', `${method} ${path} got no answer (exchange ${n}): ${silence}`);
  if (!isThrottled(exchange) && !isTransient(exchange)) return exchange;
  const cause = isThrottled(exchange) ? 'refused' : 'no-answer';
  throw new InconclusiveError(cause, `${method} ${path} returned ${answer.status} (exchange ${n})`);
}

function buildRequest(order: CaseRequest, trial: string): ClientRequest {
  const { path, headers, json, text, role, as } = order;
  const isFormed = parseMediaType(headers?.['content-type']).isForm;
  if (isFormed && /^\s*[[{"]/.test(text ?? ''))
    throw new InconclusiveError(
      'no-usable-case',
      'the service takes form content, and the rule sends JSON text of its own',
    );
  const content = text ?? (json === undefined ? undefined : isFormed ? encodeForm(json) : JSON.stringify(json));
  const typed =
    json === undefined || headers?.['content-type'] ? headers : { 'content-type': 'application/json', ...headers };
  // Runs for each request of a run, so absent members are skipped without copying the others.
  const request: { -readonly [Part in keyof ClientRequest]: ClientRequest[Part] } = {
    path,
    trial,
    ...nameMethod(order),
  };
  if (typed) request.headers = typed;
  if (content !== undefined) request.content = content;
  if (role) request.role = role;
  if (as) request.as = as;
  return request as ClientRequest;
}

const nameMethod = ({ method, record }: CaseRequest) => (record === undefined ? { method } : { method, record });

/** Builds the content of a request from a JSON value and a media type. */
export const buildContent = (json: Json, mediaType: string | undefined): Pick<HttpRequest, 'json' | 'headers'> => ({
  json,
  headers: { 'content-type': mediaType ?? 'application/json' },
});

/** The path of the collection, and the waits for reads of it and of its items after a write. */
type ListReadDelay = ReadDelay & { readonly listPath: string };

/** Makes the reads of one case at least as recent as its writes. */
function createVisibilityWaiter(settling?: ListReadDelay) {
  let writtenAt = Number.NEGATIVE_INFINITY;
  const isPatient = settling !== undefined && Math.max(settling.itemMs, settling.listMs) > 0;
  const windowMs = (path: string) => {
    if (settling === undefined) return 0;
    return path.split('?')[0] === settling.listPath ? settling.listMs : settling.itemMs;
  };
  return {
    /** Waits until a read may be sent; returns at once for other requests. */
    awaitReady({ method, path }: Pick<HttpRequest, 'method' | 'path'>): Promise<void> | undefined {
      if (!isPatient || !safeMethods.has(method) || method === 'OPTIONS') return undefined;
      const left = writtenAt + windowMs(path) - clock.now();
      return left > 0 ? pause(left) : undefined;
    },
    /** Records a completed write. */
    record({ method }: Pick<HttpRequest, 'method'>): void {
      if (!safeMethods.has(method)) writtenAt = clock.now();
    },
    /** Milliseconds until a cache must return content newer than the last write; undefined when it already does. */
    staleMs(
      { method }: Pick<HttpRequest, 'method'>,
      exchange: Pick<Exchange | RawExchange, 'answer'>,
    ): number | undefined {
      if (!safeMethods.has(method) || writtenAt === Number.NEGATIVE_INFINITY) return undefined;
      const ageMs = computeCachedAgeMs(exchange);
      const left = ageMs === undefined ? 0 : writtenAt + ageMs - clock.now();
      return left > 0 ? left : undefined;
    },
  };
}

/** Age of a cached response in milliseconds; caches report whole seconds (RFC 9111 §5.1). */
function computeCachedAgeMs(exchange: Pick<Exchange | RawExchange, 'answer'>): number | undefined {
  const age = exchange.answer === undefined ? undefined : getHeader(exchange.answer, 'age');
  if (age !== undefined && /^\d{1,9}$/.test(age)) return (Number(age) + 1) * 1_000;
  return isCached(exchange as Exchange) ? 1_000 : undefined;
}
