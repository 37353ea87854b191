import { clock } from '../model/clock.js';
import { classifyRequest } from '../model/exchange.js';
import { type Json, readJson } from '../model/json.js';
import type { StopReason } from './circuit-breaker.js';
import { isTransient, isUnreachable, neverSentPattern, type RequestResult } from './classify-answer.js';

interface TrackedRequest extends ShapedRequest {
  n?: number | undefined;
  /** Of an answered one, and of one under way when the service stopped. */
  shape?: string;
  result?: RequestResult;
}

/** Maximum number of requests in a message, and of notes. */
const [maxNamed, maxNotes] = [8, 5];

/** Number of outages, and their share of all requests of a kind, from which on it is not sent any more. */
const [minStops, stopShare] = [3, 0.5];

/** Maximum number of shapes of answered requests that are remembered. */
const maxShapes = 5_000;

/**
 * Remembers which requests were under way each time when the service stopped accepting connections. One that breaks just before
 * connections are refused was under way then, as those are that have no answer.
 */
export class OutageLog {
  readonly #underWay = new Set<TrackedRequest>();
  readonly #outages: Set<TrackedRequest>[] = [];
  readonly #notes: string[] = [];
  readonly #shapes = new Set<string>();
  readonly #sent = new Map<string, number>();
  /** Requests that broke since the last response to a request that was sent after them. */
  #broken: readonly TrackedRequest[] = [];
  #current: Set<TrackedRequest> | undefined;
  #hasAnswered = false;
  #stoppedAt = Number.NEGATIVE_INFINITY;

  /** `isSparing`: the service can be started only a few times. `onStop` is called each time when it stopped. */
  constructor(
    private readonly isSparing = false,
    private readonly onStop: () => void = () => {},
  ) {}

  /** Records that a request is sent. Returns the function that takes its result. */
  begin({ method, path, content }: ShapedRequest): (result: RequestResult) => void {
    const kind = classifyRequest(method, path);
    this.#sent.set(kind, (this.#sent.get(kind) ?? 0) + 1);
    const request: TrackedRequest = { method, path, content };
    const [brokenBefore, outageBefore] = [this.#broken, this.#current];
    this.#underWay.add(request);
    return (result) => {
      this.#underWay.delete(request);
      request.n = result.n;
      request.result = result;
      if (result.answer !== undefined) {
        if (this.#broken.length > 0) this.#broken = this.#broken.filter((one) => !brokenBefore.includes(one));
        this.#recordAnswer(request, outageBefore);
      } else if (isUnreachable(result)) {
        this.#beginOutage();
        // A refused request did not arrive.
        this.#current?.delete(request);
      } else if (isTransient(result) && !neverSentPattern.test(result.silence ?? '')) {
        this.#recordBreak(request, brokenBefore, outageBefore);
      }
    };
  }

  /** A connection that was accepted since the service stopped shows that it was back, and what broke then may have stopped it again. */
  #recordBreak(
    request: TrackedRequest,
    brokenBefore: readonly TrackedRequest[],
    outageBefore: ReadonlySet<TrackedRequest> | undefined,
  ): void {
    const isBack = outageBefore !== undefined && outageBefore === this.#current;
    if (isBack) this.#endOutage(outageBefore);
    else if (outageBefore === undefined) this.#current?.add(request);
    this.#broken = [...(isBack ? this.#broken.filter((one) => !brokenBefore.includes(one)) : this.#broken), request];
  }

  #beginOutage(): void {
    if (!this.#hasAnswered || this.#current !== undefined) return;
    this.#stoppedAt = clock.now();
    this.#current = new Set([...this.#broken, ...this.#underWay]);
    this.#outages.push(this.#current);
    this.onStop();
  }

  /** A response to a request that was sent since the service stopped shows that it is back. */
  #recordAnswer(request: TrackedRequest, outageBefore: ReadonlySet<TrackedRequest> | undefined): void {
    this.#hasAnswered = true;
    if (this.#shapes.size < maxShapes) this.#shapes.add(buildRequestShape(request));
    const outage = this.#current;
    outage?.delete(request);
    if (outage !== undefined && outageBefore === outage) this.#endOutage(outage);
  }

  #endOutage(outage: ReadonlySet<TrackedRequest>): void {
    if (outage.size > 0) this.#notes.push(`the service stopped and came back: ${describeRequests(this.#sort(outage))}`);
    this.#current = undefined;
  }

