import { clock } from '../model/clock.js';
import { type Exchange, getHeader, type RawExchange } from '../model/exchange.js';
import { isCached } from '../rule/http/cached-answer.js';
import type { HttpRequest } from '../rule/http/request.js';

/** What a run learnt of the fields by which caches tell of themselves: some services send them with everything. */
export interface CacheAges {
  /** Takes note of what came back, and gives it without the fields that mean nothing here. */
  omitMeaningless<E extends MaybeAnswered>(order: Pick<HttpRequest, 'method' | 'path'>, exchange: E): E;
  /** Milliseconds after which the service has to answer this itself; undefined where it did, as far as can be told. */
  getCachedMs(order: Pick<HttpRequest, 'method'>, exchange: MaybeAnswered): number | undefined;
}

type MaybeAnswered = Pick<Exchange | RawExchange, 'answer'>;

/** Fields by which caches tell that they answered; Age is one that may be older than all of the run (RFC 9111 §5.1). */
const cacheHeaderNames = ['age', 'x-cache', 'cf-cache-status', 'x-cache-status'];

/** The same age in so many answers in a row, from so many places, over so many milliseconds, is none: what is kept grows older, and what is new has none. */
const constantAgeThreshold = { answers: 8, places: 3, ms: 2_000 };

/** Begins with trust in all of them. */
export function createCacheAges(): CacheAges {
  const meaningless = new Set<string>();
  const constant = createConstantAgeDetector();
  // Some tell an age of what they have just fetched, too.
  let isZeroTold = false;
  // Who says so of a write as well says it of everything.
  const heedWrite = (exchange: MaybeAnswered) => {
    for (const name of cacheHeaderNames) if (isReuseReported(name, exchange)) meaningless.add(name);
    isZeroTold ||= getHeader(exchange.answer, 'age') === '0';
  };
  return {
    omitMeaningless({ method, path }, exchange) {
      if (unsafeMethods.has(method)) heedWrite(exchange);
      else if (method === 'GET' && constant.isShownBy(path, getHeader(exchange.answer, 'age'))) meaningless.add('age');
      return meaningless.size === 0 ? exchange : omitHeaders(meaningless, exchange);
    },
    getCachedMs: ({ method }, exchange) => {
      if (unsafeMethods.has(method)) return undefined;
      const isYoung = getHeader(exchange.answer, 'age') === '0' && !isZeroTold && !isFetchedByCache(exchange);
      return isYoung || isCached(exchange as Exchange) ? computeFreshnessMs(exchange) : undefined;
    },
  };
}

/** Whether a cache says that it asked the service. */
const isFetchedByCache = ({ answer }: MaybeAnswered): boolean =>
  cacheHeaderNames.some(
    (name) => name !== 'age' && /miss|bypass|dynamic|expired|pass/i.test(getHeader(answer, name) ?? ''),
  );

/** A little more than what is left of the time for which it says that it may be kept (RFC 9111 §5.2.2); a second where it says nothing. */
function computeFreshnessMs({ answer }: MaybeAnswered): number {
  const control = getHeader(answer, 'cache-control') ?? '';
  const told = /\bs-maxage=(\d{1,9})/i.exec(control) ?? /\bmax-age=(\d{1,9})/i.exec(control);
  const left = told === null ? 0 : Number(told[1]) - Number(getHeader(answer, 'age') ?? 0);
  return Math.max(1, left) * 1_000 + slackMs;
}

const slackMs = 50;

/** Nothing but a read is ever answered out of a cache. */
const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function isReuseReported(name: string, { answer }: MaybeAnswered): boolean {
  const value = getHeader(answer, name);
  if (value === undefined) return false;
  return name === 'age' ? Number(value) > 0 : /hit/i.test(value);
}

function createConstantAgeDetector() {
  let same: { readonly age: string; readonly since: number; readonly places: Set<string>; count: number } | undefined;
  return {
    /** Takes note of the age of one read; true where it is the same everywhere. */
    isShownBy(path: string, age: string | undefined): boolean {
      const now = clock.now();
      if (age === undefined || !(Number(age) > 0)) {
        same = undefined;
        return false;
      }
      if (same?.age !== age) same = { age, since: now, places: new Set(), count: 0 };
      same.count += 1;
      if (same.places.size < constantAgeThreshold.places) same.places.add(path);
      return (
        same.count >= constantAgeThreshold.answers &&
        same.places.size >= constantAgeThreshold.places &&
        now - same.since >= constantAgeThreshold.ms
      );
    },
  };
}

function omitHeaders<E extends MaybeAnswered>(names: ReadonlySet<string>, exchange: E): E {
  const { answer } = exchange;
  if (answer === undefined || ![...names].some((name) => name in answer.headers)) return exchange;
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.has(name)));
  return { ...exchange, answer: { ...answer, headers } };
}
