import { type Exchange, hasStatus } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { findNextPageField, readNextPlace } from '../../model/field/next-page-field.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import { findPageLinks } from '../../model/service/page-links.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { Collection } from '../../model/service/subject.js';
import type { Listing, Page, Walk, WalkOptions } from '../../rule/http/page.js';
import { readTotal, totalHeaderNames } from '../../rule/http/total-count.js';
import type { CaseClient } from './case-client.js';
import { resolveLinkPath } from './item-address.js';

/**
 * Builds the path of the first page. `size` is a number of entries, a text sent as it is, null for no page size, or
 * undefined for the known maximum. A page number is added only where pages are numbered.
 */
export function buildFirstPagePath(
  { path: plain, pagination }: Collection,
  size?: number | string | null,
  query: Readonly<Record<string, string>> = {},
): string {
  const { size: name, page } = pagination.params;
  const path = Object.entries(query).reduce((filled, [key, value]) => setQueryParameter(filled, key, value), plain);
  if (name === undefined || size === null) return path;
  const sized = setQueryParameter(path, name, String(size ?? Math.min(pagination.maxSize ?? 100, 100)));
  const isNumbered = page !== undefined && pagination.style !== 'cursor' && pagination.style !== 'offset';
  return isNumbered ? setQueryParameter(sized, page, String(pagination.base)) : sized;
}

/** Whether two pages show the same items in the same order. Entries without an id may be equal, and prove nothing. */
function isSamePage(collection: Collection, entries: readonly Json[], before: readonly Json[]): boolean {
  if (entries.length === 0 || entries.length !== before.length) return false;
  const ids = entries.map((entry) => readItemId(entry, collection));
  return ids.every((found, i) => found !== undefined && found === readItemId(before[i], collection));
}

/** Reads a response as a page. */
export function readPage(collection: Collection, exchange: Exchange, asked: string, baseUrl: string): Page {
  const isAnswered = exchange.answer?.status === 200 || exchange.answer?.status === 206;
  const entries = isAnswered ? findEntries(collection, exchange.answer?.json) : undefined;
  const place = collection.pagination.total;
  const places = place === '' ? [] : [...(place === undefined ? [] : [place]), ...totalHeaderNames];
  let total: number | undefined;
  for (const one of places) total ??= readTotal(exchange, one);
  if (entries === undefined) return { exchange, entries, next: undefined, isReported: false, total };
  const links = findPageLinks(exchange.answer, (target) => resolveLinkPath(target, asked, baseUrl));
  return { exchange, entries, total, links, ...findNextPage(collection, exchange, asked, entries, baseUrl) };
}

const containerNamePattern =
  /^(data|items|results|value|content|records|entries|elements|rows|list|hits|docs|objects|edges|resources)$/i;

function findEntries({ pagination, name }: Collection, json: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(json)) return json;
  const declared = pagination.items === undefined ? undefined : getAtPointer(json, pagination.items);
  if (Array.isArray(declared)) return declared;
  if (!isObject(json)) return undefined;
  if (pagination.isById && isObject(declared)) return Object.values(declared);
  const arrays = Object.entries(json).filter((entry): entry is [string, readonly Json[]] => Array.isArray(entry[1]));
  const named = arrays.find(([member]) => containerNamePattern.test(member) || member === name);
  return named?.[1] ?? (arrays.length === 1 ? arrays[0]?.[1] : undefined);
}

type NextPage = Pick<Page, 'next' | 'isReported'>;

const endOfPages: NextPage = { next: undefined, isReported: true };

