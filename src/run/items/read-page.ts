import type { Exchange } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { findNextPageField, readNextMembers, readNextPlace } from '../../model/field/next-page-field.js';
import { getAtPointer, isObject, type Json, omitUndefined } from '../../model/json.js';
import { listKeyedEntries, readItemId } from '../../model/service/item-id.js';
import { findFact } from '../../model/service/operation.js';
import { findPageLinks } from '../../model/service/page-links.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { Collection } from '../../model/service/subject.js';
import type { Page } from '../../rule/http/page.js';
import { readTotal, totalHeaderNames } from '../../rule/http/total-count.js';
import { resolveLinkPath } from './item-address.js';

/**
 * Builds the path of the first page. `size` is a number of entries, a text sent as it is, null for no page size, or
 * undefined for the largest that is known to be accepted. A page number is added only where pages are numbered.
 */
export function buildFirstPagePath(
  { path: plain, pagination }: Collection,
  size?: number | string | null,
  query: Readonly<Record<string, string>> = {},
): string {
  const { size: name, page } = pagination.params;
  const path = Object.entries(query).reduce((filled, [key, value]) => setQueryParameter(filled, key, value), plain);
  if (name === undefined || size === null) return path;
  const sized = setQueryParameter(
    path,
    name,
    String(size ?? Math.min(pagination.maxSize ?? pagination.readSize ?? 100, 100)),
  );
  const isNumbered = page !== undefined && pagination.style !== 'cursor' && pagination.style !== 'offset';
  return isNumbered ? setQueryParameter(sized, page, String(pagination.base)) : sized;
}

export function readPage(collection: Collection, exchange: Exchange, asked: string, baseUrl: string): Page {
  const isAnswered = exchange.answer?.status === 200 || exchange.answer?.status === 206;
  const entries = isAnswered ? findEntries(collection, exchange.answer?.json) : undefined;
  const place = collection.pagination.total;
  const places = place === '' ? [] : [...(place === undefined ? [] : [place]), ...totalHeaderNames];
  let total: number | undefined;
  for (const one of places) total ??= readTotal(exchange, one);
  if (entries === undefined) return { exchange, entries, next: undefined, isReported: false, total };
  const broken: Record<string, string> = {};
  let isNextElsewhere: true | undefined;
  const resolve = (target: string, relation: string) => {
    const path = resolveLinkPath(target, asked, baseUrl);
    if (path === undefined) broken[relation] = target;
    else if (relation === 'next')
      isNextElsewhere = new URL(target, baseUrl).origin === new URL(baseUrl).origin ? undefined : true;
    return path;
  };
  const links = findPageLinks(exchange.answer, resolve);
  const next = findNextPage(collection, exchange, asked, entries, (target) => resolve(target, 'next'));
  const brokenLinks = Object.keys(broken).length > 0 ? broken : undefined;
  return { exchange, entries, total, links, ...next, ...omitUndefined({ brokenLinks, isNextElsewhere }) };
}

/** Resolves a link to the next page to its path. */
type ResolveLink = (target: string) => string | undefined;

const containerNamePattern =
  /^(data|items|results|value|content|records|entries|elements|rows|list|hits|docs|objects|edges|resources)$/i;

function findEntries(collection: Collection, json: Json | undefined): readonly Json[] | undefined {
  const { pagination, name } = collection;
  if (Array.isArray(json)) return json;
  const declared = pagination.items === undefined ? undefined : getAtPointer(json, pagination.items);
  if (Array.isArray(declared)) return declared;
  if (!isObject(json)) return undefined;
  if (pagination.isById && isObject(declared)) return listKeyedEntries(declared, collection);
  const arrays = Object.entries(json).filter((entry): entry is [string, readonly Json[]] => Array.isArray(entry[1]));
  const named = arrays.find(([member]) => containerNamePattern.test(member) || member === name);
  return named?.[1] ?? (arrays.length === 1 ? arrays[0]?.[1] : undefined);
}

type NextPage = Pick<Page, 'next' | 'isReported' | 'isPromised'>;

const endOfPages: NextPage = { next: undefined, isReported: true };

