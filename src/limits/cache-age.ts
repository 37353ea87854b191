import { clock } from '../model/clock.js';
import { type Exchange, getHeader, isCached, type RawExchange } from '../model/exchange.js';
import type { HttpRequest } from '../rule/http/request.js';

type MaybeAnswered = Pick<Exchange | RawExchange, 'answer'>;

/** Fields by which caches report, beside Age, that they answered. An Age may be longer than the run (RFC 9111 §5.1). */
const reuseHeaderNames = ['x-cache', 'cf-cache-status', 'x-cache-status'];

/**
 * A constant age in that many responses in a row, from that many paths, over that many milliseconds has no meaning:
 * cached content grows older, and new content has no age.
 */
const constantAgeThreshold = { answers: 8, places: 3, ms: 2_000 };

/** Creates a record in which all cache fields count. */
export function createCacheAges() {
  const meaningless = new Set<string>();
  const constant = createConstantAgeDetector();
  // Some caches also send an age of 0 for content that they just fetched.
  let isZeroSent = false;
  return {
    /** Records an exchange, and returns it without cache fields that have no meaning here. */
    omitMeaningless<E extends MaybeAnswered>({ method, path }: Pick<HttpRequest, 'method' | 'path'>, exchange: E): E {
      const age = getHeader(exchange.answer, 'age');
      if (unsafeMethods.has(method)) {
        // A cache field in the response to a write has no meaning, so it has none anywhere.
        if (Number(age) > 0) meaningless.add('age');
        for (const name of reuseHeaderNames)
          if (/hit/i.test(getHeader(exchange.answer, name) ?? '')) meaningless.add(name);
        isZeroSent ||= age === '0';
      } else if (method === 'GET' && constant.isShownBy(path, age)) meaningless.add('age');
      return meaningless.size === 0 ? exchange : omitHeaders(meaningless, exchange);
    },
    /** Milliseconds until the cached response expires; undefined when the service itself answered. */
    getCachedMs({ method }: Pick<HttpRequest, 'method'>, exchange: MaybeAnswered) {
      if (unsafeMethods.has(method)) return undefined;
      const isYoung = getHeader(exchange.answer, 'age') === '0' && !isZeroSent && !isFetchedByCache(exchange);
      return isYoung || isCached(exchange as Exchange) ? computeFreshnessMs(exchange) : undefined;
    },
  };
}

/** Whether the cache reports that it asked the service. */
const isFetchedByCache = ({ answer }: MaybeAnswered): boolean =>
  reuseHeaderNames.some((name) => /miss|bypass|dynamic|expired|pass/i.test(getHeader(answer, name) ?? ''));

/** Slightly more than the remaining freshness lifetime (RFC 9111 §5.2.2) in milliseconds; one second without one. */
function computeFreshnessMs({ answer }: MaybeAnswered): number {
  const control = getHeader(answer, 'cache-control') ?? '';
  const lifetime = /\bs-maxage=(\d{1,9})/i.exec(control) ?? /\bmax-age=(\d{1,9})/i.exec(control);
  const left = lifetime === null ? 0 : Number(lifetime[1]) - Number(getHeader(answer, 'age') ?? 0);
  return Math.max(1, left) * 1_000 + slackMs;
}

const slackMs = 50;

/** Caches answer only reads. */
const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function createConstantAgeDetector() {
  let same: { readonly age: string; readonly since: number; readonly places: Set<string>; count: number } | undefined;
  return {
    /** Records the age of one read. Returns true when it is the same everywhere. */
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
