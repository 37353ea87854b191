import { compare, defineMonitor, type Exchange, http, type Json, type Traffic, type TrafficExchange } from '#rule';
import { getMember } from './members.js';

/** A page of a recorded list. */
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
    isKnown: (name) => operation?.parameters.some((one) => one.in === 'query' && one.name === name) ?? true,
  };
}

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

/** The number of entries that a request asks for; undefined where no parameter has the usual name of one. */
export function readAskedSize({ query, isKnown }: RecordedPage): number | undefined {
  const asked = sizeNames
    .filter(isKnown)
    .map((name) => query.get(name))
    .find((value) => value !== null && /^[1-9]\d{0,5}$/.test(value));
  return asked == null ? undefined : Number(asked);
}

/** The id of an entry; undefined where it has none. */
const readId = (entry: Json): Json | undefined =>
  getMember(entry, 'id') ?? getMember(entry, 'uuid') ?? getMember(entry, '_id');

/** A page, the one that it links to, and an entry that is on both. */
interface RepeatedEntry {
  readonly shows: readonly [TrafficExchange, TrafficExchange];
  readonly again: Json;
}

/**
 * Judges each page that another one links to: no entry is on both. An item that was created in between by a client that is not recorded
 * moves others to the next page, so the first page must be the same before and after.
 */
export const monitorPages = defineMonitor({
  expected: 'each item on one page',
  state: (create) => ({ linking: create<TrafficExchange>(), repetitions: create<RepeatedEntry>() }),
  on: (exchange, traffic, { linking, repetitions }) => {
    const page = readPage(exchange, traffic);
    if (page === undefined) return undefined;
    const { path, answer } = exchange;
    const isSame = (first: TrafficExchange) =>
      first.caller === exchange.caller && traffic.isUndisturbed(first, exchange);
    const seen = repetitions.get(path);
    if (seen !== undefined && isSame(seen.shows[0]) && seen.shows[0].answer?.text === answer?.text)
      return { flaw: `${seen.again} is on two pages`, shows: [...seen.shows, exchange] };
    const first = linking.get(path);
    if (page.next !== undefined && page.next !== path && answer && answer.text.length < maxPageLength)
      linking.set(page.next, exchange);
    const before = first && isSame(first) ? readPage(first, traffic) : undefined;
    if (first === undefined || before === undefined) return undefined;
    const known = new Set(before.entries.map(readId).filter((id) => id !== undefined));
    const again = page.entries.map(readId).find((id) => id !== undefined && known.has(id));
    if (again !== undefined) repetitions.set(first.path, { shows: [first, exchange], again });
    return 'kept';
  },
});

/** Longest page that is kept, in characters. */
const maxPageLength = 16_384;

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