function findNextPage(
  collection: Collection,
  exchange: Exchange,
  asked: string,
  entries: readonly Json[],
  baseUrl: string,
): NextPage {
  const { pagination } = collection;
  const linked = findLink(exchange.answer, 'next');
  if (linked !== undefined) return { next: resolveLinkPath(linked, asked, baseUrl), isReported: true };
  // Some services always return a cursor, and a flag that says whether a next page exists.
  if (hasMoreFlag(exchange.answer?.json, false)) return endOfPages;
  const place = pagination.next ?? findTokenField(pagination, exchange);
  const told = place === undefined ? undefined : readNextPlace(exchange.answer, place);
  if (told === true) {
    // The response says only whether there is more: the next page is that after the last item.
    const last = readItemId(entries.at(-1), collection);
    const { cursor } = pagination.params;
    if (cursor === undefined || last === undefined) return endOfPages;
    return { next: setQueryParameter(asked, cursor, String(last)), isReported: true };
  }
  if (typeof told === 'number' || (typeof told === 'string' && told !== ''))
    return { next: resolveNextPage(pagination, String(told), asked, baseUrl), isReported: true };
  const beyond = buildSkipPath(pagination, asked, entries.length);
  if (beyond !== undefined) return { next: beyond, isReported: false };
  // Links to other pages without a next link mean the end. Other links mean nothing.
  const hasOtherPageLinks = findLink(exchange.answer, 'first', 'last', 'prev') !== undefined;
  if (place !== undefined || pagination.style === 'link' || hasOtherPageLinks) return endOfPages;
  return {
    next: entries.length === 0 ? undefined : buildNumberedPath(pagination, asked, entries.length),
    isReported: false,
  };
}

/** The header field with the token of the next page, where nothing describes in which place the token is. */
const findTokenField = ({ style }: Pagination, { answer }: Exchange): string | undefined =>
  style === 'cursor' && answer !== undefined ? findNextPageField(answer) : undefined;

/**
 * `$top` limits the whole result, not the page; with that many entries, no next link is required (OData 4.01
 * §11.2.6.3).
 */
function buildSkipPath({ params }: Pagination, asked: string, length: number): string | undefined {
  if (params.size !== '$top' || length === 0) return undefined;
  const query = new URLSearchParams(asked.split('?')[1]);
  const top = Number(query.get('$top') ?? Number.NaN);
  if (!(length >= top)) return undefined;
  return setQueryParameter(asked, '$skip', String(Number(query.get('$skip') ?? 0) + length));
}

const morePagesFlags = ['has_more', 'hasMore', 'has_next', 'hasNext', 'hasNextPage', 'has_next_page'];
const flagPlaces = ['', '/meta', '/paging', '/pagination', '/page', '/pageInfo', '/page_info'];

/** Whether a page has a flag with this value about a next page: `{"has_more": true}`. */
const hasMoreFlag = (json: Json | undefined, value: boolean): boolean =>
  flagPlaces.some((place) => morePagesFlags.some((flag) => getAtPointer(json, `${place}/${flag}`) === value));

/** Builds the path of the next numbered page. */
function buildNumberedPath({ style, params, base }: Pagination, asked: string, length: number): string | undefined {
  const at = (name: string, otherwise: number) =>
    Number(new URLSearchParams(asked.split('?')[1]).get(name) ?? otherwise);
  if (style === 'page' && params.page !== undefined)
    return setQueryParameter(asked, params.page, String(at(params.page, base) + 1));
  if (style === 'offset' && params.offset !== undefined)
    return setQueryParameter(asked, params.offset, String(at(params.offset, 0) + length));
  return undefined;
}

/** Resolves the text or number that a page gives as next: a URL, or the value of a parameter. */
function resolveNextPage({ style, params }: Pagination, next: string, asked: string, baseUrl: string) {
  // A base64 cursor may begin with a slash, too; the path of a page has a query.
  const isPath = next.startsWith('/') && (params.cursor === undefined || next.includes('?'));
  if (isPath || /^(https?:\/\/|\?)/.test(next)) return resolveLinkPath(next, asked, baseUrl);
  const ofStyle = style === 'page' || style === 'offset' ? params[style] : undefined;
  const param = ofStyle ?? params.cursor ?? params.page;
  return param === undefined ? undefined : setQueryParameter(asked, param, next);
}

