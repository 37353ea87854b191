import { at, type Collection, type Exchange, isObject, type Json, type Pagination } from '../rule/index.js';

/** A page as understood: its entries, and where the next one is. */
export interface Page {
  readonly entries: readonly Json[];
  /** Path of the next page under the base URL; undefined at the end. */
  readonly next: string | undefined;
}

/** Where a walk stands: how many pages and entries it has seen. */
export interface Position {
  readonly pages: number;
  readonly entries: number;
}

/** The path of the first page, as large as the service is known to allow. Some page only where a page is asked for by its number. */
export function firstPage({ path, pagination }: Collection): string {
  const { size, page } = pagination.params;
  if (size === undefined) return path;
  const sized = withParam(path, size, String(Math.min(pagination.maxSize ?? 100, 100)));
  const isNumbered = page !== undefined && pagination.style !== 'cursor' && pagination.style !== 'offset';
  return isNumbered ? withParam(sized, page, String(pagination.base)) : sized;
}

/** Whether a page is the one before once more, which is what some services answer past the end. */
export function isPastEnd({ pagination, id }: Collection, entries: readonly Json[], before: readonly Json[]): boolean {
  if (pagination.pastEnd !== 'last-page' || entries.length === 0 || entries.length !== before.length) return false;
  const named = (entry: Json | undefined) => JSON.stringify(at(entry, id.pointer) ?? entry);
  return entries.every((entry, i) => named(entry) === named(before[i]));
}

/** Reads a page; undefined when the answer is none. */
export function readPage(
  collection: Collection,
  exchange: Exchange,
  asked: string,
  position: Position,
  baseUrl: string,
): Page | undefined {
  if (exchange.answer?.status !== 200 && exchange.answer?.status !== 206) return undefined;
  const entries = entriesOf(collection, exchange.answer.json);
  if (entries === undefined) return undefined;
  const seen = { pages: position.pages + 1, entries: position.entries + entries.length };
  return { entries, next: nextOf(collection, exchange, asked, entries.length, seen, baseUrl) };
}

const containers =
  /^(data|items|results|value|content|records|entries|elements|rows|list|hits|docs|objects|edges|resources)$/i;

function entriesOf({ pagination, name }: Collection, json: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(json)) return json;
  const declared = pagination.items === undefined ? undefined : at(json, pagination.items);
  if (Array.isArray(declared)) return declared;
  if (!isObject(json)) return undefined;
  const arrays = Object.entries(json).filter((entry): entry is [string, readonly Json[]] => Array.isArray(entry[1]));
  const named = arrays.find(([member]) => containers.test(member) || member === name);
  return named?.[1] ?? (arrays.length === 1 ? arrays[0]?.[1] : undefined);
}

function nextOf(
  collection: Collection,
  exchange: Exchange,
  asked: string,
  length: number,
  seen: Position,
  baseUrl: string,
): string | undefined {
  const { pagination } = collection;
  const linked = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(linksOf(exchange))?.[1];
  if (linked !== undefined) return pathOf(linked, asked, baseUrl);
  const { page, offset } = pagination.params;
  const told = pagination.next === undefined ? undefined : at(exchange.answer?.json, pagination.next);
  if (typeof told === 'number' || (typeof told === 'string' && told !== ''))
    return ledTo(pagination, String(told), asked, baseUrl);
  if (pagination.next !== undefined || length === 0) return undefined;
  if (pagination.style === 'page' && page !== undefined)
    return withParam(asked, page, String(pagination.base + seen.pages));
  if (pagination.style === 'offset' && offset !== undefined) return withParam(asked, offset, String(seen.entries));
  return undefined;
}

/** Where the text or number leads that a page names as next: a URL, or what one of the parameters is to be set to. */
function ledTo({ style, params }: Pagination, next: string, asked: string, baseUrl: string): string | undefined {
  if (isUrl(next, params.cursor !== undefined)) return pathOf(next, asked, baseUrl);
  const ofStyle = style === 'page' || style === 'offset' ? params[style] : undefined;
  const param = ofStyle ?? params.cursor ?? params.page;
  return param === undefined ? undefined : withParam(asked, param, next);
}

/** All Link lines as one: each may bring the link that counts (RFC 9110 §5.3). */
const linksOf = ({ answer }: Exchange): string => [answer?.headers.link ?? []].flat().join(', ');

/** A cursor may begin with a slash, too (base64); a path that asks for a page has a query. */
const isUrl = (told: string, canBeCursor: boolean): boolean =>
  /^(https?:\/\/|\?)/.test(told) || (told.startsWith('/') && (!canBeCursor || told.includes('?')));

/** A link target as a path under the base URL; of a link to another host, which may be ours by an inner name, only the path counts. */
export function pathOf(link: string, asked: string, baseUrl: string): string | undefined {
  const url = URL.canParse(link, baseUrl + asked) ? new URL(link, baseUrl + asked) : undefined;
  if (url === undefined) return undefined;
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isBelow = base === '' || url.pathname.startsWith(`${base}/`);
  return (isBelow ? url.pathname.slice(base.length) : url.pathname) + url.search;
}

/** The path with a query parameter set. */
export function withParam(path: string, name: string, value: string): string {
  const [plain = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.set(name, value);
  return `${plain}?${params}`;
}
