import type { HttpResponse } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';

/** Where an API catalog (RFC 9727) says that descriptions of its services stand, in its linkset and in its header fields. */
export const listDescriptions = (catalog: HttpResponse, url: string): string[] => [
  ...readLinkset(catalog, 'service-desc', url),
  ...listLinkedDescriptions(catalog, url),
];

/** Further catalogs that a catalog leads to, and services that it leads to without saying more. */
export const listLinkedCatalogs = (catalog: HttpResponse, url: string): string[] =>
  [...readLinkset(catalog, 'item', url), ...readLinkset(catalog, 'api-catalog', url)].filter((href) => href !== url);

/** Where the header fields of an answer say that a description stands (RFC 8631). */
export function listLinkedDescriptions({ headers }: HttpResponse, url: string): string[] {
  const { link } = headers;
  const lines = link === undefined ? [] : [link].flat();
  return lines
    .flatMap((line) => line.split(/,(?=\s*<)/))
    .filter((value) => /;\s*rel\s*=\s*("[^"]*\bservice-desc\b[^"]*"|service-desc\b)/i.test(value))
    .flatMap((value) => resolveHref(/<([^>]*)>/.exec(value)?.[1], url));
}

function readLinkset({ json }: HttpResponse, relation: string, url: string): string[] {
  const sets = isObject(json) && Array.isArray(json.linkset) ? (json.linkset as readonly Json[]).filter(isObject) : [];
  return sets.flatMap((set) => listLinkTargets(set, relation, url));
}

const listLinkTargets = (set: JsonObject, relation: string, url: string): string[] => {
  const links = [set[relation]].flat() as readonly (Json | undefined)[];
  return links.flatMap((link) => (isObject(link) ? resolveHref(link.href, url) : []));
};

const resolveHref = (href: Json | undefined, url: string): string[] =>
  typeof href === 'string' && URL.canParse(href, url) ? [new URL(href, url).href] : [];
