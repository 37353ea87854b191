import { expect, test } from 'vitest';
import type { JsonObject } from '#rule';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import {
  auditList,
  bare,
  type DescribedList,
  type ListAnswer,
  type ListRequest,
  numeric,
  readNumber,
  wrapped,
} from './described-list.fixture.js';

useSteadyClock();

const text = { type: ['string', 'null'] };
const ships = Array.from({ length: 11 }, (_, i) => ({ imo: 9_000_000 + i, name: `Ship ${i}` }));

/** The place of a page among those of three entries or the requested size, and the target of a link to the page with a number. */
interface Place {
  readonly number: number;
  readonly last: number;
  readonly to: (number: number) => string;
  readonly request: ListRequest;
}

/** What a page says about the others. */
type Linking = (place: Place) => { readonly next?: string; readonly prev?: string; readonly last?: string };

const describeLinks = (properties: JsonObject): JsonObject => ({ links: { type: 'object', properties } });

/** Pages of ships, in four ways to request them and to say which one is next. */
const ways = {
  'links in an object': (linking: Linking) =>
    paged(
      '/fleet/ships',
      wrapped('data', describeLinks({ next: text, prev: text, last: text })),
      linking,
      (data, links) => ({
        json: { data, links: { next: links.next ?? null, prev: links.prev ?? null, last: links.last ?? null } },
      }),
    ),
  'a member': (linking: Linking) =>
    paged('/v3/vessels', wrapped('value', { next_url: text }), linking, (value, { next }) => ({
      json: { value, ...(next !== undefined && { next_url: next }) },
    })),
  'a field': (linking: Linking) =>
    paged('/ships', bare, linking, (json, links) => ({
      json,
      headers: {
        link: Object.entries(links)
          .map(([relation, target]) => `<${target}>; rel="${relation}"`)
          .join(', '),
      },
    })),
} as const;

function paged(
  path: string,
  page: DescribedList['page'],
  linking: Linking,
  render: (entries: readonly object[], links: ReturnType<Linking>) => ListAnswer,
): DescribedList {
  return {
    ...{ path, id: 'imo', page, parameters: [numeric('p', { minimum: 1 }), numeric('limit', { minimum: 1 })] },
    answer: (request) => {
      const size = readNumber(request, 'limit', 3);
      const number = readNumber(request, 'p', 1);
      const last = Math.ceil(ships.length / size);
      const to = (other: number) => `${path}?p=${other}&limit=${size}`;
      const entries = ships.slice((number - 1) * size, number * size);
      return render(entries, linking({ number, last, to, request }));
    },
  };
}

/** Links to the next and the last page, and to the one before, each written by a function. */
const linked =
  (write: (target: string, place: Place) => string): Linking =>
  (place) => ({
    ...(place.number < place.last && { next: write(place.to(place.number + 1), place) }),
    ...(place.number > 1 && { prev: write(place.to(place.number - 1), place) }),
    last: write(place.to(place.last), place),
  });

const absolute = linked((target, { request }) => request.origin + target);
const late = (write: (target: string, place: Place) => string): Linking =>
  linked((target, place) => (place.number < 3 ? target : write(target, place)));

const nextRule = 'next-link-works-unchanged';
const otherRule = 'page-links-lead-to-their-pages';

test.each(Object.entries(ways))('links that lead to their pages hold: %s', async (_, way) => {
  const seen = await auditList(way(absolute), nextRule);
  expect(seen).toMatchObject({ said: 'held', isReadOnly: true });
});

test.each<[string, keyof typeof ways, Linking]>([
  ['a port twice', 'links in an object', late((target, { request }) => `${request.origin}:8080${target}`)],
  ['a name for a port', 'a member', late((target) => `http://ships.example:undefined${target}`)],
  ['no host', 'a field', late((target) => `http://:8080${target}`)],
  ['another path', 'a field', late((target) => target.replace('ships', 'boats'))],
  ['another path of another origin', 'a member', late(() => 'https://api.example.com/boats?p=4')],
  [
    'the scheme left out',
    'a field',
    linked((target, { request }) => request.origin.replace('http://', '').replace('127.0.0.1', 'localhost') + target),
  ],
])('a later link with %s is a violation', async (_, way, linking) => {
  for (const isDescribed of [true, false])
    expect((await auditList(ways[way](linking), nextRule, { isDescribed })).said).toBe('violated');
});

