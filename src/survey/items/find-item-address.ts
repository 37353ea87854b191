import type { Client } from '../../http/exchange.js';
import { isEquivalent } from '../../model/difference.js';
import { decodePercent } from '../../model/escapes.js';
import { isObject, type Json, setAtPointer } from '../../model/json.js';
import {
  listIdPointers,
  listSelfLinkPointers,
  listSelfLinks,
  readIdAt,
  readItemId,
} from '../../model/service/item-id.js';
import type { Envelope } from '../../model/service/subject.js';
import { getPathNoun, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { fetchPath } from '../observed/follow-redirects.js';
import { addNeededQuery, isQueryRefusal } from '../observed/needed-query.js';
import { findLinkedAddress } from './linked-address.js';
import { flattenResourceObject, unwrapItem } from './unwrap-item.js';

/** The confirmed address template of items, and some of their representations. */
export interface FoundAddress {
  /** Template under the base URL, with `{id}`. */
  readonly itemPath: string;
  /** Pointer to the id of an item, and of an entry where that has it elsewhere. */
  readonly id: { readonly pointer: string; readonly alsoAt?: readonly string[] };
  /** Representations of the first entries in their order; undefined where GET gave none. */
  readonly details: readonly (Json | undefined)[];
  /** The first requested item, and its representation. */
  readonly url: string;
  readonly item: Json;
  /** The envelope of an item that entries do not have. */
  readonly envelope?: Envelope;
  readonly notes: readonly string[];
}

export interface ListedEntries {
  readonly path: string;
  readonly entries: readonly Json[];
  /** Pointers to what may be the id of an entry, or its URL, most likely first. */
  readonly places: readonly string[];
  /** The declared template, and the declared pointer to the id of an item. */
  readonly itemPath?: string | undefined;
  readonly idPointer?: string | undefined;
  /** Whether the list is an object of items by their ids. */
  readonly isById?: boolean | undefined;
  /** Query parameters that the list needs, and items may need. */
  readonly query?: string | undefined;
  /** Other paths that the user named, which may begin with that of an item. */
  readonly named?: readonly string[] | undefined;
}

interface Service {
  readonly baseUrl: string;
  readonly client: Client;
}

const maxSamples = 3;

/** Templates for one place of the id of an entry. */
interface AddressCandidate {
  readonly place: string;
  readonly template: string;
  readonly query?: string | undefined;
  readonly note?: string;
}

/**
 * Finds the URL of items: below the collection, otherwise by the links of entries to themselves. Undefined when none returns the item.
 */
export async function findItemAddress(listed: ListedEntries, service: Service): Promise<FoundAddress | undefined> {
  const tried = new Set<string>();
  const { entries } = listed;
  // The first item may be gone, or be too new.
  for (const first of entries.length > 1 ? [entries[0], entries.at(-1)] : entries) {
    const found = await searchItem(first, listed, service, tried);
    if (found) return found;
  }
  return undefined;
}

async function searchItem(
  first: Json | undefined,
  listed: ListedEntries,
  service: Service,
  tried: Set<string>,
): Promise<FoundAddress | undefined> {
  for (const candidate of listCandidates(listed, first, service.baseUrl)) {
    const key = fillTemplate(candidate, first);
    if (key === undefined || tried.has(`${candidate.place} ${key}`)) continue;
    tried.add(`${candidate.place} ${key}`);
    const seen = await readItem(candidate, first, listed, service);
    if (!seen) continue;
    const confirmed = { ...candidate, template: seen.itemPath };
    const details = listed.entries
      .slice(0, maxSamples)
      .map(async (entry) => (entry === first ? seen : await readItem(confirmed, entry, listed, service))?.item);
    const { pointer } = seen;
    return {
      itemPath: seen.itemPath,
      id: { pointer, ...(readIdAt(first, pointer) === undefined ? { alsoAt: [candidate.place] } : {}) },
      details: await Promise.all(details),
      url: seen.url,
      item: seen.item,
      ...(seen.envelope === undefined ? {} : { envelope: seen.envelope }),
      notes: candidate.note === undefined ? [] : [candidate.note],
    };
  }
  return undefined;
}

/** For each place with an id the templates below the list, then those of links; a place with a link has those of the link. */
function listCandidates(listed: ListedEntries, first: Json | undefined, baseUrl: string): AddressCandidate[] {
  const { entries, places, itemPath, path } = listed;
  const ids = places.flatMap((place) => {
    const id = readIdAt(first, place);
    return id === undefined ? [] : [String(id)];
  });
  const links = listSelfLinkPointers(first);
  const toLink = (place: string, pointer: string): AddressCandidate[] => {
    const found = findLinkedAddress(path, entries.slice(0, 50), { pointer, baseUrl }, ids);
    const { templates = [], query, host } = found ?? {};
    const note = host && `${path}: the self links of entries point to ${host}; only their path is used`;
    return templates.map((template) => ({ place, template, query, ...(note ? { note } : {}) }));
  };
  return places.flatMap((place) => {
    if (itemPath !== undefined) return [{ place, template: itemPath }];
    const plain = listItemTemplates({ path }).map((template) => ({ place, template }));
    if (links.includes(place)) return toLink(place, place);
    const id = String(readIdAt(first, place));
    const linked = links
      .flatMap((pointer) => toLink(place, pointer))
      .filter((one) => fillTemplate(one, first) !== undefined);
    const others = listRelationLinks(first, id).flatMap((link) => toTemplate(link, id, listed, baseUrl));
    const named = listNamedTemplates(listed, place).map((template) => ({ template, query: undefined }));
    const beside = listBesideTemplates(path).map((template) => ({ template, query: undefined }));
    return [...plain, ...linked, ...[...others, ...named, ...beside].map((one) => ({ place, ...one }))];
  });
}

/** The templates of named paths below an item that the list shows, as `/album/7` of `/album/7/photos`. */
function listNamedTemplates({ named = [], entries, path }: ListedEntries, place: string): string[] {
  const ids = new Set(entries.flatMap((entry) => readIdAt(entry, place) ?? []).map(String));
  return named.flatMap((other) => {
    const parts = other.split('/');
    const index = parts.findIndex((part) => part !== '' && ids.has(decodePercent(part) ?? part));
    const isAbove = index >= 0 && index < parts.length - 1;
    return isAbove ? [[...parts.slice(0, index), '{id}', ...(path.endsWith('/') ? [''] : [])].join('/')] : [];
  });
}

/** Beside the list, as `/orders/7` of `/orders/all`. */
function listBesideTemplates(path: string): string[] {
  const home = trimTrailingSlash(path).replace(/\/[^/]*$/, '');
  return home === '' ? [] : [`${home}/{id}`];
}

/** The template of a link in a list of links (`[{"rel": "self", "href": …}]`), which has no pointer. */
function toTemplate(link: string, id: string, { path }: ListedEntries, baseUrl: string) {
  const found = findLinkedAddress(path, [link], { pointer: '', baseUrl }, [id]);
  const [template] = found?.templates ?? [];
  return found && template?.includes('{id}') ? [{ template, query: found.query }] : [];
}

const listRelationLinks = (entry: Json | undefined, id: string): string[] => {
  const links = isObject(entry) && Array.isArray(entry.links) ? listSelfLinks(entry) : [];
  return links.filter((link) => link !== id);
};

/** Item templates to try without a link, most likely first; when the list ends with a slash, so do they. */
export function listItemTemplates({ path, itemPath }: Pick<ListedEntries, 'path' | 'itemPath'>): [string, ...string[]] {
  if (itemPath !== undefined) return [itemPath];
  const plain = `${trimTrailingSlash(path)}/{id}`;
  return path.endsWith('/') ? [`${plain}/`, plain] : [plain];
}

/** The id of an entry at a place, which may have its URL. */
const readEntryId = (entry: Json | undefined, { place, template }: AddressCandidate) =>
  readItemId(entry, { id: { pointer: place }, itemPath: template });

const fillTemplate = (candidate: AddressCandidate, entry: Json | undefined): string | undefined => {
  const id = readEntryId(entry, candidate);
  if (id === undefined || id === '' || (typeof id === 'string' && /^(https?:\/)?\//.test(id))) return undefined;
  return candidate.template.replace('{id}', encodeURIComponent(id));
};

/** Reads the item of an entry; the response must contain the id of the entry. */
async function readItem(candidate: AddressCandidate, entry: Json | undefined, listed: ListedEntries, service: Service) {
  const { template, place } = candidate;
  const id = readEntryId(entry, candidate);
  const asked = fillTemplate(candidate, entry);
  if (asked === undefined || id === undefined) return undefined;
  const { answer, path: url } = await fetchItem(asked, candidate, listed, service);
  const itemPath = matchTrailingSlash(template, asked, url);
  if (itemPath === undefined) return undefined;
  const shown = answer?.status === 200 ? (answer.json as Json) : undefined;
  if (!isObject(shown)) return undefined;
  const noun = getPathNoun(listed.path);
  const { envelope, inside } = unwrapItem(shown, noun, flattenResourceObject(entry ?? null)) ?? {};
  const wrapper = envelope?.style === 'member' ? `/${envelope.response}/` : undefined;
  // A declared pointer may lead through the envelope.
  const isInside = wrapper !== undefined && listed.idPointer?.startsWith(wrapper) === true;
  const wanted = { place, itemPath, noun, idPointer: isInside ? undefined : listed.idPointer };
  // The self link of a document of JSON:API is none of its item.
  const isResource = envelope?.style === 'json-api' && findIdIn(inside ?? null, id, wanted) !== undefined;
  const own = isInside || isResource ? undefined : findIdIn(shown, id, wanted);
  if (own !== undefined) return { item: shown as Json, url, itemPath, pointer: own };
  // An item that is listed under its id need not show it.
  const isKeyed = (item: Json) => listed.isById && isEquivalent(setAtPointer(item, place, id), entry ?? null);
  if (isKeyed(shown)) return { item: shown as Json, url, itemPath, pointer: place };
  const pointer = inside && (findIdIn(inside, id, wanted) ?? (isKeyed(inside) ? place : undefined));
  return pointer === undefined ? undefined : { item: inside as Json, url, itemPath, envelope, pointer };
}

/** Sends a query that the list needs, or the link has, only where the item is refused without it. */
async function fetchItem(
  asked: string,
  { template, query }: AddressCandidate,
  listed: ListedEntries,
  service: Service,
) {
  const { baseUrl, client } = service;
  const plain = await fetchPath(asked, baseUrl, client);
  const needed = listed.query ?? query ?? '';
  if (needed === '' || !isQueryRefusal(plain.answer)) return plain;
  const { answer } = await client.send({ method: 'GET', path: `${asked}${needed}`, role: 'survey' });
  if (answer?.status !== 200) return plain;
  addNeededQuery(client, needed, template);
  return { path: asked, answer };
}

interface IdSearch extends Pick<ListedEntries, 'idPointer'> {
  readonly place: string;
  readonly itemPath: string;
  readonly noun: string;
}

/** Pointer to the member of an item with this id, or with its URL: where the entry has it, then where items usually have it. */
function findIdIn(item: Json, id: string | number, { place, itemPath, noun, idPointer }: IdSearch): string | undefined {
  const links = listSelfLinkPointers(item);
  const first = idPointer === undefined ? [] : [idPointer];
  const usual = [...first, ...(links.includes(place) ? [] : [place]), ...listIdPointers(item, noun), place, ...links];
  const has = (pointer: string) => pointer !== '' && isSameId(readItemId(item, { id: { pointer }, itemPath }), id);
  return usual.find(has);
}

/** The template of the redirect target: the same, or with an added slash; undefined for other targets. */
export function matchTrailingSlash(template: string, asked: string, landed: string): string | undefined {
  if (landed === asked) return template;
  return landed === `${asked}/` ? `${template}/` : undefined;
}

export const isSameId = (shown: string | number | undefined, id: string | number | undefined): boolean =>
  shown !== undefined && String(shown) === String(id);