  /** Which requests were under way when the service stopped; undefined when it accepts connections, or never did. */
  describeOutage(): string | undefined {
    const outage = this.#current;
    return outage === undefined || outage.size === 0 ? undefined : describeRequests(this.#sort(outage));
  }

  /** How often the service stopped. */
  countOutages(): number {
    return this.#outages.length;
  }

  /** How often it stopped while one of these exchanges was under way. */
  countAmong(exchanges: ReadonlySet<number>): number {
    let count = 0;
    for (const all of this.#outages) if ([...all].some(({ n = 0 }) => n > 0 && exchanges.has(n))) count += 1;
    return count;
  }

  /** For each time when the service stopped, the numbers of the exchanges that were under way. */
  listOutages(): readonly (readonly number[])[] {
    return this.#outages.map((requests) => [...requests].flatMap(({ n }) => n || []));
  }

  /** The results of the requests that were under way when the service stopped last, those first that are most likely the reason. */
  listLastSuspects(): readonly RequestResult[] {
    return this.#sort(this.#outages.at(-1) ?? []).flatMap(({ result }) => result ?? []);
  }

  /** When the service stopped last, by `clock.now()`. */
  stoppedAt(): number {
    return this.#stoppedAt;
  }

  /** Whether the connection of this request broke, and no later request has shown yet whether the service stopped. */
  isOpen(n: number): boolean {
    for (const one of this.#broken) if (one.n === n) return true;
    return false;
  }

  /**
   * Why this kind of request is not sent: the service stopped nearly each time when it was under way; where it can be started
   * only a few times, also one time, unless a request of this shape was answered.
   */
  findBlock(request: ShapedRequest): StopReason | undefined {
    if (this.#outages.length === 0) return undefined;
    const { method, path } = request;
    const shape = this.isSparing ? buildRequestShape(request) : '';
    const isSuspect = (one: TrackedRequest) => getShape(one) === shape;
    if (this.isSparing && !this.#shapes.has(shape) && this.#outages.some((all) => [...all].some(isSuspect)))
      return { cause: 'no-answer', why: `the service stopped during ${method} ${path}, or a request like it` };
    const kind = classifyRequest(method, path);
    const isKind = (one: TrackedRequest) => classifyRequest(one.method, one.path) === kind;
    const stops = this.#outages.filter((requests) => [...requests].some(isKind)).length;
    if (stops < minStops || stops < (this.#sent.get(kind) ?? 0) * stopShare) return undefined;
    return { cause: 'no-answer', why: `${kind} is not sent any more: the service stopped ${stops} times during it` };
  }

  notes(): string[] {
    const more = this.#notes.length - maxNotes;
    const rest = more > 0 ? [`the service stopped and came back ${more} more times`] : [];
    return [...this.#notes.slice(0, maxNotes), ...rest];
  }

  /** A request like no other that was answered comes first, then the one that was sent last. */
  #sort(requests: Iterable<TrackedRequest>): TrackedRequest[] {
    const isAnswered = (one: TrackedRequest) => Number(this.#shapes.has(getShape(one)));
    return [...requests].sort((one, other) => isAnswered(one) - isAnswered(other) || (other.n ?? 0) - (one.n ?? 0));
  }
}

function getShape(request: TrackedRequest): string {
  request.shape ??= buildRequestShape(request);
  return request.shape;
}

/** Later requests are refused, and are not named: they found no service. */
function describeRequests(requests: readonly TrackedRequest[]): string {
  const named = requests.filter(({ n }) => n !== 0).slice(0, maxNamed);
  const rest = requests.length > named.length ? `, and ${requests.length - named.length} more` : '';
  const names = named.map(({ method, path, n }) => `${method} ${path}${n === undefined ? '' : ` (exchange ${n})`}`);
  return `it was handling ${names.join(', ')}${rest}`;
}

export interface ShapedRequest {
  readonly method: string;
  readonly path: string;
  readonly content?: string | undefined;
}

/** Maximum length of a text that is compared. */
const maxLength = 512;

/** Words in a row; the octets of percent-encoding are none. */
const wordPattern = /(?<!%(?=[0-9a-f]{2})|%[0-9a-f](?=[0-9a-f]))(?:[a-z0-9._ -]|[^\0-\x7f\p{Cs}\p{Cn}])+/giu;

/**
 * What requests have in common that differ in ids, texts and numbers only: letters and digits become `W`, and of members and
 * elements the different ones remain. What is unusual in a request remains: `GET /W/W%FF`, `PUT /W/W {W,[[W]]}`.
 */
export function buildRequestShape({ method, path, content }: ShapedRequest): string {
  const place = `${method} ${reduceText(path)}`;
  if (content === undefined) return place;
  const json = readJson(content);
  return `${place} ${json === undefined ? reduceText(content) : reduceJson(json)}`;
}

/** Percent-encoded octets, ASCII punctuation, control characters and characters without a meaning stay; words in a row become one. */
function reduceText(text: string): string {
  const reduced = text.slice(0, maxLength).replace(wordPattern, 'W');
  return reduced.includes('%') ? reduced.toUpperCase() : reduced;
}

function reduceJson(json: Json): string {
  if (json === null) return 'null';
  if (typeof json === 'string') return reduceText(json);
  if (typeof json !== 'object') return 'W';
  const parts = new Set<string>();
  for (const part of Array.isArray(json) ? (json as readonly Json[]) : Object.values(json)) parts.add(reduceJson(part));
  // Without parts, the same as with a usual one.
  const all = parts.size === 0 ? 'W' : [...parts].sort().join();
  return Array.isArray(json) ? `[${all}]` : `{${all}}`;
}
