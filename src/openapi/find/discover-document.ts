import type { Client } from '../../http/exchange.js';
import { type Exchange, getHeader, type HttpResponse } from '../../model/exchange.js';
import type { JsonObject } from '../../model/json.js';
import { isHtml, parseOpenapi } from '../parse/parse-document.js';
import { listDescriptions, listLinkedCatalogs, listLinkedDescriptions } from './api-catalog.js';
import { listDocumentUrls } from './docs-page.js';
import { documentAcceptHeaders } from './request-document.js';

/** A document found on the service. */
export interface DiscoveredDocument {
  readonly document: JsonObject;
  readonly source: string;
  readonly notes: readonly string[];
}

/** Document paths of frameworks, most common first. */
const usualPaths = [
  '/openapi.json',
  '/openapi.yaml',
  '/openapi.yml',
  '/swagger.json',
  '/v3/api-docs',
  '/swagger/v1/swagger.json',
  '/api-json',
  '/q/openapi',
  '/api/schema/',
  '/docs/openapi.json',
  '/api-docs',
  '/api/openapi.json',
  '/v2/api-docs',
  '/openapi',
  '/docs/json',
  '/documentation/json',
  '/api/swagger.json',
  '/swagger/doc.json',
  '/api/v3/openapi.json',
];

/** Documentation pages of frameworks. */
const docsPaths = ['/docs', '/swagger', '/api', '/swagger-ui/index.html', '/redoc', '/documentation', '/api/docs'];

/** Maximum number of parallel requests. */
const maxParallel = 4;
/** Maximum number of requests of the search. */
const maxRequests = 48;

interface DiscoveryState {
  readonly client: Client;
  readonly origin: string;
  readonly asked: Set<string>;
  /** Whether a request got no answer, so that the search ends. */
  isOver: boolean;
}

/** Searches the document of a service: the catalog, common paths, documentation pages. */
export async function discoverDocument(baseUrl: string, client: Client): Promise<DiscoveredDocument | undefined> {
  const { origin, pathname } = new URL(baseUrl);
  const walk: DiscoveryState = { client, origin, asked: new Set(), isOver: false };
  const base = baseUrl.replace(/\/$/, '');
  const roots = pathname === '/' ? [base] : [base, origin];
  const announced = await discoverFromCatalog(walk, `${origin}/.well-known/api-catalog`);
  if (announced) return announced;
  for (const root of roots) {
    const found = await findFirstDocument(
      walk,
      usualPaths.map((place) => root + place),
    );
    if (found) return found;
  }
  return (await discoverFromLinks(walk, roots)) ?? discoverFromPages(walk, roots);
}

/** RFC 9727: `service-desc` in a linkset points to the description, and `item` to further catalogs. */
async function discoverFromCatalog(walk: DiscoveryState, url: string): Promise<DiscoveredDocument | undefined> {
  const [catalog] = await fetchAll(walk, [url]);
  if (!catalog) return undefined;
  const found = await findFirstDocument(walk, filterSameOrigin(walk, listDescriptions(catalog, url)));
  if (found) return found;
  const further = filterSameOrigin(walk, listLinkedCatalogs(catalog, url)).slice(0, maxParallel);
  for (const [index, answer] of (await fetchAll(walk, further)).entries()) {
    const address = further[index] ?? url;
    const item =
      answer &&
      (parseIfDocument(answer, address) ??
        (await findFirstDocument(walk, filterSameOrigin(walk, listDescriptions(answer, address)))));
    if (item) return item;
  }
  return undefined;
}

/** RFC 8631: any response may link to the description of the service. */
async function discoverFromLinks(
  walk: DiscoveryState,
  roots: readonly string[],
): Promise<DiscoveredDocument | undefined> {
  const fronts = roots.map((root) => `${root}/`);
  const links = (await fetchAll(walk, fronts)).flatMap((answer, index) =>
    answer ? listLinkedDescriptions(answer, fronts[index] ?? '') : [],
  );
  return findFirstDocument(walk, filterSameOrigin(walk, links));
}

/** A documentation page names the document, or a script or configuration that does. */
async function discoverFromPages(
  walk: DiscoveryState,
  roots: readonly string[],
): Promise<DiscoveredDocument | undefined> {
  for (const root of roots) {
    const shown = await findNamedDocuments(
      walk,
      docsPaths.map((page) => root + page),
    );
    const next = shown.document ? shown : await findNamedDocuments(walk, shown.links);
    const found = next.document ?? (await findFirstDocument(walk, next.links));
    if (found) return found;
  }
  return undefined;
}

async function findNamedDocuments(
  walk: DiscoveryState,
  urls: readonly string[],
): Promise<{ document?: DiscoveredDocument; links: string[] }> {
  const links: string[] = [];
  for (const [index, answer] of (await fetchAll(walk, urls)).entries()) {
    const url = urls[index] ?? '';
    const document = answer && parseIfDocument(answer, url);
    if (document) return { document, links: [] };
    links.push(
      ...filterSameOrigin(walk, listDocumentUrls(answer?.text ?? '', url)).filter((link) => !walk.asked.has(link)),
    );
  }
  return { links: [...new Set(links)].slice(0, maxParallel) };
}

/** Requests are sent only to the origin of the service. */
const filterSameOrigin = ({ origin }: DiscoveryState, urls: readonly string[]): string[] =>
  urls.filter((url) => new URL(url).origin === origin);

async function findFirstDocument(
  walk: DiscoveryState,
  urls: readonly string[],
): Promise<DiscoveredDocument | undefined> {
  for (let start = 0; start < urls.length; start += maxParallel) {
    const group = urls.slice(start, start + maxParallel);
    for (const [index, answer] of (await fetchAll(walk, group)).entries()) {
      const found = answer && parseIfDocument(answer, group[index] ?? '');
      if (found) return found;
    }
  }
  return undefined;
}

/** The responses with status 200, in the order of the URLs; no URL is requested twice. */
async function fetchAll(walk: DiscoveryState, urls: readonly string[]): Promise<(HttpResponse | undefined)[]> {
  const exchanges = await Promise.all(
    urls.map((url): Promise<Exchange> | undefined => {
      if (walk.isOver || walk.asked.has(url) || walk.asked.size >= maxRequests) return undefined;
      walk.asked.add(url);
      return walk.client.send({ method: 'GET', path: url, headers: documentAcceptHeaders, role: 'survey' });
    }),
  );
  if (exchanges.some((exchange) => exchange && !exchange.answer)) walk.isOver = true;
  return exchanges.map((exchange) => (exchange?.answer?.status === 200 ? exchange.answer : undefined));
}

function parseIfDocument(answer: HttpResponse, source: string): DiscoveredDocument | undefined {
  if (/^text\/html/i.test(String(getHeader(answer, 'content-type') ?? '')) && isHtml(answer.text)) return undefined;
  try {
    return { ...parseOpenapi(answer.text, source), source };
  } catch {
    return undefined;
  }
}