/** Sets a query parameter of a path. */
function setQueryParameter(path: string, name: string, value: string): string {
  const [plain = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.set(name, value);
  return `${plain}?${params}`;
}

/** Default page sizes of services: a list with that many entries may be the first page of a longer one. */
const usualPageSizes: ReadonlySet<number> = new Set([
  ...[5, 10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000],
]);

export interface ListContext {
  readonly collection: Collection;
  readonly wire: CaseClient;
  readonly baseUrl: string;
}

/** Maximum number of pages of one search. */
const maxPages = 30;

/** Reads one page. Throws {@link InconclusiveError} when it gets no answer. */
export async function fetchPage({ collection, wire, baseUrl }: ListContext, asked: string): Promise<Page> {
  const exchange = await wire.send({ method: 'GET', path: asked, headers: { 'cache-control': 'no-cache' } });
  return readPage(collection, exchange, asked, baseUrl);
}

/**
 * Walks from page to page until `isEnough` or the end of the list; stops at loops and at the page limit. Throws {@link
 * InconclusiveError} when a page gets no answer.
 */
export async function walkPages(shop: ListContext, walking: WalkOptions = {}): Promise<Walk> {
  const { maxPages: most = maxPages, isEnough = () => false, between, from } = walking;
  const entries: Json[] = [];
  const pages: Page[] = [];
  const visited = new Set<string>();
  const over = (ended: Walk['ended']): Walk => ({ pages, entries, ended });
  for (
    let asked: string | undefined = from ?? buildFirstPagePath(shop.collection, walking.size);
    asked !== undefined;
  ) {
    if (visited.has(asked)) return over('loop');
    if (pages.length >= most) return over('cap');
    visited.add(asked);
    const seen: Page = pages.length === 0 ? await fetchFirstPage(shop, asked, walking) : await fetchPage(shop, asked);
    const stop = detectWalkEnd(shop.collection, seen, pages.at(-1));
    pages.push(seen);
    if (stop !== undefined) return over(stop);
    // In a loop, because spreading a very large page into push() overflows the stack.
    for (const entry of seen.entries ?? []) entries.push(entry);
    if (isEnough(entries)) return over('enough');
    asked = seen.next;
    if (asked !== undefined) await between?.(pages);
  }
  return over(mayGoOn(shop.collection, pages, entries.length) ? 'cut' : 'end');
}

/** Reads the first page; without a page size when the default one is above the maximum of the service. */
async function fetchFirstPage(shop: ListContext, asked: string, { from, size }: WalkOptions): Promise<Page> {
  const seen = await fetchPage(shop, asked);
  const { collection } = shop;
  const isGuess = from === undefined && size === undefined && collection.pagination.maxSize === undefined;
  const plain = buildFirstPagePath(collection, null);
  return isGuess && asked !== plain && hasStatus(seen.exchange, 400, 422) ? fetchPage(shop, plain) : seen;
}

/** Why a walk ends at this page although it has a next link; undefined when it goes on. */
function detectWalkEnd(collection: Collection, seen: Page, before: Page | undefined): Walk['ended'] | undefined {
  if (seen.entries === undefined) {
    // A service may refuse a page past the end, if the kit computed its number.
    const isPastEnd = before !== undefined && !before.isReported && hasStatus(seen.exchange, 404, 400, 416);
    return isPastEnd ? 'end' : 'trouble';
  }
  if (before?.entries === undefined || !isSamePage(collection, seen.entries, before.entries)) return undefined;
  return before.isReported || collection.pagination.pastEnd !== 'last-page' ? 'repeat' : 'end';
}

/**
 * Reads the pages of a collection until `isEnough`, the end, or the page limit. Throws {@link InconclusiveError} when a
 * page gets no answer.
 */
export async function listItems(shop: ListContext, isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing> {
  const { pages, entries, ended } = await walkPages(shop, isEnough && { isEnough });
  const last = pages.at(-1);
  return {
    entries,
    isWhole: ended === 'end' || (ended === 'enough' && last?.next === undefined),
    trouble: ended === 'trouble' ? `the service returned no page (exchange ${last?.exchange.n})` : undefined,
    pages: pages.map(({ exchange }) => exchange),
    totals: pages.map(({ total }) => total),
  };
}

/**
 * Whether a list may continue after its last known page, because how it is paged, or where it has its tokens, is unknown: the service
 * reports more items than it showed (`shown`), or showed as many as pages usually have.
 */
function mayGoOn({ pagination }: Collection, pages: readonly Page[], shown: number): boolean {
  const last = pages.at(-1);
  const isSingle = pages.length === 1 && last?.isReported === false;
  if (last === undefined || !(pagination.style === 'unknown' || (pagination.style === 'cursor' && isSingle)))
    return false;
  const { exchange, total } = last;
  if (hasMoreFlag(exchange.answer?.json, true)) return true;
  return total === undefined ? usualPageSizes.has(shown) : total > shown;
}
