import { compare, defineMonitor, type Exchange, http, type Json, type Traffic, type TrafficExchange } from '#rule';
import { getMember } from './members.js';

export interface RecordedPage {
  readonly entries: readonly Json[];
  /** Path of the next page, as the page links to it. */
  readonly next: string | undefined;
  readonly total: number | undefined;
  readonly query: URLSearchParams;
  /** Whether a query parameter may have an effect: a document that describes the operation names it. */
  readonly isKnown: (parameter: string) => boolean;
}

const listNames = ['items', 'data', 'results', 'content', 'records', 'entries', 'value', 'rows'];
const nextPlaces = [
  '/next',
  '/links/next',
  '/links/next/href',
  '/_links/next/href',
  '/paging/next',
  '/pagination/next',
  '/meta/next',
];
const totalPlaces = [
  '/total',
  '/totalCount',
  '/total_count',
  '/totalElements',
  '/meta/total',
  '/page/totalElements',
  '/pagination/total',
];

/** Reads a response to GET as a page; undefined where it is none. */
export function readPage(exchange: TrafficExchange, traffic: Traffic): RecordedPage | undefined {
  const { method, path, answer, hasText } = exchange;
  const operation = traffic.findOperation(exchange);
  const json = answer?.json;
  const entries = Array.isArray(json) ? json : listNames.map((name) => getMember(json, name)).find(Array.isArray);
  if (method !== 'GET' || !http.hasStatus(exchange, 200) || !hasText || entries === undefined) return undefined;
  const field = http.readLinkFields(answer).find(({ relations }) => relations.includes('next'))?.target;
  const told =
    field ?? nextPlaces.map((place) => compare.getAtPointer(json, place)).find((one) => typeof one === 'string');
  const counted =
    http.getHeader(answer, 'x-total-count') ??
    totalPlaces.map((place) => compare.getAtPointer(json, place)).find(isCount);
  return {
    entries: entries as readonly Json[],
    next: typeof told === 'string' && /^(https?:|\/|\?)/.test(told) ? traffic.resolve(told, exchange) : undefined,
    total: counted === undefined ? undefined : Number(counted),
    query: new URLSearchParams(path.split('?')[1]),
    isKnown: (name) => isNamed(operation, name),
  };
}

const isNamed = (operation: ReturnType<Traffic['findOperation']>, parameter: string): boolean =>
  operation?.parameters.some((one) => one.in === 'query' && one.name === parameter) ?? true;

const isCount = (value: Json | undefined): boolean => typeof value === 'number';

const sizeNames = [
  'limit',
  'size',
  'per_page',
  'perPage',
  'page_size',
  'pageSize',
  'page[size]',
  'page[limit]',
  '$top',
  'maxResults',
];

/** The number of entries that a request to a list asks for, as it was written; undefined where no parameter has the usual name of one. */
export function readSizeText({ method, path }: TrafficExchange, traffic: Traffic): string | undefined {
  const operation = traffic.findOperation({ method, path });
  const query = new URLSearchParams(path.split('?')[1]);
  const isList =
    method === 'GET' && traffic.getTrack(path.split('?')[0] ?? path).reads.some((read) => readPage(read, traffic));
  const named = sizeNames.find((name) => query.has(name) && isNamed(operation, name));
  return isList && named !== undefined ? (query.get(named) ?? undefined) : undefined;
}

/** The number of entries that a request asks for; undefined where no parameter has the usual name of one. */
export function readAskedSize({ query, isKnown }: RecordedPage): number | undefined {
  const asked = sizeNames
    .filter(isKnown)
    .map((name) => query.get(name))
    .find((value) => value !== null && /^[1-9]\d{0,5}$/.test(value));
  return asked == null ? undefined : Number(asked);
}

/** The id of an entry; undefined where it has none. */
export const readId = (entry: Json): Json | undefined =>
  getMember(entry, 'id') ?? getMember(entry, 'uuid') ?? getMember(entry, '_id');

/** A page and the one that it links to, with an entry that is on both. */
interface RepeatedEntry {
  readonly first: TrafficExchange;
  readonly second: TrafficExchange;
}

/**
 * Judges each page that another one links to: no entry is on both. Items that come and go unrecorded move others to the next page and back,
 * so both pages must be the same when they are read again, one after the other, and no page of the list may have changed unrecorded.
 */
