import { expect, test } from 'vitest';
import type { JsonObject } from '#rule';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import {
  auditList,
  bare,
  type DescribedList,
  numeric,
  readNumber,
  textual,
  wrapped,
} from './described-list.fixture.js';

useSteadyClock();

const rule = 'paging-parameters-have-an-effect';
const integer = { type: 'integer' };
const text = { type: ['string', 'null'] };

const books = Array.from({ length: 23 }, (_, i) => ({ isbn: `978-${i}`, title: `Book ${i}` }));
const readings = Array.from({ length: 18 }, (_, i) => ({ key: 100 + i, kwh: i * 3 }));
const cut = <T>(all: readonly T[], from: number, size: number) => all.slice(from, from + size);

/** Books by number and size of a page, in a bare array. */
const byPage = (start: (page: number, size: number) => number, least = 1): DescribedList => ({
  ...{ path: '/library/books', id: 'isbn', page: bare },
  parameters: [numeric('page', { minimum: 1 }), numeric('per_page', { minimum: 1, maximum: 50 })],
  answer: (request) => {
    const size = Math.max(least, readNumber(request, 'per_page', 5));
    return { json: cut(books, start(readNumber(request, 'page', 1), size), size) };
  },
});

/** Readings by the number of those that are left out, in an object with a total. */
const bySkip = (start: (skipped: number, size: number) => number): DescribedList => ({
  ...{ path: '/meters/7/readings', id: 'key', page: wrapped('readings', { total: integer }) },
  parameters: [numeric('skip', { minimum: 0 }), numeric('top', { minimum: 1, maximum: 100 })],
  answer: (request) => {
    const size = readNumber(request, 'top', 10);
    return { json: { readings: cut(readings, start(readNumber(request, 'skip', 0), size), size), total: 18 } };
  },
});

/** Readings by a token that each page gives. */
const byToken = (start: (token: number) => number): DescribedList => ({
  ...{ path: '/v2/measurements', id: 'key', page: wrapped('data', { nextPageToken: text }) },
  parameters: [textual('pageToken'), numeric('pageSize', { minimum: 1, maximum: 100 })],
  answer: ({ query }) => {
    const size = Number(query.get('pageSize') ?? 5);
    const from = start(Number(atob(query.get('pageToken') ?? btoa('0'))));
    const nextPageToken = from + size < readings.length ? btoa(String(from + size)) : null;
    return { json: { data: cut(readings, from, size), nextPageToken } };
  },
});

/** Books in pages of five that count from 0; no size can be requested. */
const ofFive = (start: (page: number) => number): DescribedList => ({
  ...{ path: '/catalog', id: 'isbn', page: wrapped('content', { totalElements: integer }) },
  parameters: [numeric('pageNumber', { minimum: 0, default: 0 })],
  answer: (request) => ({
    json: { content: cut(books, start(readNumber(request, 'pageNumber', 0)), 5), totalElements: books.length },
  }),
});

/** Readings by an offset, or by the number of a page. */
const byBoth = (start: (offset: number | undefined, page: number, size: number) => number): DescribedList => ({
  ...{ path: '/meters', id: 'key', page: wrapped('items') },
  parameters: [numeric('limit', { minimum: 1 }), numeric('pageIndex', { minimum: 1 }), numeric('offset')],
  answer: (request) => {
    const size = readNumber(request, 'limit', 4);
    const offset = request.query.has('offset') ? readNumber(request, 'offset', 0) : undefined;
    return { json: { items: cut(readings, start(offset, readNumber(request, 'pageIndex', 1), size), size) } };
  },
});

test.each<[string, DescribedList, DescribedList]>([
  ['a page number', byPage((page, size) => (page - 1) * size), byPage(() => 0)],
  ['an offset', bySkip((skipped) => skipped), bySkip(() => 0)],
  ['a token', byToken((token) => token), byToken(() => 0)],
  ['a page number without a size', ofFive((page) => page * 5), ofFive(() => 0)],
  [
    'an offset, beside a page number',
    byBoth((offset, page, size) => offset ?? (page - 1) * size),
    byBoth((_, page, size) => (page - 1) * size),
  ],
  [
    'a page number, beside an offset',
    byBoth((offset, page, size) => offset ?? (page - 1) * size),
    byBoth((offset) => offset ?? 0),
  ],
])('%s has an effect, or none', async (_, correct, faulty) => {
  expect(await auditList(correct, rule)).toMatchObject({ said: 'held', isReadOnly: true });
  expect(await auditList(faulty, rule)).toMatchObject({ said: 'violated', isReadOnly: true });
});

