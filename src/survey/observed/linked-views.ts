import type { Client } from '../../http/exchange.js';
import type { HttpResponse } from '../../model/exchange.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { normalizeTemplate } from '../../model/service/operation.js';
import type { DescribedOperation } from '../../openapi/describe/described-operation.js';
import { createOperation } from '../items/describe-writes.js';
import { mapConcurrently } from '../parallel-requests.js';
import { findCandidatePaths } from './candidate-paths.js';
import { fetchPath } from './follow-redirects.js';
import { readObservedPage } from './observed-page.js';

/** Maximum number of linked paths that are tried. */
const maxPaths = 30;

/** Whether a response is JSON that shows something, whatever its form. */
export const isView = (answer: HttpResponse | undefined): boolean =>
  answer?.status === 200 && answer.json !== undefined;

/** What the user should know about such a path. */
export const describeView = (path: string): string =>
  `${path}: no collection: GET returned no list; its operations are checked one by one`;

/** GET of a path that a link names. */
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
