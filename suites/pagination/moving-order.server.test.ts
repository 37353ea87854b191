import { expect, test } from 'vitest';
import type { JsonObject } from '#rule';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import {
  auditList,
  bare,
  type DescribedList,
  type ListRequest,
  numeric,
  readNumber,
  textual,
  wrapped,
} from './described-list.fixture.js';

useSteadyClock();

const rule = 'small-pages-show-what-large-pages-show';
const integer = { type: 'integer' };

/** Entries of a list in the order in which one request sees them. */
type Ordering = (entries: readonly JsonObject[], request: ListRequest) => readonly JsonObject[];

/** Another order of the entries for each number, all of them of one cycle. */
const turn: Ordering = (entries, { n }) => {
  const start = (n * 7) % entries.length;
  return [...entries.slice(start), ...entries.slice(0, start)];
};

/** Entries with equal sort keys change places, others do not. */
const turnEqual =
  (member: string): Ordering =>
  (entries, request) =>
    [...new Set(entries.map((entry) => entry[member]))].flatMap((value) =>
      turn(
        entries.filter((entry) => entry[member] === value),
        request,
      ),
    );

const keep: Ordering = (entries) => entries;
const tickets = Array.from({ length: 21 }, (_, i) => ({ ticket: `T-${i}`, priority: i < 12 ? 'high' : 'low' }));
const songs = Array.from({ length: 26 }, (_, i) => ({
  id: 500 + i,
  title: `Song ${i}`,
  year: 1990 + Math.floor(i / 9),
}));
const flights = Array.from({ length: 13 }, (_, i) => ({ flightNo: `LX${i}`, gate: 'A' }));

/** Tickets by number of a page. */
const byPage = (order: Ordering): DescribedList => ({
  ...{ path: '/desk/tickets', id: 'ticket', page: wrapped('tickets', { count: integer }) },
  parameters: [numeric('page', { minimum: 1 }), numeric('per_page', { minimum: 1, maximum: 100 })],
  answer: (request) => {
    const [size, page] = [readNumber(request, 'per_page', 10), readNumber(request, 'page', 1)];
    return { json: { tickets: order(tickets, request).slice((page - 1) * size, page * size), count: tickets.length } };
  },
});

/** Flights in a bare array, by offset. */
const byOffset = (order: Ordering): DescribedList => ({
  ...{ path: '/flights', id: 'flightNo', page: bare },
  parameters: [numeric('offset', { minimum: 0 }), numeric('limit', { minimum: 1, maximum: 50 })],
  answer: (request) => {
    const from = readNumber(request, 'offset', 0);
    return { json: order(flights, request).slice(from, from + readNumber(request, 'limit', 5)) };
  },
});

/** Songs by a token, at most ten at a time, so that no page has all of them. */
const byToken = (order: Ordering): DescribedList => ({
  ...{ path: '/api/songs', id: 'id', page: wrapped('results', { next: { type: ['string', 'null'] }, total: integer }) },
  parameters: [textual('cursor'), numeric('count', { minimum: 1, maximum: 10 })],
  answer: (request) => {
    const from = Number(atob(request.query.get('cursor') ?? btoa('0')));
    const to = from + Math.min(10, readNumber(request, 'count', 10));
    const next = to < songs.length ? btoa(String(to)) : null;
    return { json: { results: order(songs, request).slice(from, to), next, total: songs.length } };
  },
});

test.each<[string, (order: Ordering) => DescribedList, Ordering]>([
  ['of one priority', byPage, turnEqual('priority')],
  ['without any order', byOffset, turn],
  ['of one year, of which no page has all', byToken, turnEqual('year')],
])('entries %s change places', async (_, list, order) => {
  for (const seed of [1, 2]) {
    expect(await auditList(list(keep), rule, { seed })).toMatchObject({ said: 'held', isReadOnly: true });
    expect(await auditList(list(order), rule, { seed })).toMatchObject({ said: 'violated', isReadOnly: true });
  }
});

test('a link to the next page shows how pages are requested whose order changes', async () => {
  const list = (order: Ordering): DescribedList => ({
    ...byPage(order),
    answer: (request) => {
      const [size, page] = [readNumber(request, 'per_page', 10), readNumber(request, 'page', 1)];
      const isLast = page * size >= tickets.length;
      const next = isLast ? null : `${request.origin}/desk/tickets?page=${page + 1}&per_page=${size}`;
      return { json: { ...(byPage(order).answer(request).json as JsonObject), next } };
    },
  });
  expect((await auditList(list(keep), rule, { isDescribed: false })).said).toBe('held');
  expect((await auditList(list(turnEqual('priority')), rule, { isDescribed: false })).said).toBe('violated');
});

/** The list after the changes that another client made before the request with a number. */
const changedBy =
  (change: (entries: readonly JsonObject[], n: number) => readonly JsonObject[]): Ordering =>
  (entries, { n }) =>
    change(entries, n);

const toFront = (entries: readonly JsonObject[], moved: number): readonly JsonObject[] => {
  const at = moved % entries.length;
  return [...entries.slice(at, at + 1), ...entries.slice(0, at), ...entries.slice(at + 1)];
};

/** Pages of flights, each in an order of its own. */
const shuffled = (order: Ordering): DescribedList => ({
  ...byOffset(order),
  answer: (request) => ({ json: turn(byOffset(order).answer(request).json as JsonObject[], request) }),
});

/** Legal lists that nearly look like a violation. */
test.each<[string, (order: Ordering) => DescribedList, Ordering]>([
  [
    'has a new entry before each request',
    byPage,
    changedBy((all, n) => [{ ticket: `N-${n}`, priority: 'high' }, ...all]),
  ],
  [
    'loses one entry for another',
    byPage,
    changedBy((all, n) => [...all.slice(0, -1), { ticket: `N-${n}`, priority: 'low' }]),
  ],
  [
    'is in the order of changes, which it shows',
    byOffset,
    changedBy((all, n) => toFront(all, n).map((entry, i) => (i === 0 ? { ...entry, changed: n } : entry))),
  ],
  [
    'is in the order of changes, of which there are few',
    byOffset,
    changedBy((all, n) => toFront(all, Math.floor(n / 12))),
  ],
  [
    'has another order where all entries are on one page',
    byPage,
    (all, request) => (request.query.get('per_page') === '100' ? turn(all, request) : all),
  ],
  ['has another order within each page', shuffled, keep],
])('a list that %s', async (_, list, order) => {
  expect(['noise', 'held', 'not-reproduced']).toContain((await auditList(list(order), rule)).said);
});
