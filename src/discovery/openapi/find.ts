import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Answer, Client } from '../../http/exchange.js';
import { header, isObject, type Json, type JsonObject } from '../../rule/index.js';
import { DiscoveryError } from '../fault.js';
import type { Known } from '../known.js';
import { parseOpenapi } from './parse.js';

/** An OpenAPI document as it was found. */
export interface Found {
  readonly document: JsonObject;
  readonly source: string;
}

/** The document that was named, or the first one at the usual places; undefined when there is none. */
export async function findDocument({ openapi, baseUrl }: Known, client: Client): Promise<Found | undefined> {
  if (openapi === undefined) return atUsualPlaces(baseUrl, client);
  const text = /^https?:\/\//i.test(openapi)
    ? await fetched(openapi, baseUrl, client)
    : await fileText(openapi, baseUrl);
  return { document: parseOpenapi(text, openapi), source: openapi };
}

/** Where frameworks put their documents. */
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
const accept = { accept: 'application/json, application/yaml, application/vnd.oai.openapi+json, */*;q=0.1' };

async function atUsualPlaces(baseUrl: string, client: Client): Promise<Found | undefined> {
  const { origin, pathname } = new URL(baseUrl);
  const urls = [`${origin}/.well-known/api-catalog`, ...places.map((place) => baseUrl + place)];
  if (pathname !== '/') urls.push(...places.map((place) => origin + place));
  for (const url of urls) {
    const { answer } = await client.send({ method: 'GET', path: url, headers: accept, role: 'survey' });
    if (!answer) return undefined;
    const found = url.endsWith('api-catalog') ? await fromCatalog(answer, url, client) : tolerated(answer, url);
    if (found) return found;
  }
  return undefined;
}

function tolerated(answer: Answer | undefined, source: string): Found | undefined {
  if (answer?.status !== 200) return undefined;
  try {
    return { document: parseOpenapi(answer.text, source), source };
  } catch {
    return undefined;
  }
}

/** RFC 9727: a linkset whose `service-desc` leads to the description. */
async function fromCatalog(answer: Answer, url: string, client: Client): Promise<Found | undefined> {
  const linkset =
    answer.status === 200 && isObject(answer.json as Json) ? (answer.json as JsonObject).linkset : undefined;
  const links = Array.isArray(linkset)
    ? linkset.flatMap((set: Json) => (isObject(set) ? set['service-desc'] : []))
    : [];
  for (const link of links) {
    const href =
      isObject(link) && typeof link.href === 'string' && URL.canParse(link.href, url)
        ? new URL(link.href, url)
        : undefined;
    if (href?.origin !== new URL(url).origin) continue;
    const { answer: description } = await client.send({
      method: 'GET',
      path: href.href,
      headers: accept,
      role: 'survey',
    });
    const found = tolerated(description, href.href);
    if (found) return found;
  }
  return undefined;
}

async function fileText(path: string, baseUrl: string): Promise<string> {
  try {
    return await readFile(resolve(path), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const asUrl = path.startsWith('/') ? `; if it is served, name it as ${new URL(path, baseUrl).href}` : '';
    if (code === 'ENOENT') throw new DiscoveryError(path, `no such file${asUrl}`);
    throw new DiscoveryError(path, code === 'EISDIR' ? 'is a folder, not a file' : `cannot be read (${code})`);
  }
}

async function fetched(url: string, baseUrl: string, client: Client): Promise<string> {
  if (new URL(url).origin !== new URL(baseUrl).origin) return fetchedElsewhere(url);
  const { answer, silence } = await client.send({ method: 'GET', path: url, headers: accept, role: 'survey' });
  if (!answer) throw new DiscoveryError(url, `was not answered: ${silence}`);
  return textOf(url, answer.status, answer.text, header(answer, 'location'));
}

/** The client speaks to the target only, with its credentials; a document elsewhere is fetched without any. */
async function fetchedElsewhere(url: string): Promise<string> {
  const response = await fetch(url, { headers: accept, signal: AbortSignal.timeout(30_000) }).catch(
    (error: Error) => error,
  );
  if (response instanceof Error)
    throw new DiscoveryError(url, `was not answered: ${String(response.cause ?? response.message)}`);
  return textOf(url, response.status, await response.text(), null);
}

function textOf(url: string, status: number, text: string, location: string | null | undefined): string {
  if (status === 200) return text;
  const advice =
    status === 401 || status === 403
      ? 'give credentials with --header or auth, or save it to a file'
      : location
        ? `name ${location} instead, where it redirects to`
        : 'check the address';
  throw new DiscoveryError(url, `was answered with ${status}, no OpenAPI document; ${advice}`);
}
