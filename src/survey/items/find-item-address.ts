import type { Client } from '../../http/exchange.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import type { Envelope } from '../../model/service/subject.js';
import { getPathNoun, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { fetchPath } from '../observed/follow-redirects.js';
import { resolveBelowBase } from '../observed/path-below-base.js';
import { unwrapItem } from './unwrap-item.js';

/** Where the items of a collection are, as was tried out, and what some of them show. */
export interface FoundAddress {
  /** Template under the base URL, with `{id}`. */
  readonly itemPath: string;
  /** What GET of items showed, for the first entries in their order; undefined where one was not answered. */
  readonly details: readonly (Json | undefined)[];
  /** The first item that was asked for. */
  readonly url: string;
  /** What an item travels in, unlike an entry. */
  readonly envelope?: Envelope;
  readonly notes: readonly string[];
}

/** What items are looked for by. */
export interface ListedEntries {
  readonly path: string;
  readonly entries: readonly Json[];
  /** Where an entry carries its id. */
  readonly pointer: string;
  /** Template that somebody declared. */
  readonly itemPath?: string | undefined;
}

/** Most items that are looked at beside the list. */
const maxSamples = 3;

/** Finds the URL of items: below the collection, else where entries link to themselves. Undefined where neither answers with the item. */
export async function findItemAddress(
  listed: ListedEntries,
  baseUrl: string,
  client: Client,
): Promise<FoundAddress | undefined> {
  const [first] = listed.entries;
  const linked = listed.itemPath === undefined ? findSelfTemplate(listed, baseUrl) : undefined;
  const templates = [...listItemTemplates(listed), ...(linked ? [linked.template] : [])];
  for (const template of new Set(templates)) {
    const seen = await readItem(template, first, listed, { baseUrl, client });
    if (!seen) continue;
    const { itemPath } = seen;
    const others = listed.entries
      .slice(1, maxSamples)
      .map((entry) => readItem(itemPath, entry, listed, { baseUrl, client }));
    const all = [seen, ...(await Promise.all(others))];
    const isLinked = linked?.template === template;
    return {
      itemPath,
      details: all.map((one) => one?.item),
      url: seen.url,
      ...(seen.envelope === undefined ? {} : { envelope: seen.envelope }),
      notes: isLinked && linked.note !== undefined ? [`${listed.path}: ${linked.note}`] : [],
    };
  }
  return undefined;
}

/** Where items are looked for without a link to them, likeliest first; a list that ends with a slash has items that do. */
export function listItemTemplates({ path, itemPath }: Pick<ListedEntries, 'path' | 'itemPath'>): [string, ...string[]] {
  if (itemPath !== undefined) return [itemPath];
  const plain = `${trimTrailingSlash(path)}/{id}`;
  return path.endsWith('/') ? [`${plain}/`, plain] : [plain];
}

interface ReadItem {
  readonly item: Json;
  /** The template by which it was found: a redirect may have added a slash. */
  readonly itemPath: string;
  readonly url: string;
  readonly envelope?: Envelope;
}

/** The item of an entry, if a template leads to it: what answers must carry the id of the entry. */
async function readItem(
  template: string,
  entry: Json | undefined,
  { pointer, path }: ListedEntries,
  { baseUrl, client }: { readonly baseUrl: string; readonly client: Client },
): Promise<ReadItem | undefined> {
  const id = getAtPointer(entry, pointer);
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const asked = template.replace('{id}', encodeURIComponent(id));
  const { answer, path: url } = await fetchPath(asked, baseUrl, client);
  const itemPath = matchTrailingSlash(template, asked, url);
  if (itemPath === undefined) return undefined;
  const shown = answer?.status === 200 ? (answer.json as Json) : undefined;
  if (!isObject(shown)) return undefined;
  if (isSameId(getAtPointer(shown, pointer), id)) return { item: shown, url, itemPath };
  const { envelope, inside } = unwrapItem(shown, getPathNoun(path)) ?? {};
  return envelope && isSameId(getAtPointer(inside, pointer), id)
    ? { item: inside as Json, url, itemPath, envelope }
    : undefined;
}

/** The template of where a request landed: the same, or with the slash that a redirect added; undefined for any other place. */
export function matchTrailingSlash(template: string, asked: string, landed: string): string | undefined {
  if (landed === asked) return template;
  return landed === `${asked}/` ? `${template}/` : undefined;
}

const isSameId = (shown: Json | undefined, id: string | number): boolean =>
  (typeof shown === 'string' || typeof shown === 'number') && String(shown) === String(id);

const selfLinkPointers = [
  ...['/_links/self/href', '/links/self/href', '/links/self', '/_links/self', '/self', '/href', '/url', '/uri'],
  ...['/resource_uri', '/@id', '/self/href', '/@odata.id'],
];

/** The template of the link by which an entry names itself; of another host, which may be the inner name of this one, only the path counts. */
function findSelfTemplate(
  { path, entries: [first], pointer }: ListedEntries,
  baseUrl: string,
): { template: string; note?: string } | undefined {
  const id = getAtPointer(first, pointer);
  const link = [
    ...selfLinkPointers.map((place) => getAtPointer(first, place)),
    findSelfLink(getAtPointer(first, '/links')),
  ].find((value): value is string => typeof value === 'string' && value !== String(id));
  const place = link === undefined ? undefined : resolveBelowBase(link, path, baseUrl);
  if (!place || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const segments = place.path.split('/');
  const index = segments.findLastIndex((segment) => [encodeURIComponent(id), String(id)].includes(segment));
  if (index < 0) return undefined;
  const template = segments.with(index, '{id}').join('/');
  const note = place.host && `entries link to themselves at ${place.host}; only the path of that is used`;
  return { template, ...(note ? { note } : {}) };
}

function findSelfLink(links: Json | undefined): Json | undefined {
  const self = Array.isArray(links) ? links.find((link: Json) => isObject(link) && link.rel === 'self') : undefined;
  return getAtPointer(self as Json | undefined, '/href');
}
