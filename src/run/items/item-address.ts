import { decodePercent, escapeRegExp } from '../../model/escapes.js';
import { type Exchange, getHeader } from '../../model/exchange.js';
import { buildPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { readIdAt, readItemId } from '../../model/service/item-id.js';
import { getOnlyValue } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { isFound } from '../../rule/compare/found-item.js';
import type { PlacedItem } from '../../rule/tools.js';
import { isAskedId, mayShowId } from '../calibrate/bodies/guess-member.js';
import { unwrapSent } from '../content/request-content.js';

export interface ItemAddress {
  readonly id: string;
  readonly path: string;
}

export const readCreatedAddress = (collection: Collection, exchange: Exchange, baseUrl: string) =>
  buildItemAddress(collection, readIdAsText(collection, exchange.answer?.json)) ??
  readLocationAddress(collection, exchange, baseUrl);

/** The Location of a 202 response is a status monitor, and a Location that is not an item path is no address. */
function readLocationAddress(collection: Collection, exchange: Exchange, baseUrl: string): ItemAddress | undefined {
  const location = getHeader(exchange.answer, 'location');
  if (location === undefined || exchange.answer?.status === 202) return undefined;
  const path = resolveItemLink(location, collection, baseUrl);
  if (path === undefined) return undefined;
  const shown = readIdAsText(collection, exchange.answer?.json);
  // Without a known item path, any path that ends with the id is accepted.
  const isElsewhere = collection.itemPath === undefined && shown !== undefined && getLastSegment(path) === shown;
  const id = isElsewhere ? shown : readIdFromPath(collection, path);
  return id === undefined ? undefined : { id, path };
}

/**
 * Reads the id in the path of an item; undefined for other paths. A version before it and a query after it are ignored.
 */
export function readIdFromPath({ itemPath, path: list, id }: Collection, path: string): string | undefined {
  const plain = path.split('?')[0]?.replace(/\/$/, '') ?? '';
  const template = (itemPath ?? `${list.replace(/\/$/, '')}/{id}`).replace(/\/$/, '');
  const [before = '', after = ''] = template.split(/\{[^}]+\}/);
  const inside = plain.slice(before.length, plain.length - after.length);
  const isItem = plain.startsWith(before) && plain.endsWith(after) && inside !== '' && !inside.includes('/');
  if (!isItem) return undefined;
  return id.ignoresCase ? decodePercent(inside).toLowerCase() : decodePercent(inside);
}

export const readEntryAddress = (collection: Collection, entry: Json | undefined): ItemAddress | undefined =>
  buildItemAddress(collection, readIdAsText(collection, entry));

/**
 * Builds the address of an id in a collection; undefined when the id or the item path is unknown. An empty id, or one of dots only, would
 * name the list, or what is above it (RFC 3986 §5.2.4).
 */
export function buildItemAddress({ itemPath }: Collection, id: string | number | undefined): ItemAddress | undefined {
  if (itemPath === undefined || id === undefined || /^\.{0,2}$/.test(String(id))) return undefined;
  return { id: String(id), path: itemPath.replace(/\{[^}]+\}/, encodeURIComponent(id)) };
}

export function readIdAsText(collection: Collection, representation: Json | undefined): string | undefined {
  const found = readItemId(representation, collection);
  if (found === undefined) return undefined;
  return collection.id.ignoresCase ? String(found).toLowerCase() : String(found);
}

/** The last segment of a path, decoded: the id, also where no template has the path. */
export const getLastSegment = (path: string) =>
  decodePercent(path.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '');

/**
 * Returns the parameter values with which a path template becomes this path, by parameter name; undefined when it does
 * not match.
 */
export function matchPathTemplate(template: string, path: string): Record<string, string> | undefined {
  const segments = template.replace(/\/$/, '').split('/');
  const parts = (path.split('?')[0] ?? '').replace(/\/$/, '').split('/');
  if (parts.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const part = parts[i] ?? '';
    if (!segment.includes('{')) {
      if (segment !== part) return undefined;
      continue;
    }
    const pattern = segment
      .split(/\{[^}]+\}/)
      .map(escapeRegExp)
      .join('(.+)');
    const found = new RegExp(`^${pattern}$`, 's').exec(part);
    if (!found) return undefined;
    for (const [k, [, name = '']] of [...segment.matchAll(/\{([^}]+)\}/g)].entries())
      values[name] = decodePercent(found[k + 1] ?? '');
  }
  return values;
}

/** Returns a collection with the path parameters of its parents filled in as in a path; that of the item stays open. */
export function fillCollectionTemplate(collection: Collection, at: string | undefined): Collection {
  const filling = at === undefined ? undefined : matchPathTemplate(collection.path, at);
  return at === undefined || filling === undefined ? collection : { ...fillTemplate(collection, filling), path: at };
}

/** The collection of a ledger entry, with the ids in its path open. */
export function findTemplate(
  { collection: name }: { readonly collection: string },
  collections: readonly Collection[],
): Collection | undefined {
  for (const collection of collections) if (collection.name === name) return collection;
  return undefined;
}

/** The collection of a ledger entry, at the path where its item was created. */
export function findCollection(
  entry: { readonly collection: string; readonly at?: string | undefined },
  collections: readonly Collection[],
): Collection | undefined {
  const template = findTemplate(entry, collections);
  return template && fillCollectionTemplate(template, entry.at);
}

/** Returns a collection with path parameters filled in by their names; others stay open. */
export const fillTemplate = (collection: Collection, filling: Readonly<Record<string, string>>): Collection =>
  fillPlaces(collection, Object.fromEntries(Object.entries(filling).map(([name, id]) => [`{${name}}`, id])));

