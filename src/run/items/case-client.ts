import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
import { createRetryCondition, isThrottled, isTransient } from '../../limits/classify-answer.js';
import { type RequestMeter, UnsentError } from '../../limits/request-meter.js';
import { clock, pause, pollUntil } from '../../model/clock.js';
import {
  classifyRequest,
  type Exchange,
  getHeader,
  hasStatus,
  isCached,
  type RawExchange,
} from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { AbortPoint, HttpRequest } from '../../rule/http/request.js';
import { carryMembers, learnCarried } from '../content/carried-members.js';
import {
  buildRequest,
  type CaseRequest,
  type ContentForm,
  openAnswer,
  wrapRequest,
} from '../content/request-content.js';
import { type ReadDelay, usualLagMs } from '../trial/shared-state.js';

type Sent = SentExchange | SentRawExchange;

/** When the reads of a case are sent after a write, and whether all of them must reach the service. */
export interface ReadSettings extends ReadDelay {
  readonly listPath: string;
  readonly isPastCaches?: boolean;
}

/** Decides when each request of a case is sent; `free` is a client of the case that waits for no other case. */
export interface CaseTurns {
  order<T>(request: Pick<CaseRequest, 'method' | 'path'>, free: CaseClient, go: () => Promise<T>): Promise<T>;
}

/** What a client does beside sending and recording. */
export interface ClientSettings {
  readonly reading?: ReadSettings | undefined;
  readonly access?: CaseTurns | undefined;
  /** Whose items are sent and received in their envelope, and created in a list. */
  readonly form?: ContentForm;
  /** Whether a write that the service accepts with a condition only is sent again with one. */
  readonly isConditional?: boolean;
  /** How often the service had stopped: once it stops again, nothing more is sent. Items may be gone, and their addresses may belong to others. */
  readonly stopsBefore?: number;
  /** Whether responses neither slow down the run nor wait for it, as those to an intended flood. */
  readonly isHasty?: boolean;
  /** Whether its reads look for an item that the run created: they are sent from the reserve for such a search, once the budget is used up. */
  readonly findsOwn?: boolean;
  readonly as?: string | undefined;
}

/** How a request is sent: once, or until a response says something about the rule; `abortAt` is where its connection is aborted. */
interface Way {
  readonly isOnce?: boolean;
  readonly isRaw?: boolean;
  readonly abortAt?: AbortPoint;
}

/** Maximum number of retries, and longest wait, for a cache that may return content from before a write. */
const maxCacheTries = 3;
const maxCacheWaitMs = 3_500;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);
const conditionalMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Where the service stopped while a case was under way. */
export const stoppedMessage = 'the service stopped during the case, and may have lost its items';

/**
 * The client of one case: records every exchange, and ends the case on a response that says nothing about the rule. Its reads are at
 * least as recent as its writes: they wait for the given times after them.
 */
export class CaseClient {
  readonly seen: Sent[];

  constructor(
    private readonly meter: RequestMeter,
    private readonly trial: string,
    private readonly settings: ClientSettings = {},
    private readonly past = { seen: [] as Sent[], writtenAt: Number.NEGATIVE_INFINITY },
  ) {
    this.seen = past.seen;
  }

  /** The client for the items of a collection, in the form in which these are sent and received. */
  for(collection: Collection, isInLists = false): CaseClient {
    const isWrapped = collection.envelope !== undefined || (isInLists && collection.creation?.isList === true);
    return isWrapped ? this.with({ form: { collection, isInLists } }) : this;
  }

  with(settings: ClientSettings): CaseClient {
    return new CaseClient(this.meter, this.trial, { ...this.settings, ...settings }, this.past);
  }

  send(order: CaseRequest): Promise<Exchange> {
    return this.#send(order, {}) as Promise<Exchange>;
  }

  raw(order: CaseRequest): Promise<RawExchange> {
    return this.#send(order, { isRaw: true }) as Promise<RawExchange>;
  }

  /** Whether the service stopped since this moment of the clock: it may have forgotten what it had in memory. */
  hasStoppedSince(ms: number): boolean {
    return this.meter.outages.stoppedAt() >= ms;
  }

  /** Like `send`, without waits and without ending the case. */
  trySend(order: CaseRequest): Promise<Exchange> {
    return this.#send(order, { isOnce: true }) as Promise<Exchange>;
  }

