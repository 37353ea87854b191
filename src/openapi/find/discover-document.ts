import type { Client, SentExchange } from '../../http/exchange.js';
import { getHeader, type HttpResponse } from '../../model/exchange.js';
import { readLinkFields } from '../../model/field/link-field.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { DocumentError } from '../document-error.js';
import { isHtml, parseOpenapi } from '../parse/parse-document.js';
import { type BrokenDocument, declaresOpenapi, listBroken, noteBroken } from './broken-documents.js';
import { documentAcceptHeaders } from './request-document.js';

export interface DiscoveredDocument {
  readonly document: JsonObject;
  readonly source: string;
  /** What was repaired, or could not be read. */
  readonly notes: readonly string[];
}

/** Document paths of frameworks, most common first. */
const usualPaths = `
  /openapi.json /openapi.yaml /openapi.yml /swagger.json /swagger.yaml /v3/api-docs /swagger/v1/swagger.json /api-json
  /q/openapi /api/schema/ /docs/openapi.json /api-docs /api/openapi.json /v2/api-docs /openapi /docs/json
  /documentation/json /api/swagger.json /swagger/doc.json /api/v3/openapi.json
`
  .trim()
  .split(/\s+/);

/** Documentation pages of frameworks. */
const docsPaths = ['/docs', '/swagger', '/api', '/swagger-ui/index.html', '/redoc', '/documentation', '/api/docs'];

const maxParallel = 4;
const maxRequests = 48;

interface DiscoveryState {
  readonly client: Client;
  readonly origin: string;
  readonly asked: Set<string>;
  readonly broken: BrokenDocument[];
  /** Whether a request got no answer, so that the search ends. */
  isOver: boolean;
}

/** Searches the document of a service: the catalog, common paths, documentation pages. */
export async function discoverDocument(baseUrl: string, client: Client) {
  const walk: DiscoveryState = { client, origin: new URL(baseUrl).origin, asked: new Set(), broken: [], isOver: false };
  const found = await searchDocument(walk, baseUrl);
  const broken = listBroken(walk.broken, found !== undefined);
  return { broken, ...(found && { found }) };
}

async function searchDocument(walk: DiscoveryState, baseUrl: string): Promise<DiscoveredDocument | undefined> {
  const { origin, pathname } = new URL(baseUrl);
  const base = baseUrl.replace(/\/$/, '');
  const roots = pathname === '/' ? [base] : [base, origin];
  const announced = await discoverFromCatalog(walk, `${origin}/.well-known/api-catalog`);
  if (announced) return announced;
  for (const root of roots) {
    const usual = usualPaths.map((place) => root + place);
    const found = await findFirstDocument(walk, usual);
    if (found) return found;
  }
  return (await discoverFromLinks(walk, roots)) ?? discoverFromPages(walk, roots);
}

/** RFC 9727: `service-desc` in a linkset points to the description, and `item` to further catalogs. */
async function discoverFromCatalog(walk: DiscoveryState, url: string): Promise<DiscoveredDocument | undefined> {
  const [catalog] = await fetchAll(walk, [url]);
  if (!catalog) return undefined;
  const found = await findFirstDocument(walk, filterSameOrigin(walk, listDescriptions(catalog.answer, url)), true);
  if (found) return found;
  const further = filterSameOrigin(walk, listLinkedCatalogs(catalog.answer, url)).slice(0, maxParallel);
  for (const { answer, url: address } of await fetchAll(walk, further)) {
    const item =
      parseIfDocument(walk, answer, address) ??
      (await findFirstDocument(walk, filterSameOrigin(walk, listDescriptions(answer, address)), true));
    if (item) return item;
  }
  return undefined;
}

/** RFC 8631: any response may link to the description of the service. */
async function discoverFromLinks(walk: DiscoveryState, roots: readonly string[]) {
  const fronts = roots.map((root) => `${root}/`);
  const answers = await fetchAll(walk, fronts, { isAnyStatus: true });
  const links = answers.flatMap(({ answer, url }) => listLinkedDescriptions(answer, url));
  return findFirstDocument(walk, filterSameOrigin(walk, links), true);
}

/** A documentation page names the document, or a script or configuration that does. */
async function discoverFromPages(walk: DiscoveryState, roots: readonly string[]) {
  for (const root of roots) {
    const pages = docsPaths.map((page) => root + page);
    const shown = await findNamedDocuments(walk, pages);
    const next = shown.document ? shown : await findNamedDocuments(walk, shown.links);
    const found = next.document ?? (await findFirstDocument(walk, next.links));
    if (found) return found;
  }
  return undefined;
}

