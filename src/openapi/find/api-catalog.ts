import type { HttpResponse } from '../../model/exchange.js';
import { readLinkFields } from '../../model/field/link-field.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';

/** Lists the descriptions of services in an API catalog (RFC 9727), in its linkset and header fields. */
export const listDescriptions = (catalog: HttpResponse, url: string): string[] => [
  ...readLinkset(catalog, 'service-desc', url),
  ...listLinkedDescriptions(catalog, url),
];

/** Lists further catalogs in a catalog, and services without a description. */
export const listLinkedCatalogs = (catalog: HttpResponse, url: string): string[] =>
  [...readLinkset(catalog, 'item', url), ...readLinkset(catalog, 'api-catalog', url)].filter((href) => href !== url);

/** Lists the descriptions in the header fields of a response (RFC 8631). */
export const listLinkedDescriptions = (answer: HttpResponse, url: string): string[] =>
  readLinkFields(answer)
    .filter(({ relations }) => relations.includes('service-desc'))
    .flatMap(({ target }) => resolveHref(target, url));

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
