import type { Client } from '../../http/exchange.js';
import type { HttpResponse } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type JsonObject } from '../../model/json.js';
import { mapConcurrently } from '../parallel-requests.js';
import { listLinkedPaths, listLinkedQueries, listTablePaths } from './collection-links.js';

/** Paths that often list the resources of a service, tried when its root does not. */
export const otherRoots = ['/api', '/api/v1', '/v1', '/api/v2', '/rest'];

/** Paths that may be collections, and whether the root is a page for people. */
export interface CandidatePaths {
  readonly paths: readonly string[];
  readonly isPage: boolean;
  /** The queries of links, by their path. */
  readonly queries: ReadonlyMap<string, string>;
}

/**
 * Paths that may be collections, by the content at the root, at `/db`, or at the usual other roots; undefined without
 * any response.
 */
export async function findCandidatePaths(baseUrl: string, client: Client): Promise<CandidatePaths | undefined> {
  const ask = (path: string) => client.send({ method: 'GET', path, role: 'survey' });
  const root = await ask('/');
  if (!root.answer) return undefined;
  const index = await ask('/db');
  const paths = [...listLinkedPaths(root.answer, '/', baseUrl), ...(index.answer ? listServed(index.answer) : [])];
  const isPage = root.answer.status < 300 && parseMediaType(String(root.answer.headers['content-type'] ?? '')).isHtml;
  const queries = listLinkedQueries(root.answer, '/', baseUrl);
  if (paths.length > 0) return { paths: listDistinctPaths(paths), isPage, queries };
  const others = await mapConcurrently(otherRoots, ask);
  const linked = others.flatMap(({ path, answer }) => (answer ? listLinkedPaths(answer, path, baseUrl) : []));
  const further = others.flatMap(({ path, answer }) => (answer ? [...listLinkedQueries(answer, path, baseUrl)] : []));
  return { paths: listDistinctPaths(linked), isPage, queries: new Map(further) };
}

const listDistinctPaths = (paths: readonly string[]): string[] =>
  [...new Set(paths)].filter((path) => !otherRoots.includes(path) || paths.length === 1);

/** All paths of a mock server index; a single object is not a collection, but its path is checked and noted. */
function listServed(index: HttpResponse): string[] {
  const tables = listTablePaths(index);
  if (tables.length === 0) return [];
  const single = Object.entries(index.json as JsonObject).filter(([, value]) => isObject(value));
  return [...tables, ...single.map(([name]) => `/${encodeURIComponent(name)}`)];
}