/** Fills places (`{id}`) in the paths of a collection and its actions; that of the item itself stays open. */
export function fillPlaces(collection: Collection, filling: Readonly<Record<string, string>>): Collection {
  const places = Object.entries(filling);
  if (places.length === 0) return collection;
  const fill = (path: string) =>
    places.reduce((text, [place, id]) => text.replace(place, encodeURIComponent(id)), path);
  const { itemPath, creation } = collection;
  return {
    ...collection,
    path: fill(collection.path),
    ...(itemPath !== undefined && { itemPath: fill(itemPath) }),
    ...(creation && { creation: { ...creation, path: fill(creation.path) } }),
    actions: collection.actions.map((action) => ({ ...action, path: fill(action.path) })),
  };
}

/** Returns the ids in the path of an item: each path parameter by name, and the last one also as `id`. */
export function readPathIds({ path, itemPath }: Collection, itsPath: string): Record<string, string> {
  const filling = matchPathTemplate(itemPath ?? `${path}/{id}`, itsPath) ?? {};
  return { ...filling, id: Object.values(filling).at(-1) ?? getLastSegment(itsPath) };
}

/**
 * Resolves a link to an item to its path. A query that reading and removing it require, with one possible value, is left out: the client
 * sends it with each of these requests.
 */
export function resolveItemLink(link: string, collection: Collection, baseUrl: string): string | undefined {
  const path = resolveLinkPath(link, collection.path, baseUrl);
  const [plain, query] = path?.split('?') ?? [];
  const uses = [collection.read, collection.remove].filter((one) => one !== undefined);
  if (query === undefined || uses.length === 0) return path;
  const isSent = ([name, value]: readonly [string, string]) =>
    uses.every(({ parameters }) =>
      parameters.some(
        (one) => one.in === 'query' && one.required && one.name === name && getOnlyValue(one.schema) === value,
      ),
    );
  return [...new URLSearchParams(query)].every(isSent) ? plain : path;
}

/**
 * Resolves a link target to a path under the base URL; undefined where it is no URL of HTTP. For a link to another host only the path is
 * used, because it may be an internal name of the service.
 */
export function resolveLinkPath(link: string, asked: string, baseUrl: string): string | undefined {
  const url = URL.canParse(link, baseUrl + asked) ? new URL(link, baseUrl + asked) : undefined;
  // `localhost:8080/orders` has the scheme `localhost`.
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isBelow = base === '' || url.pathname.startsWith(`${base}/`);
  return (isBelow ? url.pathname.slice(base.length) : url.pathname) + url.search;
}

/** The address that a new item would have by the id in its content. */
export function findNewAddress(method: string, path: string, collection: Collection, sent: JsonObject | undefined) {
  const { itemPath = '', path: list } = collection;
  const id = method === 'POST' ? readChosenId(collection, unwrapSent(sent, collection, method)) : undefined;
  if (id === undefined || !itemPath.startsWith(`${list}/`)) return undefined;
  const below = itemPath.slice(list.length).replace(/\{[^}]+\}/, encodeURIComponent(id));
  return `${path.split('?')[0]}${below}`;
}

/**
 * The id in the content of a creation. While the calibration finds out what a creation takes, nothing may say yet that the client
 * chooses it, or that a member has the item.
 */
function readChosenId(collection: Collection, content: Json | undefined): string | undefined {
  const [only, another] = isObject(content) ? Object.values(content) : [];
  const inside = isObject(only) && another === undefined ? only : content;
  const known = readIdAsText(collection, content) ?? readIdAsText(collection, inside);
  if (known !== undefined || mayShowId(collection) || !isObject(inside)) return known;
  const name = Object.keys(inside).find((one) => isAskedId(collection, buildPointer([one])));
  return name === undefined ? undefined : readIdAt(inside, buildPointer([name]))?.toString();
}

/** The path of the item in its own or that of an action on it, with what follows the id in paths of items. */
export function readItemPath(path: string, id: string, { itemPath = '' }: Collection): string {
  const plain = path.split(/[?#]/)[0] ?? '';
  const end = `${plain}/`.lastIndexOf(`/${id}/`);
  return end < 0 ? plain : plain.slice(0, end + 1 + id.length) + itemPath.slice(itemPath.lastIndexOf('}') + 1);
}

/**
 * The id of an item in its JSON type: a number stays a number. A path says no type, so where the response to the creation does not show
 * the id, the item is read.
 */
export async function readTypedId({ item, of }: PlacedItem): Promise<Json> {
  const shown = readItemId(isFound(item) ? item.sent : item.createdBy.answer?.json, of);
  const isIts = shown !== undefined && (String(shown) === item.id || of.id.ignoresCase === true);
  if (isIts || of.read === undefined || !/^\d{1,15}$/.test(item.id)) return isIts ? shown : item.id;
  const read = readItemId((await item.get()).answer?.json, of);
  return String(read) === item.id ? (read ?? item.id) : item.id;
}

/**
 * The id of an item in the JSON type that the member wants which refers to it: services show ids as numbers, and take
 * references as text, or the other way round. Unchanged where the schemas say nothing, or allow it as it is.
 */
export function matchType(id: Json, schemas: readonly JsonObject[]): Json {
  const types = schemas.flatMap(({ type }) => type ?? []);
  const isNumber = types.includes('integer') || types.includes('number');
  if (typeof id === 'number' && types.includes('string') && !isNumber) return String(id);
  const isNumeric = typeof id === 'string' && /^(0|[1-9]\d{0,14})$/.test(id);
  return isNumeric && isNumber && !types.includes('string') ? Number(id) : id;
}