  abort(order: CaseRequest, abortAt: AbortPoint): Promise<Exchange> {
    return this.#send(order, { isOnce: true, abortAt }) as Promise<Exchange>;
  }

  /**
   * Waits once, as before a POST, then creates an item with a client that waits for no other case. So what has the turn to create an
   * item never waits for a case that waits for this turn.
   */
  creating<T>(create: (free: CaseClient) => Promise<T>): Promise<T> {
    const { access } = this.settings;
    if (access === undefined) return create(this);
    const free = this.with({ access: undefined });
    return access.order({ method: 'POST', path: '' }, free, () => create(free));
  }

  /** The way of a request: its content in its form, its turn, and the response as an item. */
  async #send(given: CaseRequest, way: Way): Promise<Sent> {
    const { access, form } = this.settings;
    const order = form === undefined || way.isRaw ? given : wrapRequest(given, form);
    const exchange = access
      ? await access.order(order, this.with({ access: undefined }), () => this.#sendTagged(order, way))
      : await this.#sendTagged(order, way);
    if (form !== undefined && !way.isRaw && way.abortAt === undefined) openAnswer(exchange as Exchange, form);
    return exchange;
  }

  #readCurrent({ path, as }: CaseRequest): Promise<Sent> {
    const headers = { 'cache-control': 'no-cache' };
    const look = { method: 'GET', path: path.split('?')[0] ?? '', headers, role: 'control' } as const;
    return this.#sendOnce({ ...look, ...(as && { as }) }, {});
  }

  /**
   * For services that require conditional writes (428, RFC 6585 §3): such a write is sent again with the entity tag that GET shows.
   * Writes beside it then have it at once. A weak tag that is refused is replaced by `*`: If-Match compares strongly (RFC 9110
   * §13.1.1), so no weak tag can be true. A write with an If-Match of its own stays as it is. A PUT has what the service wants to see of
   * the item as it is.
   */
  async #sendTagged(given: CaseRequest, way: Way): Promise<Sent> {
    const { method, headers = {}, isUnconditional } = given;
    const isOpen = this.settings.isConditional && way.abortAt === undefined && !isUnconditional;
    if (!isOpen || !conditionalMethods.has(method)) return this.#sendDecisive(given, way);
    for (const name in headers) if (/^if-(none-)?match$/i.test(name)) return this.#sendDecisive(given, way);
    const { conditional, carried } = this.meter;
    const place = describePlace(given);
    const isWhole = method === 'PUT' && !way.isRaw && !this.settings.form;
    const names = isWhole ? carried.get(place) : undefined;
    const readCurrent = () => this.#readCurrent(given);
    const order = names ? await carryMembers(given, names, readCurrent as () => Promise<Exchange>) : given;
    const showsAt = this.past.writtenAt + usualLagMs;
    const refused = conditional.has(place) ? undefined : await this.#sendDecisive(order, way);
    const status = refused?.answer?.status;
    if (refused && status === 409 && isWhole && names === undefined && order.role === 'control')
      return learnCarried(refused as SentExchange, order, {
        ...{ place, carried, read: readCurrent as () => Promise<Exchange> },
        send: (one) => this.#sendDecisive(one, way) as Promise<SentExchange>,
      });
    if (refused !== undefined && status !== 428) return refused;
    const readTag = async () => {
      const shown = await pollUntil(readCurrent, (seen) => !hasStatus(seen, 404), Math.max(0, showsAt - clock.now()));
      return hasStatus(shown, 200) ? getHeader(shown.answer, 'etag') : undefined;
    };
    const sendIf = (tag: string) => this.#sendDecisive({ ...order, headers: { ...headers, 'if-match': tag } }, way);
    const tag = await readTag();
    if (tag === undefined) return refused ?? this.#sendDecisive(order, way);
    conditional.add(place);
    const exchange = await sendIf(tag);
    if (exchange.answer?.status !== 412) return exchange;
    if (tag.startsWith('W/')) return sendIf('*');
    // GET may have shown the tag from before the last write.
    await pause(Math.max(0, showsAt - clock.now()));
    const newer = await readTag();
    return newer === undefined || newer === tag ? exchange : sendIf(newer);
  }

  /**
   * Sends with retries, unless it is sent once. Repeats a read while a cache may return content from before the last write, and, where
   * the service itself must answer, while a cache answers at all. Throws `InconclusiveError('noise')` when that takes too long.
   */
  async #sendDecisive(order: CaseRequest, way: Way): Promise<Sent> {
    if (way.isOnce) return this.#sendOnce(order, way);
    const { meter, past } = this;
    const go = () => this.#sendOnce(order, way);
    const mayRepeat = createRetryCondition(order.method);
    for (let i = 0; ; i += 1) {
      const exchange = await meter.retries.sendWithRetries(go, mayRepeat);
      requireDecisive(exchange);
      const { method, path, n } = exchange;
      const oldMs = safeMethods.has(method) ? computeStaleMs(exchange, past.writtenAt) : undefined;
      const isPast = this.settings.reading?.isPastCaches;
      const waitMs = oldMs ?? (isPast ? meter.ages.getCachedMs(order, exchange) : undefined);
      if (waitMs === undefined) return exchange;
      if (i === maxCacheTries || waitMs > maxCacheWaitMs) {
        const what = oldMs === undefined ? 'instead of the service' : 'with the content from before the last write';
        throw new InconclusiveError('noise', `a cache may have answered ${method} ${path} ${what} (exchange ${n})`);
      }
      await pause(waitMs);
    }
  }

  /** Sends once; a read waits until it shows the last write. */
  async #sendOnce(order: CaseRequest, { isRaw, abortAt }: Way): Promise<Sent> {
    const { meter, past } = this;
    const { reading, stopsBefore, isHasty, findsOwn, as } = this.settings;
    const isRead = safeMethods.has(order.method);
    if (reading !== undefined && isRead && order.method !== 'OPTIONS') {
      const windowMs = order.path.split('?')[0] === reading.listPath ? reading.listMs : reading.itemMs;
      const leftMs = past.writtenAt + windowMs - clock.now();
      if (leftMs > 0) await pause(leftMs);
    }
    const request = buildRequest(order, this.trial, as, isHasty && !isRaw);
    if (stopsBefore !== undefined && meter.outages.countOutages() > stopsBefore)
      throw new UnsentError('no-answer', stoppedMessage);
    const exchange: Sent = isRaw
      ? await meter.raw(request)
      : abortAt !== undefined
        ? await meter.abort(request, abortAt)
        : await (findsOwn && isRead && meter.end()?.cause === 'budget' ? meter.sendUnmetered : meter.send)(request);
    past.seen.push(exchange);
    if (!isRead) past.writtenAt = clock.now();
    return meter.ages.omitMeaningless(order, exchange);
  }
}

