import type { Client } from '../../http/exchange.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { chooseDistinctNames } from '../../openapi/describe/describe-document.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';
import { mapConcurrently } from '../parallel-requests.js';
import { type CandidatePaths, findCandidatePaths } from './candidate-paths.js';
import { listLinkedPaths } from './collection-links.js';
import { exploreBelow } from './explore-below.js';
import type { Exploration, FoundCollection } from './found-collection.js';
import { guessPaths } from './guess-paths.js';
import { describeView, isView } from './linked-views.js';
import { chooseQueries, type QuerySource } from './needed-query.js';
import { type ProbeResult, probePath } from './probe-path.js';

const declarationAdvice =
  'name an OpenAPI document with --openapi, or collections with --collection, declare resources in a profile, or try common names with --guess';

/** Maximum number of paths that are tried. */
const maxPaths = 30;

/** Follows the links of the service to its collections, including one level of directories. `isBroken` if its document cannot be used. */
export async function exploreService(known: DeclaredService, client: Client, isBroken: boolean): Promise<Exploration> {
  const candidates = await findCandidatePaths(known.baseUrl, client);
  if (!candidates) return { found: [], notes: [`GET /: no answer; ${declarationAdvice}`] };
  const guessed = known.mayGuess && candidates.paths.length === 0 ? await guessPaths(client) : { paths: [], notes: [] };
  const first = [...candidates.paths, ...guessed.paths].slice(0, maxPaths);
  if (first.length === 0) return { found: [], notes: [...guessed.notes, describeUnknown(candidates, isBroken)] };
  const queries = async (path: string) => chooseQueries(candidates.queries, path);
  const seen = await probePaths(first, known, client, queries);
  const further = listFurtherPaths(seen, first, known).slice(0, maxPaths - first.length);
  const more = await probePaths(further, known, client, queries);
  const isLeading = ({ path, probed }: ProbedPath) =>
    listPathsBelow(path, probed, known).some((next) => further.includes(next));
  const { found, notes, views } = collectFound([...seen.filter((one) => !isLeading(one)), ...more]);
  const below = await mapConcurrently(found, (one) => exploreBelow(one, known, client, { queries }), 4);
  return { found: assignNames([...found, ...below.flat()]), notes: [...guessed.notes, ...notes], views };
}

function describeUnknown({ isPage }: CandidatePaths, isBroken: boolean): string {
  const obstacle = isPage
    ? 'GET / is an HTML page, so this may be the address of a website and not of its API'
    : `${isBroken ? 'the OpenAPI document cannot be used' : 'no OpenAPI document'}, no links at GET /`;
  return `the operations of the service are unknown: ${obstacle}; ${declarationAdvice}`;
}

interface ProbedPath {
  readonly path: string;
  readonly probed: ProbeResult;
}

async function probePaths(
  paths: readonly string[],
  known: DeclaredService,
  client: Client,
  queries: QuerySource,
): Promise<ProbedPath[]> {
  const names = chooseDistinctNames(paths);
  return mapConcurrently(
    paths,
    async (path, index) => ({ path, probed: await probePath(path, names[index] ?? path, known, client, { queries }) }),
    4,
  );
}

/** Paths in directories that were not tried yet. */
function listFurtherPaths(seen: readonly ProbedPath[], tried: readonly string[], known: DeclaredService): string[] {
  const before = new Set(tried.map(trimTrailingSlash));
  const paths = seen.flatMap(({ path, probed }) => listPathsBelow(path, probed, known));
  return [...new Set(paths)].filter((path) => !before.has(trimTrailingSlash(path)));
}

function listPathsBelow(path: string, probed: ProbeResult, { baseUrl }: DeclaredService): string[] {
  if (!('trouble' in probed) || !probed.answer) return [];
  return listLinkedPaths(probed.answer, path, baseUrl).filter((next) => next.startsWith(`${trimTrailingSlash(path)}/`));
}

function collectFound(tried: readonly ProbedPath[]) {
  const found = tried.flatMap(({ probed }) => ('collection' in probed ? [probed] : []));
  const views = tried.flatMap(({ path, probed }) => ('trouble' in probed && isView(probed.answer) ? [path] : []));
  const notes = tried.flatMap(({ path, probed }) => {
    if (!('trouble' in probed)) return probed.notes;
    return views.includes(path) ? [describeView(path)] : [`${path}: not checked: ${probed.trouble}`];
  });
  return { found, notes, views };
}

function assignNames(found: readonly FoundCollection[]): FoundCollection[] {
  const names = chooseDistinctNames(found.map(({ collection }) => collection.path));
  return found.map((one, index) => ({
    ...one,
    collection: { ...one.collection, name: names[index] ?? one.collection.name },
  }));
}
