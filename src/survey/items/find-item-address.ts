import type { Client } from '../../http/exchange.js';
import { at, isObject, type Json } from '../../model/json.js';
import type { Envelope } from '../../model/service/subject.js';
import { nounOf, trimmed } from '../../openapi/recognize/words.js';
import { land } from '../observed/follow-redirects.js';
import { placeOf } from '../observed/path-below-base.js';
import { unwrapped } from './unwrap-item.js';

/** Where the items of a collection are, as was tried out, and what some of them show. */
export interface Addressed {
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
export interface Listed {
  readonly path: string;
  readonly entries: readonly Json[];
  /** Where an entry carries its id. */
  readonly pointer: string;
  /** Template that somebody declared. */
  readonly itemPath?: string | undefined;
}

/** Most items that are looked at beside the list. */
const most = 3;

/** Finds the URL of items: below the collection, else where entries link to themselves. Undefined where neither answers with the item. */
export async function addressItems(listed: Listed, baseUrl: string, client: Client): Promise<Addressed | undefined> {
  const [first] = listed.entries;
  const linked = listed.itemPath === undefined ? selfTemplate(listed, baseUrl) : undefined;
  const templates = [...templatesFor(listed), ...(linked ? [linked.template] : [])];
  for (const template of new Set(templates)) {
    const seen = await itemAt(template, first, listed, { baseUrl, client });
    if (!seen) continue;
    const { itemPath } = seen;
    const others = listed.entries.slice(1, most).map((entry) => itemAt(itemPath, entry, listed, { baseUrl, client }));
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
export function templatesFor({ path, itemPath }: Pick<Listed, 'path' | 'itemPath'>): [string, ...string[]] {
  if (itemPath !== undefined) return [itemPath];
  const plain = `${trimmed(path)}/{id}`;
  return path.endsWith('/') ? [`${plain}/`, plain] : [plain];
}

interface Item {
  readonly item: Json;
  /** The template by which it was found: a redirect may have added a slash. */
  readonly itemPath: string;
  readonly url: string;
  readonly envelope?: Envelope;
}

/** The item of an entry, if a template leads to it: what answers must carry the id of the entry. */
async function itemAt(
  template: string,
  entry: Json | undefined,
  { pointer, path }: Listed,
  { baseUrl, client }: { readonly baseUrl: string; readonly client: Client },
): Promise<Item | undefined> {
  const id = at(entry, pointer);
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const asked = template.replace('{id}', encodeURIComponent(id));
  const { answer, path: url } = await land(asked, baseUrl, client);
  const itemPath = slashedLike(template, asked, url);
  if (itemPath === undefined) return undefined;
  const shown = answer?.status === 200 ? (answer.json as Json) : undefined;
  if (!isObject(shown)) return undefined;
  if (isId(at(shown, pointer), id)) return { item: shown, url, itemPath };
  const { envelope, inside } = unwrapped(shown, nounOf(path)) ?? {};
  return envelope && isId(at(inside, pointer), id) ? { item: inside as Json, url, itemPath, envelope } : undefined;
}

/** The template of where a request landed: the same, or with the slash that a redirect added; undefined for any other place. */
export function slashedLike(template: string, asked: string, landed: string): string | undefined {
  if (landed === asked) return template;
  return landed === `${asked}/` ? `${template}/` : undefined;
}

const isId = (shown: Json | undefined, id: string | number): boolean =>
  (typeof shown === 'string' || typeof shown === 'number') && String(shown) === String(id);

const selfPlaces = [
  ...['/_links/self/href', '/links/self/href', '/links/self', '/_links/self', '/self', '/href', '/url', '/uri'],
  ...['/resource_uri', '/@id', '/self/href', '/@odata.id'],
];

/** The template of the link by which an entry names itself; of another host, which may be the inner name of this one, only the path counts. */
function selfTemplate(
  { path, entries: [first], pointer }: Listed,
  baseUrl: string,
): { template: string; note?: string } | undefined {
  const id = at(first, pointer);
  const link = [...selfPlaces.map((place) => at(first, place)), selfAmong(at(first, '/links'))].find(
    (value): value is string => typeof value === 'string' && value !== String(id),
  );
  const place = link === undefined ? undefined : placeOf(link, path, baseUrl);
  if (!place || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const segments = place.path.split('/');
  const index = segments.findLastIndex((segment) => [encodeURIComponent(id), String(id)].includes(segment));
  if (index < 0) return undefined;
  const template = segments.with(index, '{id}').join('/');
  const note = place.host && `entries link to themselves at ${place.host}; only the path of that is used`;
  return { template, ...(note ? { note } : {}) };
}

function selfAmong(links: Json | undefined): Json | undefined {
  const self = Array.isArray(links) ? links.find((link: Json) => isObject(link) && link.rel === 'self') : undefined;
  return at(self as Json | undefined, '/href');
}