test('a later page that fails is a violation', async () => {
  const list = ways['links in an object'](absolute);
  const failing: DescribedList = {
    ...list,
    answer: (request) => (readNumber(request, 'p', 1) === 3 ? { status: 500, json: {} } : list.answer(request)),
  };
  expect((await auditList(failing, nextRule)).said).toBe('violated');
});

test('pages without a size parameter are followed, too', async () => {
  const sized = (linking: Linking): DescribedList => ({ ...ways['a member'](linking), parameters: [numeric('p')] });
  expect((await auditList(sized(absolute), nextRule)).said).toBe('held');
  expect((await auditList(sized(late(() => 'http://a:b/')), nextRule)).said).toBe('violated');
});

/** Each page but the last links to itself. */
const itself: Linking = ({ number, last, to }) => (number < last ? { next: to(number) } : {});

test('a page whose next link leads to the page itself is a violation', async () => {
  for (const way of Object.values(ways)) expect((await auditList(way(itself), nextRule)).said).toBe('violated');
});

test('a page may link to itself where it shows the next entries each time, or where all are shown', async () => {
  const list = ways['links in an object'](absolute);
  let read = 0;
  const scrolling: DescribedList = {
    ...list,
    answer: (request) => {
      const size = readNumber(request, 'limit', 3);
      const data = ships.slice(read, read + size);
      read += size;
      const next = `/fleet/ships?p=1&limit=${size}`;
      if (read < ships.length) return { json: { data, links: { next } } };
      read = 0;
      return { json: { data, links: { next: null } } };
    },
  };
  expect((await auditList(scrolling, nextRule)).said).not.toBe('violated');
  const feed = ways['a member'](({ number, last, to }) => ({ next: to(Math.min(number + 1, last)) }));
  expect((await auditList(feed, nextRule)).said).toBe('held');
});

/** Legal links that nearly look like a violation. */
test.each<[string, Linking, string]>([
  ['are relative to the page', linked((target) => target.slice(target.indexOf('?'))), 'held'],
  ['have no scheme', linked((target) => `//api.example.com${target}`), 'held'],
  ['name the public origin', linked((target) => `https://api.example.com${target}`), 'held'],
  ['name the public port', linked((target) => `http://127.0.0.1:1${target}`), 'held'],
  ['have a fragment', linked((target) => `${target}#top`), 'held'],
  ['have the prefix of a gateway', linked((target) => `https://api.example.com/shop${target}`), 'no-usable-case'],
])('next links may be such that they %s', async (_, linking, expected) => {
  for (const way of Object.values(ways)) expect((await auditList(way(linking), nextRule)).said).toBe(expected);
});

test.each([404, 410])('a page that is gone once (%i) is no violation', async (status) => {
  const list = ways['a field'](absolute);
  let isGone = false;
  const once: DescribedList = {
    ...list,
    answer: (request) => {
      if (isGone || readNumber(request, 'p', 1) < 3) return list.answer(request);
      isGone = true;
      return { status, json: {} };
    },
  };
  expect((await auditList(once, nextRule)).said).not.toBe('violated');
});

test.each<[string, Linking, string]>([
  ['lead there', absolute, 'held'],
  ['lead there from the public origin', linked((target) => `https://api.example.com${target}`), 'held'],
  [
    'are no URLs on the last page',
    (place) => ({ ...absolute(place), ...(place.number > 2 && { prev: 'http://a:1:1/b?p=2' }) }),
    'violated',
  ],
  [
    'lead from the last page to the first',
    (place) => ({ ...absolute(place), ...(place.number > 2 && { prev: place.to(1) }) }),
    'violated',
  ],
  ['lead to no page', (place) => ({ ...absolute(place), last: '/elsewhere?p=4' }), 'violated'],
])('links to other pages %s', async (_, linking, expected) => {
  for (const way of [ways['links in an object'], ways['a field']])
    expect((await auditList(way(linking), otherRule)).said).toBe(expected);
});

test.each<[string, Linking, string]>([
  ['lead to the next page', absolute, 'held'],
  ['lead to the page itself', linked((_, place) => place.to(place.number)), 'violated'],
  [
    'lead from the last page to itself',
    (place) => ({ next: place.to(Math.min(place.number + 1, place.last)) }),
    'no-usable-case',
  ],
])('where nothing is created, next links %s', async (_, linking, expected) => {
  const { said, isReadOnly } = await auditList(ways['a field'](linking), 'small-pages-show-what-large-pages-show');
  expect([said, isReadOnly]).toEqual([expected, true]);
});
