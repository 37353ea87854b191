import type { Client } from '../../http/exchange.js';
import type { HttpResponse } from '../../model/exchange.js';
import { mapConcurrently } from '../parallel-requests.js';
import { otherRoots } from './candidate-paths.js';
import { readObservedPage } from './observed-page.js';

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

/** Paths that were guessed, and what the user should know about them. */
export interface GuessedPaths {
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

/** Tries common names of collections below the base URL and the usual other roots, with GET; `--guess` permits it. */
export async function guessPaths(client: Client): Promise<GuessedPaths> {
  for (const root of ['', ...otherRoots]) {
    const tried = await tryNames(root, client);
    if (tried.paths.length + tried.notes.length > 0) return tried;
  }
  return { paths: [], notes: ['--guess: no common name of a collection was found'] };
}

async function tryNames(root: string, client: Client): Promise<GuessedPaths> {
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
      ...(paths.length > 0 ? [`--guess: found ${paths.join(', ')}`] : []),
      ...(closed.length > 0 ? [`--guess: credentials would show more of ${closed.join(', ')}`] : []),
    ],
  };
}

interface TriedPath {
  readonly path: string;
  readonly answer: HttpResponse | undefined;
}

const isList = ({ path, answer }: TriedPath): boolean =>
  answer?.status === 200 && readObservedPage(answer, path) !== undefined;

const needsCredentials = ({ answer }: TriedPath): boolean => answer?.status === 401 || answer?.status === 403;
