import type { Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { putPointer, readPointer } from '../facts/json-pointer.js';
import { type Fault, intercept, replace } from './fault.js';
import { changeEntries } from './reading.js';
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
    description: 'Each page but the first lacks its first entry.',
    clauses: ['8.2'],
    appliesTo: some(isPaged),
    change: replace(({ cut }) => ({
      cut: (visit, entries, window) => cut(visit, entries, window).slice(window.start > 0 ? 1 : 0),
    })),
    seenBy: ['pages'],
  },
  {
    name: 'pages-repeat-items',
    description: 'Each page but the first begins with the last entry of the page before.',
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
    description: 'Every page shows the first entries.',
    clauses: ['8.1', '8.2'],
    appliesTo: some(isPaged),
    change: replace(({ cut }) => ({ cut: (visit, entries, window) => cut(visit, entries, { ...window, start: 0 }) })),
    seenBy: ['pages'],
  },
  {
    name: 'size-is-ignored',
    description: 'Pages have their usual size, whatever the client asks for.',
    clauses: ['8.1', '8.3'],
    appliesTo: some(isPaged),
    change: replace(({ limitSize }) => ({ limitSize: (visit) => limitSize(visit, undefined) })),
    seenBy: ['page-size'],
  },
  {
    name: 'maximum-is-exceeded',
    description: 'A page is as large as the client asks for, also above the maximum.',
    clauses: ['8.3'],
    appliesTo: some(hasMoreThanMaximum),
    change: replace(({ limitSize }) => ({ limitSize: (visit, asked) => asked ?? limitSize(visit, undefined) })),
    seenBy: ['page-size'],
  },
  {
    name: 'list-is-whole',
    description: 'Without parameters, the list is returned whole.',
    clauses: ['2.4', '8.1'],
    appliesTo: some(hasMoreThanDefault),
    change: replace(({ limitSize }) => ({
      limitSize: (visit, asked) => (asked === undefined ? 100_000 : limitSize(visit, asked)),
    })),
    seenBy: ['page-size'],
  },
  {
    name: 'size-and-position-are-ignored',
    description: 'Every page shows the whole list.',
    clauses: ['8.1', '8.2', '8.3'],
    appliesTo: some(isPaged),
    change: replace(() => ({ cut: (_, entries) => entries })),
    seenBy: ['pages', 'page-size'],
  },
  {
    name: 'next-skips-a-page',
    description: 'The address of the next page skips entries.',
    clauses: ['8.1', '8.2'],
    appliesTo: some(both(isPaged, both(hasNext, isCounted))),
    change: changeNext((value, { facts }) => {
      const name = encodeURIComponent(facts?.paging?.position.name ?? '').replaceAll('%', '%');
      return value.replace(
        new RegExp(`([?&]${name.replaceAll(/[$]/g, '\\$')}=)(\\d+)`),
        (_, start, digits) => `${start}${Number(digits) + 1}`,
      );
    }),
    seenBy: ['pages'],
  },
  {
    name: 'next-has-a-wrong-port',
    description: 'The address of the next page has the port twice.',
    clauses: ['8.1', 'http'],
    appliesTo: some(both(isPaged, ({ design, paging }) => design.choices.next === 'absolute' && paging !== undefined)),
    change: changeNext((value) => value.replace(/^(https?:\/\/[^/:]*)(:\d+)?/, '$1$2$2')),
    seenBy: ['pages'],
  },
  {
    name: 'next-leads-to-the-same-page',
    description: 'The address of the next page is that of this one.',
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
    description: 'The total is less than the number of items.',
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
  {
    name: 'wrong-size-answers-500',
    description: 'A size of 0 answers 500.',
    clauses: ['7.400', '7.5xx'],
    appliesTo: some(isPaged),
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'malformed' ? 500 : chooseStatus(world, kind)),
    })),
    seenBy: ['page-size'],
  },
  {
    name: 'ids-of-entries-differ',
    description: 'Ids in lists are other ones than those of the items.',
    clauses: ['2.1', '4.list'],
    appliesTo: some(
      (facts, service) =>
        facts.id.list !== undefined &&
        facts.design.choices.listShape !== 'by-id' &&
        hasMore(facts, service, 1) &&
        isQuiet(facts, service),
    ),
    change: changeEntries((entries, { facts }) => {
      const pointer = facts?.id.list?.pointer;
      if (pointer === undefined) return entries;
      return entries.map((entry) =>
        pointer === ''
          ? change(entry)
          : putPointer(structuredClone(entry), pointer, change(readPointer(entry, pointer))),
      );
    }),
    seenBy: ['list'],
  },
];

/** Another id, or the address of another item. */
const change = (id: unknown): unknown => (typeof id === 'number' ? id + 100_000 : String(id).replace(/(?=\?|$)/, '0'));
