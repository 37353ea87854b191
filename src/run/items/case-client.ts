import { randomUUID } from 'node:crypto';
import type { ClientRequest, SafeMethod, SentExchange, SentRawExchange } from '../../http/exchange.js';
import type { WriteRecord } from '../../http/write-record.js';
import { createRetryCondition, isThrottled, isTransient } from '../../limits/classify-answer.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { clock, pause } from '../../model/clock.js';
import { type Exchange, getHeader, type Method, type RawExchange } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { serializeFieldText } from '../../model/field/structured-field.js';
import { type Json, setAtPointer } from '../../model/json.js';
import type { IdempotencyCarrier } from '../../model/service/collection-parts.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { isCached } from '../../rule/http/cached-answer.js';
import type { AbortPoint, HttpRequest } from '../../rule/http/request.js';
import { encodeForm } from '../content/form-content.js';
import type { ReadDelay } from '../read-delay.js';

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

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

/** When the reads of a case are sent after a write, and whether all of them must reach the service. */
export interface ReadSettings extends ReadDelay {
  /** The path of the collection. */
  readonly listPath: string;
  readonly isPastCaches?: boolean;
}

/** Creates the client of one case. Its reads are at least as recent as its writes: they wait for the given times after them. */
export function createCaseClient(meter: RequestMeter, trial: string, reading?: ReadSettings): CaseClient {
  const seen: (SentExchange | SentRawExchange)[] = [];
  let writtenAt = Number.NEGATIVE_INFINITY;

  /** Sends once; a read waits until it shows the last write. */
  async function trySend<E extends SentExchange | SentRawExchange>(
    order: CaseRequest,
    transmit: (request: ClientRequest) => Promise<E>,
  ): Promise<E> {
    const isRead = safeMethods.has(order.method);
    if (reading !== undefined && isRead && order.method !== 'OPTIONS') {
      const windowMs = order.path.split('?')[0] === reading.listPath ? reading.listMs : reading.itemMs;
      const leftMs = writtenAt + windowMs - clock.now();
      if (leftMs > 0) await pause(leftMs);
    }
    const exchange = await transmit(buildRequest(order, trial));
    seen.push(exchange);
    if (!isRead) writtenAt = clock.now();
    return meter.ages.omitMeaningless(order, exchange);
  }

  /**
   * Sends with retries. Repeats a read while a cache may return content from before the last write, and, where the service itself
   * must answer, while a cache answers at all. Throws `InconclusiveError('noise')` when that takes too long.
   */
  async function send<E extends SentExchange | SentRawExchange>(
    order: CaseRequest,
    transmit: (request: ClientRequest) => Promise<E>,
  ): Promise<E> {
    const go = () => trySend(order, transmit);
    const mayRepeat = createRetryCondition(order.method);
    for (let i = 0; ; i += 1) {
      const exchange = requireDecisive(await meter.retries.sendWithRetries(go, mayRepeat));
      const { method, path, n } = exchange;
      const oldMs = safeMethods.has(method) ? computeStaleMs(exchange, writtenAt) : undefined;
      const waitMs = oldMs ?? (reading?.isPastCaches ? meter.ages.getCachedMs(order, exchange) : undefined);
      if (waitMs === undefined) return exchange;
      if (i === maxCacheTries || waitMs > maxCacheWaitMs) {
        const what = oldMs === undefined ? 'instead of the service' : 'with the content from before the last write';
        throw new InconclusiveError('noise', `a cache may have answered ${method} ${path} ${what} (exchange ${n})`);
      }
      await pause(waitMs);
    }
  }

  return {
    seen,
    trySend: (order) => trySend(order, meter.send) as Promise<Exchange>,
    send: (order) => send(order, meter.send) as Promise<Exchange>,
    abort: (order, how) => trySend(order, (request) => meter.abort(request, how)) as Promise<Exchange>,
    raw: (order) => send(order, meter.raw) as Promise<RawExchange>,
  };
}

/**
 * Milliseconds until a cache must return content newer than the last write; undefined when it already does. Caches report whole
 * seconds (RFC 9111 §5.1).
 */
function computeStaleMs({ answer }: SentExchange | SentRawExchange, writtenAt: number): number | undefined {
  if (writtenAt === Number.NEGATIVE_INFINITY) return undefined;
  const age = getHeader(answer, 'age');
  const isCounted = age !== undefined && /^\d{1,9}$/.test(age);
  if (!isCounted && !isCached({ answer } as Exchange)) return undefined;
  const left = writtenAt + (isCounted ? (Number(age) + 1) * 1_000 : 1_000) - clock.now();
  return left > 0 ? left : undefined;
}

/**
 * Returns an exchange that says something about the rule. Throws `InconclusiveError('no-answer' | 'refused')`
 * otherwise: here a 429 that is left after all retries ends the case.
 */
function requireDecisive<E extends SentExchange | SentRawExchange>(exchange: E): E {
  const { answer, silence, method, path, n } = exchange;
  if (answer === undefined)
    throw new InconclusiveError('no-answer', `${method} ${path} got no answer (exchange ${n}): ${silence}`);
  const isRefused = isThrottled(exchange);
  if (!isRefused && !isTransient(exchange)) return exchange;
  const what = `${method} ${path} returned ${answer.status} (exchange ${n})`;
  throw new InconclusiveError(isRefused ? 'refused' : 'no-answer', what);
}

function buildRequest(order: CaseRequest, trial: string): ClientRequest {
  const { method, path, headers, json, text, role, as, record } = order;
  const isForm = parseMediaType(headers?.['content-type']).isForm;
  if (isForm && /^\s*[[{"]/.test(text ?? ''))
    throw new InconclusiveError(
      'no-usable-case',
      'the service takes form content, and the rule sends JSON text of its own',
    );
  const content = text ?? (json === undefined ? undefined : isForm ? encodeForm(json) : JSON.stringify(json));
  const typed =
    json === undefined || headers?.['content-type'] ? headers : { 'content-type': 'application/json', ...headers };
  // Runs for each request of a run, so absent members are skipped without copying the others.
  const request: Record<string, unknown> =
    record === undefined ? { path, trial, method } : { path, trial, method, record };
  if (typed) request.headers = typed;
  if (content !== undefined) request.content = content;
  if (role) request.role = role;
  if (as) request.as = as;
  return request as unknown as ClientRequest;
}

type KeyedContent = Pick<HttpRequest, 'json' | 'headers'>;

/** Builds the content of a request from a JSON value and a media type. */
export const buildContent = (json: Json, mediaType: string | undefined): KeyedContent => ({
  json,
  headers: { 'content-type': mediaType ?? 'application/json' },
});

/** Adds an idempotency key to a creation; always where the collection requires one. */
export function addIdempotencyKey(
  { idempotency: carrier }: Pick<Collection, 'idempotency'>,
  order: KeyedContent,
  key?: string,
): KeyedContent {
  const put = key ?? (carrier?.required ? randomUUID() : undefined);
  if (carrier === undefined || put === undefined) return order;
  if (carrier.in === 'header') return { ...order, headers: { ...order.headers, ...buildKeyHeader(carrier, put) } };
  return order.json === undefined ? order : { ...order, json: setAtPointer(order.json, `/${carrier.name}`, put) };
}

/** Builds the header field of a key, bare or as a structured-field string (RFC 9651 §3.3.3). */
export const buildKeyHeader = ({ name, format }: IdempotencyCarrier, key: string): Record<string, string> => ({
  [name.toLowerCase()]: format === 'sf-string' ? serializeFieldText(key) : key,
});
