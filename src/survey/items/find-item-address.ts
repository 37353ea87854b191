import type { Client } from '../../http/exchange.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import { listSelfLinks } from '../../model/service/item-id.js';
import type { Envelope } from '../../model/service/subject.js';
import { getPathNoun, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { fetchPath } from '../observed/follow-redirects.js';
import { resolveBelowBase } from '../observed/path-below-base.js';
import { unwrapItem } from './unwrap-item.js';

/** The confirmed address template of items, and some of their representations. */
export interface FoundAddress {
  /** Template under the base URL, with `{id}`. */
  readonly itemPath: string;
  /** Representations of the first entries in their order; undefined where GET gave none. */
  readonly details: readonly (Json | undefined)[];
  /** The first requested item. */
  readonly url: string;
  /** The envelope of an item that entries do not have. */
  readonly envelope?: Envelope;
  readonly notes: readonly string[];
}

/** How to search for items. */
export interface ListedEntries {
  readonly path: string;
  readonly entries: readonly Json[];
  /** Pointer to the id of an entry. */
  readonly pointer: string;
  /** The declared template. */
  readonly itemPath?: string | undefined;
}

/** Maximum number of items that are read. */
const maxSamples = 3;

/**
 * Finds the URL of items: below the collection, otherwise by the self links of entries. Undefined when neither returns
 * the item.
 */
export async function findItemAddress(listed: ListedEntries, baseUrl: string, client: Client) {
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

/** Item templates to try without a link, most likely first; when the list ends with a slash, so do they. */
export function listItemTemplates({ path, itemPath }: Pick<ListedEntries, 'path' | 'itemPath'>): [string, ...string[]] {
  if (itemPath !== undefined) return [itemPath];
  const plain = `${trimTrailingSlash(path)}/{id}`;
  return path.endsWith('/') ? [`${plain}/`, plain] : [plain];
}

/** Reads the item of an entry; the response must contain the id of the entry. */
async function readItem(
  template: string,
  entry: Json | undefined,
  { pointer, path }: ListedEntries,
  { baseUrl, client }: { readonly baseUrl: string; readonly client: Client },
) {
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

/** The template of the redirect target: the same, or with an added slash; undefined for other targets. */
export function matchTrailingSlash(template: string, asked: string, landed: string): string | undefined {
  if (landed === asked) return template;
  return landed === `${asked}/` ? `${template}/` : undefined;
}

const isSameId = (shown: Json | undefined, id: string | number): boolean =>
  (typeof shown === 'string' || typeof shown === 'number') && String(shown) === String(id);

/**
 * The template of the self link of an entry. For another host, which may be an internal name of the service, only the
 * path is used.
 */
function findSelfTemplate({ path, entries: [first], pointer }: ListedEntries, baseUrl: string) {
  const id = getAtPointer(first, pointer);
  const link = listSelfLinks(first).find((value) => value !== String(id));
  const place = link === undefined ? undefined : resolveBelowBase(link, path, baseUrl);
  if (!place || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const segments = place.path.split('/');
  const index = segments.findLastIndex((segment) => [encodeURIComponent(id), String(id)].includes(segment));
  if (index < 0) return undefined;
  const template = segments.with(index, '{id}').join('/');
  const note = place.host && `the self links of entries point to ${place.host}; only their path is used`;
  return { template, ...(note ? { note } : {}) };
}
