import type { Answer, Client, Exchange } from '../../http/exchange.js';
import { header } from '../../model/exchange.js';
import type { JsonObject } from '../../model/json.js';
import { isHtml, parseOpenapi } from '../parse/parse-document.js';
import { descriptionsIn, linkedCatalogs, linkedDescriptions } from './api-catalog.js';
import { documentsIn } from './docs-page.js';
import { accept } from './request-document.js';

/** A document as the service shows it. */
export interface Discovered {
  readonly document: JsonObject;
  readonly source: string;
  readonly notes: readonly string[];
}

/** Where frameworks put their documents, the usual ones first. */
const places = [
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
];

/** Where frameworks put the pages that show them to people. */
const pages = ['/docs', '/swagger', '/api', '/swagger-ui/index.html', '/redoc'];

/** How many are asked side by side. */
const abreast = 4;
/** How many requests it may take; a service that shows its document shows it soon. */
const most = 32;

interface Walk {
  readonly client: Client;
  readonly origin: string;
  readonly asked: Set<string>;
  /** Whether a request was not answered, so that asking on is in vain. */
  isOver: boolean;
}

/** Looks where a service may show its document: the catalog, the usual places, the pages for people. */
export async function discover(baseUrl: string, client: Client): Promise<Discovered | undefined> {
  const { origin, pathname } = new URL(baseUrl);
  const walk: Walk = { client, origin, asked: new Set(), isOver: false };
  const base = baseUrl.replace(/\/$/, '');
  const roots = pathname === '/' ? [base] : [base, origin];
  const announced = await fromCatalog(walk, `${origin}/.well-known/api-catalog`);
  if (announced) return announced;
  for (const root of roots) {
    const found = await firstAt(
      walk,
      places.map((place) => root + place),
    );
    if (found) return found;
  }
  return (await fromLinks(walk, roots)) ?? fromPages(walk, roots);
}

/** RFC 9727: a linkset whose `service-desc` leads to the description, and whose `item` leads to further catalogs. */
async function fromCatalog(walk: Walk, url: string): Promise<Discovered | undefined> {
  const [catalog] = await ask(walk, [url]);
  if (!catalog) return undefined;
  const found = await firstAt(walk, near(walk, descriptionsIn(catalog, url)));
  if (found) return found;
  const further = near(walk, linkedCatalogs(catalog, url)).slice(0, abreast);
  for (const [index, answer] of (await ask(walk, further)).entries()) {
    const address = further[index] ?? url;
    const item =
      answer && (tolerated(answer, address) ?? (await firstAt(walk, near(walk, descriptionsIn(answer, address)))));
    if (item) return item;
  }
  return undefined;
}

/** RFC 8631: any answer may carry a link to the description of the service. */
async function fromLinks(walk: Walk, roots: readonly string[]): Promise<Discovered | undefined> {
  const fronts = roots.map((root) => `${root}/`);
  const links = (await ask(walk, fronts)).flatMap((answer, index) =>
    answer ? linkedDescriptions(answer, fronts[index] ?? '') : [],
  );
  return firstAt(walk, near(walk, links));
}

/** A page that shows a document names it, or names a script or a configuration that does. */
async function fromPages(walk: Walk, roots: readonly string[]): Promise<Discovered | undefined> {
  for (const root of roots) {
    const shown = await namedBy(
      walk,
      pages.map((page) => root + page),
    );
    const next = shown.document ? shown : await namedBy(walk, shown.links);
    const found = next.document ?? (await firstAt(walk, next.links));
    if (found) return found;
  }
  return undefined;
}

async function namedBy(walk: Walk, urls: readonly string[]): Promise<{ document?: Discovered; links: string[] }> {
  const links: string[] = [];
  for (const [index, answer] of (await ask(walk, urls)).entries()) {
    const url = urls[index] ?? '';
    const document = answer && tolerated(answer, url);
    if (document) return { document, links: [] };
    links.push(...near(walk, documentsIn(answer?.text ?? '', url)).filter((link) => !walk.asked.has(link)));
  }
  return { links: [...new Set(links)].slice(0, abreast) };
}

/** Credentials are for the own origin, and so are requests. */
const near = ({ origin }: Walk, urls: readonly string[]): string[] =>
  urls.filter((url) => new URL(url).origin === origin);

async function firstAt(walk: Walk, urls: readonly string[]): Promise<Discovered | undefined> {
  for (let start = 0; start < urls.length; start += abreast) {
    const group = urls.slice(start, start + abreast);
    for (const [index, answer] of (await ask(walk, group)).entries()) {
      const found = answer && tolerated(answer, group[index] ?? '');
      if (found) return found;
    }
  }
  return undefined;
}

/** The answers with status 200, in the order of the addresses; nothing is asked twice. */
async function ask(walk: Walk, urls: readonly string[]): Promise<(Answer | undefined)[]> {
  const exchanges = await Promise.all(
    urls.map((url): Promise<Exchange> | undefined => {
      if (walk.isOver || walk.asked.has(url) || walk.asked.size >= most) return undefined;
      walk.asked.add(url);
      return walk.client.send({ method: 'GET', path: url, headers: accept, role: 'survey' });
    }),
  );
  if (exchanges.some((exchange) => exchange && !exchange.answer)) walk.isOver = true;
  return exchanges.map((exchange) => (exchange?.answer?.status === 200 ? exchange.answer : undefined));
}

function tolerated(answer: Answer, source: string): Discovered | undefined {
  if (/^text\/html/i.test(String(header(answer, 'content-type') ?? '')) && isHtml(answer.text)) return undefined;
  try {
    return { ...parseOpenapi(answer.text, source), source };
  } catch {
    return undefined;
  }
}
