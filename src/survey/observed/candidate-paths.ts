import type { Client } from '../../http/exchange.js';
import type { HttpResponse } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { createOperation, normalizeTemplate } from '../../model/service/operation.js';
import type { DescribedOperation } from '../../openapi/describe/described-operation.js';
import { otherRoots } from '../../openapi/describe/place-under-base-url.js';
import { mapConcurrently } from '../parallel-requests.js';
import { listLinkedPaths, listLinkedQueries, listTablePaths } from './collection-links.js';
import { fetchPath, type LandedResponse } from './follow-redirects.js';
import { readObservedPage } from './observed-page.js';

/** Maximum number of linked paths that are tried. */
const maxPaths = 30;

/** Whether a response is JSON that shows something, whatever its form. */
export const isView = (answer: HttpResponse | undefined): boolean =>
  answer?.status === 200 && answer.json !== undefined;

/** What the user should know about such a path. */
export const describeView = (path: string): string =>
  `${path}: no collection: GET returned no list; its operations are checked one by one`;

export const createViewOperation = (path: string): DescribedOperation => ({
  operation: createOperation('GET', path, 'observed'),
  path,
  evidence: `GET ${path}`,
  raw: {},
  unusable: undefined,
});

/**
 * Finds the paths beside declared resources that the service links to and that show no list: single resources and views.
 * Lists that are not declared stay unchecked. Where the user named collections, no others are requested.
 */
export async function findLinkedViews(known: DeclaredService, client: Client): Promise<string[]> {
  const { resources, collections = [], operations } = known;
  if (resources.length === 0 || collections.length > 0 || operations?.only === 'declared') return [];
  const candidates = await findCandidatePaths(known.baseUrl, client);
  const declared = resources.map(({ collection }) => normalizeTemplate(collection));
  const isDeclared = (path: string) =>
    declared.some((own) => normalizeTemplate(path) === own || normalizeTemplate(path).startsWith(`${own}/`));
  const paths = (candidates?.paths ?? []).filter((path) => !isDeclared(path)).slice(0, maxPaths);
  const looked = await mapConcurrently(paths, (path) => fetchPath(path, known.baseUrl, client), 4);
  return looked.flatMap(({ path, answer }) =>
    answer && isView(answer) && !readObservedPage(answer, path) ? [path] : [],
  );
}

/**
 * Paths that may be collections, by the content at the root, at `/db`, or at the usual other roots, and whether the root is a page for
 * people; undefined without any response.
 */
export async function findCandidatePaths(baseUrl: string, client: Client) {
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

/** Names that collections often have, the most usual first. */
const commonNames = [
  ...['users', 'items', 'products', 'orders', 'posts', 'customers', 'accounts', 'tasks', 'projects', 'books'],
  ...['articles', 'comments', 'categories', 'tags', 'todos', 'messages', 'notes', 'events', 'files', 'documents'],
  ...['invoices', 'payments', 'carts', 'reviews', 'teams', 'groups', 'organizations', 'companies', 'contacts'],
  ...['employees', 'devices', 'locations', 'addresses', 'jobs', 'tickets', 'issues', 'subscriptions', 'pets'],
  ...['photos', 'albums'],
];

/** Only where one of the first names is found below a root, the others are tried there. */
const firstNames = 10;

/** A name that no collection has: where it is found, every path is, so that a response says nothing. */
const controlName = 'assay-no-such-collection';

/** Tries common names of collections below the base URL and the usual other roots, with GET; `--guess` permits it, and a service on this machine. Returns notes, too. */
export async function guessPaths(client: Client) {
  for (const root of ['', ...otherRoots]) {
    const tried = await tryNames(root, client);
    if (tried.paths.length + tried.notes.length > 0) return tried;
  }
  return { paths: [], notes: [] };
}

async function tryNames(root: string, client: Client) {
  const ask = async (name: string) => {
    const path = `${root}/${name}`;
    return { path, answer: (await client.send({ method: 'GET', path, role: 'survey' })).answer };
  };
  const control = await ask(controlName);
  // A service that shows something, or asks for credentials, at every path does not tell names apart.
  if (control.answer === undefined || isList(control) || needsCredentials(control)) return { paths: [], notes: [] };
  const first = await mapConcurrently(commonNames.slice(0, firstNames), ask, 4);
  if (!first.some((one) => isList(one) || needsCredentials(one))) return { paths: [], notes: [] };
  const all = [...first, ...(await mapConcurrently(commonNames.slice(firstNames), ask, 4))];
  const paths = all.filter(isList).map(({ path }) => path);
  const closed = all.filter(needsCredentials).map(({ path }) => path);
  return {
    paths,
    notes: [
      ...(paths.length > 0 ? [`by their common names, these were found: ${paths.join(', ')}`] : []),
      ...(closed.length > 0 ? [`credentials would show more of ${closed.join(', ')}, found by common names`] : []),
    ],
  };
}

type TriedPath = Pick<LandedResponse, 'path' | 'answer'>;

const isList = ({ path, answer }: TriedPath): boolean =>
  answer?.status === 200 && readObservedPage(answer, path) !== undefined;

const needsCredentials = ({ answer }: TriedPath): boolean => answer?.status === 401 || answer?.status === 403;