/** The method and the path without its last segment, and without ids above: items of one collection have the same. */
export const describePlace = ({ method, path }: Pick<HttpRequest, 'method' | 'path'>): string =>
  classifyRequest(method, path.replace(/[^/?#]*\/?([?#].*)?$/s, ''));

/**
 * Milliseconds until a cache must return content newer than the last write; undefined when it already does. Caches report whole
 * seconds (RFC 9111 §5.1).
 */
function computeStaleMs({ answer }: Sent, writtenAt: number): number | undefined {
  if (writtenAt === Number.NEGATIVE_INFINITY) return undefined;
  const age = getHeader(answer, 'age');
  const isCounted = age !== undefined && /^\d{1,9}$/.test(age);
  if (!isCounted && !isCached({ answer } as Exchange)) return undefined;
  const left = writtenAt + (isCounted ? (Number(age) + 1) * 1_000 : 1_000) - clock.now();
  return left > 0 ? left : undefined;
}

/**
 * Throws `InconclusiveError('no-answer' | 'refused')` unless the exchange says something about the rule: here a 429 that is left after
 * all retries ends the case.
 */
function requireDecisive(exchange: Sent): void {
  const { answer, silence, method, path, n } = exchange;
  if (answer === undefined)
    throw new InconclusiveError('no-answer', `${method} ${path} got no answer (exchange ${n}): ${silence}`);
  const isRefused = isThrottled(exchange);
  if (!isRefused && !isTransient(exchange)) return;
  const what = `${method} ${path} returned ${answer.status} (exchange ${n})`;
  throw new InconclusiveError(isRefused ? 'refused' : 'no-answer', what);
}