function findNextPage(
  collection: Collection,
  exchange: Exchange,
  asked: string,
  entries: readonly Json[],
  resolve: ResolveLink,
): NextPage {
  const { pagination } = collection;
  const linked = findLink(exchange.answer, 'next');
  if (linked !== undefined) return { next: resolve(linked), isReported: true };
  // Some services always return a cursor, and a flag that says whether a next page exists.
  const { isMore, token } = readNextMembers(exchange.answer?.json as Json | undefined);
  if (isMore === false) return endOfPages;
  const place = pagination.next ?? findTokenField(pagination, exchange);
  const told = place === undefined ? undefined : readNextPlace(exchange.answer, place);
  const value = typeof told === 'number' || typeof told === 'string' ? String(told) : '';
  const next = value === '' ? undefined : resolveNextPage(pagination, value, asked, resolve);
  // A link that leads nowhere says that there is a next page; another way to it would hide that.
  if (next !== undefined || isLink(pagination, value)) return { next, isReported: true };
  const numbered = buildNumberedPath(pagination, asked, entries.length);
  if (value !== '' || told === true || isMore) {
    if (numbered !== undefined) return { next: numbered, isReported: false, isPromised: true };
    const behind = token ?? readLastKey(collection, entries);
    const after = behind === undefined ? undefined : resolveNextPage(pagination, behind, asked, resolve);
    return { next: after, isReported: after !== undefined, isPromised: true };
  }
  const beyond = buildSkipPath(pagination, asked, entries.length);
  if (beyond !== undefined) return { next: beyond, isReported: false };
  // Links to other pages without a next link mean the end. Other links mean nothing.
  const hasOtherPageLinks = findLink(exchange.answer, 'first', 'last', 'prev') !== undefined;
  if (place !== undefined || pagination.style === 'link' || hasOtherPageLinks) return endOfPages;
  return { next: entries.length === 0 ? undefined : numbered, isReported: false };
}

/**
 * The id of the last entry, where the next page is that after it. A parameter that is described as a token wants a token.
 */
function readLastKey(collection: Collection, entries: readonly Json[]): string | undefined {
  const { cursor } = collection.pagination.params;
  const isSeen = findFact(collection, 'pagination')?.provenance !== 'described';
  if (cursor === undefined || !(isSeen || !tokenParameterPattern.test(cursor))) return undefined;
  const last = readItemId(entries.at(-1), collection);
  return last === undefined ? undefined : String(last);
}

const tokenParameterPattern = /token|cursor|contin|bookmark|scroll|page/i;

/** The header field with the token of the next page, where nothing describes in which place the token is. */
const findTokenField = ({ style }: Pagination, { answer }: Exchange): string | undefined =>
  style === 'cursor' && answer !== undefined ? findNextPageField(answer) : undefined;

/**
 * `$top` limits the whole result, not the page; with that many entries, no next link is required (OData 4.01
 * §11.2.6.3). A page that was asked for by a token is one of those to which the service gives links.
 */
function buildSkipPath({ params }: Pagination, asked: string, length: number): string | undefined {
  if (params.size !== '$top' || length === 0) return undefined;
  const query = new URLSearchParams(asked.split('?')[1]);
  if (query.has('$skiptoken') || (params.cursor !== undefined && query.has(params.cursor))) return undefined;
  const top = Number(query.get('$top') ?? Number.NaN);
  if (!(length >= top)) return undefined;
  return setQueryParameter(asked, '$skip', String(Number(query.get('$skip') ?? 0) + length));
}

function buildNumberedPath(
  { style, params, base, firstOffset }: Pagination,
  asked: string,
  length: number,
): string | undefined {
  const at = (name: string, otherwise: number) =>
    Number(new URLSearchParams(asked.split('?')[1]).get(name) ?? otherwise);
  if (style === 'page' && params.page !== undefined)
    return setQueryParameter(asked, params.page, String(at(params.page, base) + 1));
  if (style === 'offset' && params.offset !== undefined && length > 0)
    return setQueryParameter(asked, params.offset, String(at(params.offset, firstOffset ?? 0) + length));
  return undefined;
}

/** Resolves the text or number that a page gives as next: a URL, or the value of a parameter. */
function resolveNextPage(pagination: Pagination, next: string, asked: string, resolve: ResolveLink) {
  if (isLink(pagination, next)) return resolve(next);
  const { style, params } = pagination;
  // A text is neither a page number nor an offset.
  const isCounted = style === 'page' || style === 'offset';
  const counted = isCounted && /^\d+$/.test(next) ? params[style] : undefined;
  const param = counted ?? params.cursor ?? (isCounted && !/^\d+$/.test(next) ? undefined : params.page);
  return param === undefined ? undefined : setQueryParameter(asked, param, next);
}

/** Whether the text that a page gives as next is a URL. A base64 cursor may begin with a slash, too; the path of a page has a query. */
const isLink = ({ params }: Pagination, next: string): boolean =>
  /^(https?:\/\/|\?)/.test(next) || (next.startsWith('/') && (params.cursor === undefined || next.includes('?')));

function setQueryParameter(path: string, name: string, value: string): string {
  const [plain = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.set(name, value);
  return `${plain}?${params}`;
}
