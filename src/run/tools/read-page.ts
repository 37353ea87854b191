import type { Exchange } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import { findPageLinks } from '../../model/service/page-links.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { Collection } from '../../model/service/subject.js';
import type { Page } from '../../rule/http/page.js';
import { readTotal, totalHeaderNames } from '../../rule/http/total-count.js';

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
export function isSamePage({ id }: Collection, entries: readonly Json[], before: readonly Json[]): boolean {
  if (entries.length === 0 || entries.length !== before.length) return false;
  const ids = entries.map((entry) => readItemId(entry, id.pointer));
  return ids.every((found, i) => found !== undefined && found === readItemId(before[i], id.pointer));
}

/** Reads a response as a page. */
export function readPage(collection: Collection, exchange: Exchange, asked: string, baseUrl: string): Page {
  const isAnswered = exchange.answer?.status === 200 || exchange.answer?.status === 206;
  const entries = isAnswered ? findEntries(collection, exchange.answer?.json) : undefined;
  const total = readPageTotal(collection.pagination, exchange);
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
  const arrays = Object.entries(json).filter((entry): entry is [string, readonly Json[]] => Array.isArray(entry[1]));
  const named = arrays.find(([member]) => containerNamePattern.test(member) || member === name);
  return named?.[1] ?? (arrays.length === 1 ? arrays[0]?.[1] : undefined);
}

/** Reads the total from its known place, otherwise from a header field. */
function readPageTotal({ total }: Pagination, exchange: Exchange): number | undefined {
  if (total === '') return undefined;
  const places = total === undefined ? totalHeaderNames : [total, ...totalHeaderNames];
  for (const place of places) {
    const told = readTotal(exchange, place);
    if (told !== undefined) return told;
  }
  return undefined;
}

type NextPage = Pick<Page, 'next' | 'isReported'>;

const endOfPages: NextPage = { next: undefined, isReported: true };

function findNextPage(
  { pagination, id }: Collection,
  exchange: Exchange,
  asked: string,
  entries: readonly Json[],
  baseUrl: string,
): NextPage {
  const linked = findLink(exchange.answer, 'next');
  if (linked !== undefined) return { next: resolveLinkPath(linked, asked, baseUrl), isReported: true };
  // Some services always return a cursor, and a flag that says whether a next page exists.
  if (hasMoreFlag(exchange.answer?.json, false)) return endOfPages;
  const told = pagination.next === undefined ? undefined : getAtPointer(exchange.answer?.json, pagination.next);
  if (told === true) return buildPathAfterItem(pagination, readItemId(entries.at(-1), id.pointer), asked);
  if (typeof told === 'number' || (typeof told === 'string' && told !== ''))
    return { next: resolveNextPage(pagination, String(told), asked, baseUrl), isReported: true };
  const beyond = buildSkipPath(pagination, asked, entries.length);
  if (beyond !== undefined) return { next: beyond, isReported: false };
  // Links to other pages without a next link mean the end. Other links mean nothing.
  const hasOtherPageLinks = findLink(exchange.answer, 'first', 'last', 'prev') !== undefined;
  if (pagination.next !== undefined || pagination.style === 'link' || hasOtherPageLinks) return endOfPages;
  return {
    next: entries.length === 0 ? undefined : buildNumberedPath(pagination, asked, entries.length),
    isReported: false,
  };
}

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
export const hasMoreFlag = (json: Json | undefined, value: boolean): boolean =>
  flagPlaces.some((place) => morePagesFlags.some((flag) => getAtPointer(json, `${place}/${flag}`) === value));

/** Builds the path of the page after an item, when the response says only whether there is more. */
function buildPathAfterItem({ params }: Pagination, last: Json | undefined, asked: string): NextPage {
  if (params.cursor === undefined || (typeof last !== 'string' && typeof last !== 'number')) return endOfPages;
  return { next: setQueryParameter(asked, params.cursor, String(last)), isReported: true };
}

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
  if (isUrl(next, params.cursor !== undefined)) return resolveLinkPath(next, asked, baseUrl);
  const ofStyle = style === 'page' || style === 'offset' ? params[style] : undefined;
  const param = ofStyle ?? params.cursor ?? params.page;
  return param === undefined ? undefined : setQueryParameter(asked, param, next);
}

/** A base64 cursor may begin with a slash, too; the path of a page has a query. */
const isUrl = (told: string, canBeCursor: boolean): boolean =>
  /^(https?:\/\/|\?)/.test(told) || (told.startsWith('/') && (!canBeCursor || told.includes('?')));

/**
 * Resolves a link target to a path under the base URL. For a link to another host only the path is used, because it may
 * be an internal name of the service.
 */
export function resolveLinkPath(link: string, asked: string, baseUrl: string): string | undefined {
  const url = URL.canParse(link, baseUrl + asked) ? new URL(link, baseUrl + asked) : undefined;
  if (url === undefined) return undefined;
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isBelow = base === '' || url.pathname.startsWith(`${base}/`);
  return (isBelow ? url.pathname.slice(base.length) : url.pathname) + url.search;
}

/** Sets a query parameter of a path. */
function setQueryParameter(path: string, name: string, value: string): string {
  const [plain = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.set(name, value);
  return `${plain}?${params}`;
}