export const monitorPages = defineMonitor({
  expected: 'each item on one page',
  state: (create) => ({
    ...{ linking: create<TrafficExchange>(), repeated: create<RepeatedEntry>(), moving: create<true>() },
    found: create<RepeatedEntry & { readonly flaw: string; readonly list: string; readonly again: RepeatedEntry }>(),
  }),
  on: (exchange, traffic, { linking, repeated, moving, found }) => {
    const page = readPage(exchange, traffic);
    if (page === undefined) return undefined;
    const { path, answer, caller } = exchange;
    const isNow = (one: TrafficExchange) => one.caller === caller && traffic.isUndisturbed(one, exchange, path);
    const [list = ''] = path.split('?');
    const last = traffic.getTrack(path).reads.at(-1);
    if (last !== undefined && isNow(last) && !isSameText(last, exchange)) moving.set(list, true);
    const first = linking.get(path);
    if (page.next !== undefined && page.next !== path && answer && answer.text.length < maxPageLength)
      linking.set(page.next, exchange);
    const before = first && isNow(first) ? readPage(first, traffic) : undefined;
    if (first === undefined || before === undefined) return undefined;
    const known = new Set(before.entries.map(readId).filter((id) => id !== undefined));
    const again = page.entries.map(readId).find((id) => id !== undefined && known.has(id));
    if (again === undefined) return 'kept';
    const seen = repeated.get(path);
    repeated.set(path, { first, second: exchange });
    const isRead = seen !== undefined && first.n > seen.second.n;
    if (isRead && isSameText(seen.first, first) && isSameText(seen.second, exchange))
      found.set(path, { ...seen, flaw: `${again} is on two pages`, list, again: { first, second: exchange } });
    return 'kept';
  },
  end: ({ found, moving }) =>
    [...found.values()]
      .filter(({ list }) => moving.get(list) === undefined)
      .map(({ flaw, first, second, again }) => ({ flaw, shows: [first, second, again.first, again.second] })),
});

const isSameText = (one: TrafficExchange, other: TrafficExchange): boolean => one.answer?.text === other.answer?.text;

/** Longest page that is kept, in characters. */
const maxPageLength = 16_384;

/** Judges each address that a page gives as that of the next one. */
export const monitorNextLinks = defineMonitor({
  expected: 'a page',
  state: (create) => create<TrafficExchange>(),
  on: (exchange, traffic, linking) => {
    const next = readPage(exchange, traffic)?.next;
    const first = exchange.method === 'GET' ? linking.get(exchange.path) : undefined;
    if (next !== undefined && (exchange.answer?.text.length ?? 0) < maxPageLength) linking.set(next, exchange);
    if (!first || first.caller !== exchange.caller || !traffic.isUndisturbed(first, exchange)) return undefined;
    const isWrong = http.hasStatus(exchange, 400, 404, 405, 422, 500);
    return isWrong ? { flaw: `the next page returned ${exchange.answer?.status}`, shows: [first, exchange] } : 'kept';
  },
});

/** Most pages of a walk that are remembered. */
const mostPages = 50;

/** Judges each page that links to a page before it. */
export const monitorEnds = defineMonitor({
  expected: 'a next page that is another one',
  state: (create) => create<string>(),
  on: (exchange, traffic, previous) => {
    const { next, entries } = readPage(exchange, traffic) ?? {};
    if (next === undefined || entries === undefined) return undefined;
    let at: string | undefined = exchange.path;
    for (let pages = 0; at !== undefined && at !== next && pages < mostPages; pages += 1) at = previous.get(at);
    if (at === next && entries.length > 0) return { flaw: 'the next page is the page itself, or one before it' };
    previous.set(next, exchange.path);
    return 'kept';
  },
});

/** A monitor over single pages. */
export const monitorPage = (
  expected: string,
  findFlaw: (page: RecordedPage, exchange: Exchange) => string | undefined | null,
) =>
  defineMonitor({
    expected,
    on: (exchange, traffic) => {
      const page = readPage(exchange, traffic);
      const flaw = page && findFlaw(page, exchange);
      return flaw == null ? (flaw === null ? 'kept' : undefined) : { flaw };
    },
  });
