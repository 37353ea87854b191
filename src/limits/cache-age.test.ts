import { afterEach, describe, expect, test, vi } from 'vitest';
import type { HeaderFields, Method } from '../model/exchange.js';
import { createCacheAges } from './cache-age.js';

const answered = (headers: HeaderFields) => ({ answer: { status: 200, headers, text: '', json: undefined } });

/** Records exchanges, and returns the cache fields that have a meaning. */
function hearing() {
  const ages = createCacheAges();
  const observe = (method: Method, headers: HeaderFields, path = '/things') =>
    ages.omitMeaningless({ method, path }, answered(headers));
  const left = (headers: HeaderFields) => {
    const { answer } = ages.omitMeaningless({ method: 'HEAD', path: '/things' }, answered(headers));
    return Object.keys(answer.headers);
  };
  return { observe, left };
}

describe('a field in responses to writes has no meaning', () => {
  test.each<[string, string]>([
    ['age', '1'],
    ['age', '86400'],
    ['x-cache', 'Hit from a far place'],
    ['cf-cache-status', 'HIT'],
  ])('%s: %s', (name, value) => {
    const { observe, left } = hearing();
    observe('GET', { [name]: value });
    expect(left({ [name]: value, etag: '"a"' })).toEqual([name, 'etag']);
    observe('POST', { [name]: value });
    expect(left({ [name]: value, etag: '"a"' })).toEqual(['etag']);
  });

  test('unless it reports a cache miss there', () => {
    const { observe, left } = hearing();
    observe('POST', { age: '0', 'x-cache': 'MISS' });
    observe('PUT', { age: '0', 'x-cache': 'MISS' });
    expect(left({ age: '3', 'x-cache': 'hit' })).toEqual(['age', 'x-cache']);
  });

  test('and other fields keep theirs', () => {
    const { observe, left } = hearing();
    observe('PUT', { age: '1' });
    expect(left({ age: '1', 'x-cache': 'hit' })).toEqual(['x-cache']);
  });
});

describe('an age that is equal everywhere for seconds', () => {
  afterEach(() => void vi.useRealTimers());

  /** Reads from so many paths, a third of a second apart. */
  function reads(ageOf: (n: number) => string | undefined, places = 4) {
    vi.useFakeTimers();
    const { observe, left } = hearing();
    for (let n = 0; n < 12; n += 1) {
      const age = ageOf(n);
      observe('GET', age === undefined ? {} : { age }, `/things/${n % places}`);
      vi.advanceTimersByTime(333);
    }
    return left({ age: '86400' });
  }

  test('is ignored', () => {
    expect(reads(() => '86400')).toEqual([]);
  });

  test.each<[string, (n: number) => string | undefined, number]>([
    ['it grows', (n) => String(86_400 + Math.floor(n / 3)), 4],
    ['it is sometimes missing', (n) => (n % 6 === 5 ? undefined : '2'), 4],
    ['it is of the same place', () => '2', 2],
    ['nothing was kept', () => '0', 4],
  ])('but not where %s', (_, ageOf, places) => {
    expect(reads(ageOf, places)).toEqual(['age']);
  });
});

describe('a response of a cache instead of the service is requested again', () => {
  const kept = (headers: HeaderFields, method: Method = 'GET', write?: HeaderFields) => {
    const ages = createCacheAges();
    if (write) ages.omitMeaningless({ method: 'POST', path: '/things' }, answered(write));
    return ages.getCachedMs({ method }, answered(headers));
  };

  test.each<[string, HeaderFields, number | undefined]>([
    ['after a second without a freshness lifetime', { age: '3' }, 1_050],
    ['in its first second', { age: '0' }, 1_050],
    ['when it may not be kept any more', { age: '10', 'cache-control': 'public, max-age=12' }, 2_050],
    ['by the lifetime for shared caches', { age: '1', 'cache-control': 'max-age=600, s-maxage=3' }, 2_050],
    ['where it says that it knew it', { 'x-cache': 'HIT' }, 1_050],
    ['and not where it has just fetched it', { age: '0', 'x-cache': 'MISS' }, undefined],
    ['and not where nothing tells of a cache', { 'cache-control': 'max-age=60' }, undefined],
  ])('%s', (_, headers, ms) => {
    expect(kept(headers)).toBe(ms);
  });

  test('unless it is a write, or writes are answered with an age of zero, too', () => {
    expect(kept({ age: '3' }, 'PUT')).toBeUndefined();
    expect(kept({ age: '0' }, 'GET', { age: '0' })).toBeUndefined();
    expect(kept({ age: '3' }, 'GET', { age: '0' })).toBe(1_050);
  });
});