test('a short list with a high estimate of its total, which shows its last page for all behind it, is not in violation', async () => {
  const short = bySkip(() => 0);
  const estimated: DescribedList = {
    ...short,
    answer: () => ({ json: { readings: readings.slice(0, 2), total: 10 } }),
  };
  expect((await auditList(estimated, rule)).said).toBe('no-usable-case');
});

test('the report names the parameter without an effect', async () => {
  const { result } = await auditList(
    byBoth((offset) => offset ?? 0),
    rule,
  );
  expect(result?.evidence?.expected).toBe('other entries for another pageIndex');
});

test.each(['held', 'violated'])('a parameter that only a link shows is %s', async (expected) => {
  const list = byPage((page, size) => (expected === 'held' ? (page - 1) * size : 0));
  const linked: DescribedList = {
    ...list,
    answer: (request) => {
      const [size, page] = [readNumber(request, 'per_page', 5), readNumber(request, 'page', 1)];
      const link = `</library/books?page=${page + 1}&per_page=${size}>; rel="next"`;
      return { ...list.answer(request), ...(page * size < books.length && { headers: { link } }) };
    },
  };
  expect((await auditList(linked, rule, { isDescribed: false })).said).toBe(expected);
});

const perPage = numeric('per_page', { minimum: 1, maximum: 50 });

/** A list that ignores `page`, of which its document says something. */
const saying = (...page: JsonObject[]): DescribedList => ({ ...byPage(() => 0), parameters: [perPage, ...page] });

/** Readings since a time, which has the usual name of an offset. */
const since: DescribedList = {
  ...bySkip(() => 0),
  parameters: [numeric('from', { description: 'Seconds since 1970.' }), numeric('top', { minimum: 1 })],
  answer: (request) => ({
    json: { readings: cut(readings, 0, readNumber(request, 'top', 10)), total: readings.length },
  }),
};

/** Two pages of 12 books that count from 0; the last one is returned for all behind it. */
const twoFromZero: DescribedList = {
  ...byPage(() => 0),
  answer: (request) => ({ json: cut(books, Math.min(readNumber(request, 'page', 0), 1) * 12, 12) }),
};

/** Books of which all pages are read from a cache. */
const stale: DescribedList = {
  ...byPage(() => 0),
  answer: (request) => ({ ...byPage(() => 0).answer(request), headers: { age: '20' } }),
};

/** A log whose entries have no ids and come again. */
const log: DescribedList = {
  ...byPage(() => 0),
  answer: (request) => ({
    json: Array.from({ length: readNumber(request, 'per_page', 5) }, (_, i) => ({
      text: i % 2 === 0 ? 'started' : 'stopped',
    })),
  }),
};

const needed = 'need';
const tooFew = 'no-usable-case';

/** Legal services that behave nearly like a violation. */
test.each<[string, DescribedList, string]>([
  ['ignores a parameter that it does not describe', saying(), needed],
  ['calls the parameter deprecated', saying(numeric('page', {}, { deprecated: true })), needed],
  ['calls it outdated in words', saying(numeric('page', {}, { description: 'Legacy page number.' })), needed],
  ['wants another one with it', saying(numeric('page', {}, { description: 'Only used together with sort.' })), needed],
  ['prefers a cursor', saying(numeric('page', {}, { description: 'Ignored when a cursor is given.' })), needed],
  ['wants a token that cannot be invented', saying(textual('page', { description: 'The token of a page.' })), needed],
  ['has a time with the name of an offset', since, needed],
  ['has two pages and returns the last one for all behind', byPage((page) => Math.min(page - 1, 1) * 12, 12), 'held'],
  ['counts pages from 0, and does the same', twoFromZero, tooFew],
  ['has one page of a size that it does not go below', byPage(() => 0, 50), tooFew],
  ['has entries that come again', log, tooFew],
  ['is behind a cache', stale, 'noise'],
  ['takes page 0 for page 1', byPage((page, size) => Math.max(0, page - 1) * size), 'held'],
  ['takes an offset for the page that it is on', bySkip((skipped, size) => skipped - (skipped % size)), 'held'],
  ['takes the offset where both are sent', byBoth((offset, page, size) => offset ?? (page - 1) * size), 'held'],
])('a service %s', async (_, list, expected) => {
  expect((await auditList(list, rule)).said).toBe(expected);
});
