import { getHeader, type HttpResponse } from '../../model/exchange.js';
import { readLinkFields } from '../../model/field/link-field.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { splitWords, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { keepNeededQuery } from './needed-query.js';
import { resolveBelowBase } from './path-below-base.js';

/**
 * Lists paths under the base URL in a response that may be collections: by links, by the Link field, and by table
 * names.
 */
export function listLinkedPaths(answer: HttpResponse, asked: string, baseUrl: string): string[] {
  if (answer.status !== 200) return [];
  const paths = [...listLinkedPlaces(answer, asked, baseUrl).map(({ path }) => path), ...listTablePaths(answer)];
  return [...new Map(paths.filter((path) => path !== asked).map((path) => [trimTrailingSlash(path), path])).values()];
}

/** The queries of links in a response, without parameters that choose a page, by their path without a slash at its end. */
export function listLinkedQueries(answer: HttpResponse, asked: string, baseUrl: string): Map<string, string> {
  const places = answer.status === 200 ? listLinkedPlaces(answer, asked, baseUrl) : [];
  const queries = places.map(({ path, query }) => [trimTrailingSlash(path), keepNeededQuery(query)] as const);
  return new Map(queries.filter(([, query]) => query !== ''));
}

const listLinkedPlaces = (answer: HttpResponse, asked: string, baseUrl: string) =>
  [...listLinkFieldTargets(answer), ...listContentLinks(answer)].flatMap(
    (href) => resolveCandidate(href, asked, baseUrl) ?? [],
  );

/** The index of a mock server: an object whose members are lists, each served under its name. */
export function listTablePaths({ status, json }: HttpResponse): string[] {
  if (status !== 200 || !isObject(json)) return [];
  return Object.entries(json as JsonObject)
    .filter(([name, table]) => name !== 'value' && Array.isArray(table) && table.every(isObject) && !isLinkList(table))
    .map(([name]) => `/${encodeURIComponent(name)}`);
}

const isLinkList = (table: readonly Json[]): boolean =>
  table.length > 0 && table.every((entry) => isObject(entry) && ['href', 'url'].some((name) => name in entry));

const otherRelationPattern =
  /^(self|next|prev|first|last|stylesheet|icon|preload|canonical|describedby|service-d\w+|license)$/;

const listLinkFieldTargets = (answer: HttpResponse): string[] =>
  readLinkFields(answer).flatMap(({ target, relations }) =>
    relations.some((relation) => otherRelationPattern.test(relation)) ? [] : [target],
  );

function listContentLinks({ json, text, headers }: HttpResponse): string[] {
  if (json !== undefined) return [...listODataServices(json as Json), ...listHrefs(json as Json, 3)];
  const { isHtml, essence } = parseMediaType(getHeader({ headers }, 'content-type'));
  if (isHtml) return listAnchors(text);
  return essence === 'text/plain' ? [...text.matchAll(plainLinkPattern)].map(([link]) => link) : [];
}

/** URLs and absolute paths in a text for people. */
const plainLinkPattern = /(?<=^|[\s"'(<])(https?:\/\/|\/(?=\w))[^\s"'<>()]*[\w/=-]/g;

const listAnchors = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&amp;', '&'),
  );

/** An OData service document: `value` lists entity sets with relative URLs. */
function listODataServices(json: Json): string[] {
  const value = isObject(json) && Array.isArray(json.value) ? (json.value as Json[]) : [];
  return value.flatMap((entry) =>
    isObject(entry) && typeof entry.url === 'string' && (entry.kind ?? 'EntitySet') === 'EntitySet' ? [entry.url] : [],
  );
}

/** Texts that look like links, in a directory (`{"users": "/users"}`) or as `href`s. */
function listHrefs(value: Json, depth: number): string[] {
  if (typeof value === 'string') return /^(https?:\/\/|\/)\S+$/.test(value) ? [value] : [];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'href' && typeof child === 'string' ? [child] : listHrefs(child as Json, depth - 1),
  );
}

const assetPattern = /\.(css|js|mjs|map|png|jpe?g|gif|svg|ico|html?|txt|xml|pdf|woff2?|ya?ml|zip)$/i;
/** Paths on which GET is often not safe in practice. */
const unsafeWordPattern =
  /^(log(out|off)|sign(out|off)|delete|remove|destroy|unsubscribe|restart|clear|flush|drop|cancel|deactivate|disable|block|ban|revoke|stop|kill|run|execute|trigger|start|approve|reject|publish|unpublish|import|migrate|sync|rebuild|reindex|send|resend|notify|reset|purge|wipe|erase|truncate|deploy|shutdown|reboot|poweroff|terminate)$/;

/** Whether a path segment names an action, judged by its words, such as `delete-all` or `signOut`. */
function isActionSegment(segment: string): boolean {
  const words = splitWords(segment);
  return unsafeWordPattern.test(words.join('')) || words.some((word) => unsafeWordPattern.test(word));
}

const documentationPattern = /^\/(db|openapi(\.\w+)?|swagger\S*|docs|redoc|graphql)$/i;

/** Resolves a link to a path under the base URL; links to other places, assets or templates are ignored. */
function resolveCandidate(href: string, asked: string, baseUrl: string) {
  const plain = href.replaceAll(/\{[?&/#][^}]*\}/g, '');
  if (/[{}]/.test(plain) || plain.startsWith('#')) return undefined;
  const place = resolveBelowBase(plain, `${trimTrailingSlash(asked)}${asked === '/' ? '' : '/'}`, baseUrl);
  if (!place || place.host !== undefined || place.path === '/' || place.path === '') return undefined;
  const { path } = place;
  return assetPattern.test(path) || documentationPattern.test(path) || path.split('/').some(isActionSegment)
    ? undefined
    : place;
}
