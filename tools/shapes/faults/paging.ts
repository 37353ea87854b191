import type { Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { putPointer, readPointer } from '../facts/json-pointer.js';
import { type Fault, intercept, replace } from './fault.js';
import { both, hasMore, isPaged, isQuiet, some } from './where.js';

/** Changes the address of the next page. */
const changeNext = (change: (value: string, visit: Visit) => string) =>
  intercept((visit, answer) => {
    const reply = answer();
    const next = visit.facts?.paging?.next;
    if (visit.target !== 'list' || !next || reply.status !== 200) return reply;
    return next.in === 'body'
      ? changeInBody(reply, next.pointer, (value) => change(value, visit))
      : changeInHeader(reply, next.in === 'link' ? 'link' : next.name.toLowerCase(), (value) => change(value, visit));
  });

function changeInBody(reply: Reply, pointer: string, change: (value: string) => string): Reply {
  const value = readPointer(reply.json, pointer);
  return typeof value === 'string' ? { ...reply, json: putPointer(reply.json, pointer, change(value)) } : reply;
}

function changeInHeader(reply: Reply, name: string, change: (value: string) => string): Reply {
  const value = reply.headers[name];
  return value === undefined ? reply : { ...reply, headers: { ...reply.headers, [name]: change(value) } };
}

const hasNext = ({ paging }: CollectionFacts) => paging?.next !== undefined;

/** Position and size are in the query of the next page. */
const isCounted = ({ paging }: CollectionFacts) => paging?.firstPosition !== undefined;

const hasMoreThanDefault = (facts: CollectionFacts, service: ServiceFacts) =>
  facts.paging !== undefined && hasMore(facts, service, facts.paging.defaultSize);

const hasMoreThanMaximum = (facts: CollectionFacts, service: ServiceFacts) => {
  const { paging, design } = facts;
  if (paging?.maximumSize === undefined) return false;
  return design.choices.overMaximum === 'refused' || hasMore(facts, service, paging.maximumSize);
};

export const pagingFaults: readonly Fault[] = [
  {
    name: 'pages-lose-items',
    clauses: ['8.2'],
    appliesTo: some(isPaged),
    change: replace(({ cut }) => ({
      cut: (visit, entries, window) => cut(visit, entries, window).slice(window.start > 0 ? 1 : 0),
    })),
    seenBy: ['pages'],
  },
  {
    name: 'pages-repeat-items',
    clauses: ['8.2'],
    appliesTo: some(both(isPaged, ({ design }) => design.choices.listShape !== 'by-id')),
    change: replace(({ cut }) => ({
      cut: (visit, entries, window) => [
        ...entries.slice(Math.max(0, window.start - 1), window.start),
        ...cut(visit, entries, window),
      ],
    })),
    seenBy: ['pages'],
  },
  {
    name: 'page-is-ignored',
    clauses: ['8.1', '8.2'],
    appliesTo: some(isPaged),
    change: replace(({ cut }) => ({ cut: (visit, entries, window) => cut(visit, entries, { ...window, start: 0 }) })),
    seenBy: ['pages'],
  },
  {
    name: 'size-is-ignored',
    clauses: ['8.1', '8.3'],
    appliesTo: some(isPaged),
    change: replace(({ limitSize }) => ({ limitSize: (visit) => limitSize(visit, undefined) })),
    seenBy: ['page-size'],
  },
  {
    name: 'maximum-is-exceeded',
    clauses: ['8.3'],
    appliesTo: some(hasMoreThanMaximum),
    change: replace(({ limitSize }) => ({ limitSize: (visit, asked) => asked ?? limitSize(visit, undefined) })),
    seenBy: ['page-size'],
  },
  {
    name: 'list-is-whole',
    clauses: ['2.4', '8.1'],
    appliesTo: some(hasMoreThanDefault),
    change: replace(({ limitSize }) => ({
      limitSize: (visit, asked) => (asked === undefined ? 100_000 : limitSize(visit, asked)),
    })),
    seenBy: ['page-size'],
  },
  {
    name: 'size-and-position-are-ignored',
    clauses: ['8.1', '8.2', '8.3'],
    appliesTo: some(isPaged),
    change: replace(() => ({ cut: (_, entries) => entries })),
    seenBy: ['pages', 'page-size'],
  },
  {
    name: 'next-skips-a-page',
    clauses: ['8.1', '8.2'],
    appliesTo: some(both(isPaged, both(hasNext, isCounted))),
    change: changeNext((value, { facts }) => {
      const name = encodeURIComponent(facts?.paging?.position.name ?? '');
      return value.replace(
        new RegExp(`([?&]${name.replaceAll(/[$]/g, '\\$')}=)(\\d+)`),
        (_, start, digits) => `${start}${Number(digits) + 1}`,
      );
    }),
    seenBy: ['pages'],
  },
  {
    name: 'next-has-a-wrong-port',
    clauses: ['8.1', 'http'],
    appliesTo: some(both(isPaged, ({ design, paging }) => design.choices.next === 'absolute' && paging !== undefined)),
    change: changeNext((value) => value.replace(/^(https?:\/\/[^/:]*)(:\d+)?/, '$1$2$2')),
    seenBy: ['pages'],
  },
  {
    name: 'next-leads-to-the-same-page',
    clauses: ['8.1', '8.2'],
    appliesTo: some(both(isPaged, both(hasNext, isCounted))),
    change: changeNext((value, { request, facts }) => {
      const { name = '' } = facts?.paging?.position ?? {};
      const query = new URLSearchParams(request.query);
      const address = `${request.path}${query.size > 0 ? `?${query}` : ''}`;
      const isLink = value.startsWith('<');
      const start = /^https?:\/\/[^/]*/.exec(value)?.[0] ?? '';
      return name === '' ? value : isLink ? `<${address}>; rel="next"` : start + address;
    }),
    seenBy: ['pages'],
  },
  {
    name: 'total-is-wrong',
    clauses: ['8.1'],
    appliesTo: some(
      both(
        isPaged,
        both(isQuiet, ({ design }) => design.choices.total === 'exact'),
      ),
    ),
    change: intercept((visit, answer) => {
      const reply = answer();
      const total = visit.facts?.paging?.total;
      if (visit.target !== 'list' || !total || reply.status !== 200) return reply;
      return total.in === 'body'
        ? { ...reply, json: putPointer(reply.json, total.name, 1) }
        : changeInHeader(reply, total.name.toLowerCase(), () => '1');
    }),
    seenBy: ['pages'],
  },
];