async function findNamedDocuments(walk: DiscoveryState, urls: readonly string[]) {
  const links: string[] = [];
  for (const { answer, url } of await fetchAll(walk, urls)) {
    const document = parseIfDocument(walk, answer, url);
    if (document) return { document, links: [] };
    links.push(...filterSameOrigin(walk, listDocumentUrls(answer.text, url)).filter((link) => !walk.asked.has(link)));
  }
  return { links: [...new Set(links)].slice(0, maxParallel) };
}

/** Requests are sent only to the origin of the service. */
const filterSameOrigin = ({ origin }: DiscoveryState, urls: readonly string[]): string[] =>
  urls.filter((url) => new URL(url).origin === origin);

/** `isLinked` if the service says that there is its description. */
async function findFirstDocument(walk: DiscoveryState, urls: readonly string[], isLinked = false) {
  for (let start = 0; start < urls.length; start += maxParallel) {
    const group = urls.slice(start, start + maxParallel);
    for (const { answer, url } of await fetchAll(walk, group, { isLinked })) {
      const found = parseIfDocument(walk, answer, url, isLinked);
      if (found) return found;
    }
  }
  return undefined;
}

/** The responses with status 200, or with any, in the order of the URLs; no URL is requested twice. */
async function fetchAll(
  walk: DiscoveryState,
  urls: readonly string[],
  { isLinked = false, isAnyStatus = false }: { readonly isLinked?: boolean; readonly isAnyStatus?: boolean } = {},
) {
  const exchanges = await Promise.all(
    urls.map((url): Promise<SentExchange> | undefined => {
      if (walk.isOver || walk.asked.has(url) || walk.asked.size >= maxRequests) return undefined;
      walk.asked.add(url);
      return walk.client.send({ method: 'GET', path: url, headers: documentAcceptHeaders, role: 'survey' });
    }),
  );
  if (exchanges.some((exchange) => exchange && !exchange.answer && !exchange.unusable)) walk.isOver = true;
  return exchanges.flatMap((exchange, index) => {
    const url = urls[index] ?? '';
    if (exchange?.unusable?.status === 200) {
      const error = new DocumentError(url, `cannot be read: ${exchange.silence}`);
      const { beginning } = exchange.unusable;
      noteBroken(walk.broken, { error, text: beginning }, { isDeclared: declaresOpenapi(beginning), isLinked });
    }
    const answer = exchange?.answer;
    return answer && (isAnyStatus || answer.status === 200) ? [{ url, answer }] : [];
  });
}

function parseIfDocument(walk: DiscoveryState, answer: HttpResponse, source: string, isLinked = false) {
  const isPage = parseMediaType(getHeader(answer, 'content-type')).isHtml && isHtml(answer.text);
  if (isPage && !isLinked) return undefined;
  try {
    return { ...parseOpenapi(answer.text, source), source };
  } catch (error) {
    const problem =
      error instanceof DocumentError ? error : new DocumentError(source, `cannot be read: ${(error as Error).message}`);
    const isDeclared = declaresOpenapi(answer.text, answer.json);
    noteBroken(walk.broken, { error: problem, text: answer.text }, { isDeclared, isLinked });
    return undefined;
  }
}

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

/** Lists the URLs of documents, and of scripts that name them, on a page of Swagger UI, Redoc, Scalar and similar. */
export function listDocumentUrls(html: string, page: string): string[] {
  const found = urlPatterns.flatMap((pattern) => [...html.matchAll(pattern)].map(([, address]) => address ?? ''));
  const isLikely = (address: string) =>
    scriptPattern.test(address) || !/\.(js|css|png|ico|svg|html)([?#]|$)/i.test(address);
  const likely = found.filter((address) => isLikely(address) && URL.canParse(address, page));
  return [...new Set(likely.map((address) => new URL(address, page).href))];
}

/** Swagger UI has the URL in a separate script. */
const scriptPattern = /swagger-(?:initializer|ui-init)\.js/i;

const urlPatterns = [
  /\bsrc\s*=\s*["']([^"']*swagger-(?:initializer|ui-init)\.js[^"']*)["']/gi,
  /\bspec-url\s*=\s*["']([^"']+)["']/gi,
  /\bdata-url\s*=\s*["']([^"']+)["']/gi,
  /\b(?:url|specUrl|spec_url)["']?\s*:\s*["']([^"']+)["']/gi,
  /Redoc\.init\(\s*["']([^"']+)["']/gi,
  /\bconfigUrl["']?\s*:\s*["']([^"']+)["']/gi,
  /<link[^>]+rel=["']service-desc["'][^>]+href=["']([^"']+)["']/gi,
];
