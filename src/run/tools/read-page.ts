import type { Exchange } from '../../model/exchange.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection, Pagination } from '../../model/service/subject.js';
import type { Page } from '../../rule/http/page.js';
import { readTotal, totalHeaderNames } from '../../rule/http/total-count.js';

/**
 * The path of the first page: `size` entries where a number, what is written where a text, as many as the service is known
 * to allow where nothing is said, and no word about it where null. Some page only where a page is asked for by its number.
 */
export function buildFirstPagePath({ path, pagination }: Collection, size?: number | string | null): string {
  const { size: name, page } = pagination.params;
  if (name === undefined || size === null) return path;
  const sized = setQueryParameter(path, name, String(size ?? Math.min(pagination.maxSize ?? 100, 100)));
  const isNumbered = page !== undefined && pagination.style !== 'cursor' && pagination.style !== 'offset';
  return isNumbered ? setQueryParameter(sized, page, String(pagination.base)) : sized;
}

/** Whether two pages show the same things in the same order. */
export function isSamePage({ id }: Collection, entries: readonly Json[], before: readonly Json[]): boolean {
  if (entries.length === 0 || entries.length !== before.length) return false;
  const named = (entry: Json | undefined) => JSON.stringify(readItemId(entry, id.pointer) ?? entry);
  return entries.every((entry, i) => named(entry) === named(before[i]));
}

/** Reads an answer as a page. */
export function readPage(collection: Collection, exchange: Exchange, asked: string, baseUrl: string): Page {
  const isAnswered = exchange.answer?.status === 200 || exchange.answer?.status === 206;
  const entries = isAnswered ? findEntries(collection, exchange.answer?.json) : undefined;
  const total = readPageTotal(collection.pagination, exchange);
  if (entries === undefined) return { exchange, entries, next: undefined, isReported: false, total };
  return { exchange, entries, total, ...findNextPage(collection, exchange, asked, entries, baseUrl) };
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

/** A total stands where it is known to stand, else in a header field. */
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
  const links = getLinkHeader(exchange);
  const linked = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(links)?.[1];
  if (linked !== undefined) return { next: resolveLinkPath(linked, asked, baseUrl), isReported: true };
  if (isLastPage(exchange.answer?.json)) return endOfPages;
  const told = pagination.next === undefined ? undefined : getAtPointer(exchange.answer?.json, pagination.next);
  if (told === true) return buildPathAfterItem(pagination, readItemId(entries.at(-1), id.pointer), asked);
  if (typeof told === 'number' || (typeof told === 'string' && told !== ''))
    return { next: resolveNextPage(pagination, String(told), asked, baseUrl), isReported: true };
  const beyond = buildSkipPath(pagination, asked, entries.length);
  if (beyond !== undefined) return { next: beyond, isReported: false };
  if (pagination.next !== undefined || pagination.style === 'link' || hasPageLinks(links)) return endOfPages;
  return {
    next: entries.length === 0 ? undefined : buildNumberedPath(pagination, asked, entries.length),
    isReported: false,
  };
}

/** `$top` asks for so many in all, and not for a page of that size: with as many, nothing need be said of more (OData 4.01 §11.2.6.3). */
function buildSkipPath({ params }: Pagination, asked: string, length: number): string | undefined {
  if (params.size !== '$top' || length === 0) return undefined;
  const query = new URLSearchParams(asked.split('?')[1]);
  const top = Number(query.get('$top') ?? Number.NaN);
  if (!(length >= top)) return undefined;
  return setQueryParameter(asked, '$skip', String(Number(query.get('$skip') ?? 0) + length));
}

const morePagesFlags = ['has_more', 'hasMore', 'has_next', 'hasNext', 'hasNextPage', 'has_next_page'];
const flagPlaces = ['', '/meta', '/paging', '/pagination', '/page', '/pageInfo', '/page_info'];

/** Some pages always name a cursor, and say by a flag that nothing is behind it. */
const isLastPage = (json: Json | undefined): boolean =>
  flagPlaces.some((place) => morePagesFlags.some((flag) => getAtPointer(json, `${place}/${flag}`) === false));

/** The page behind an item, where a page tells only whether there is more. */
function buildPathAfterItem({ params }: Pagination, last: Json | undefined, asked: string): NextPage {
  if (params.cursor === undefined || (typeof last !== 'string' && typeof last !== 'number')) return endOfPages;
  return { next: setQueryParameter(asked, params.cursor, String(last)), isReported: true };
}

/** The next page by number, where a service leaves the counting to its clients. */
function buildNumberedPath({ style, params, base }: Pagination, asked: string, length: number): string | undefined {
  const at = (name: string, otherwise: number) =>
    Number(new URLSearchParams(asked.split('?')[1]).get(name) ?? otherwise);
  if (style === 'page' && params.page !== undefined)
    return setQueryParameter(asked, params.page, String(at(params.page, base) + 1));
  if (style === 'offset' && params.offset !== undefined)
    return setQueryParameter(asked, params.offset, String(at(params.offset, 0) + length));
  return undefined;
}

/** Where the text or number leads that a page names as next: a URL, or what one of the parameters is to be set to. */
function resolveNextPage(
  { style, params }: Pagination,
  next: string,
  asked: string,
  baseUrl: string,
): string | undefined {
  if (isUrl(next, params.cursor !== undefined)) return resolveLinkPath(next, asked, baseUrl);
  const ofStyle = style === 'page' || style === 'offset' ? params[style] : undefined;
  const param = ofStyle ?? params.cursor ?? params.page;
  return param === undefined ? undefined : setQueryParameter(asked, param, next);
}

/** Links to other pages and none to a next one: that is the end. Links to anything else say nothing. */
const hasPageLinks = (links: string) => /\brel="?(first|last|prev)\b/i.test(links);

/** All Link lines as one: each may bring the link that counts (RFC 9110 §5.3). */
const getLinkHeader = ({ answer }: Exchange): string => [answer?.headers.link ?? []].flat().join(', ');

/** A cursor may begin with a slash, too (base64); a path that asks for a page has a query. */
const isUrl = (told: string, canBeCursor: boolean): boolean =>
  /^(https?:\/\/|\?)/.test(told) || (told.startsWith('/') && (!canBeCursor || told.includes('?')));

/** A link target as a path under the base URL; of a link to another host, which may be ours by an inner name, only the path counts. */
export function resolveLinkPath(link: string, asked: string, baseUrl: string): string | undefined {
  const url = URL.canParse(link, baseUrl + asked) ? new URL(link, baseUrl + asked) : undefined;
  if (url === undefined) return undefined;
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isBelow = base === '' || url.pathname.startsWith(`${base}/`);
  return (isBelow ? url.pathname.slice(base.length) : url.pathname) + url.search;
}

/** The path with a query parameter set. */
function setQueryParameter(path: string, name: string, value: string): string {
  const [plain = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.set(name, value);
  return `${plain}?${params}`;
}
