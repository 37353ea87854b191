import type { Client } from '../../http/exchange.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { normalizeTemplate } from '../../model/service/operation.js';
import { chooseDistinctNames } from '../../openapi/describe/describe-document.js';
import { isTemplated, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { mapConcurrently } from '../parallel-requests.js';
import { listLinkedQueries } from './collection-links.js';
import { exploreBelow, nestNamed } from './explore-service.js';
import { addNeededQuery, chooseQueries, isQueryRefusal, type QuerySource } from './needed-query.js';
import { type Exploration, type FoundCollection, type ProbeResult, probePath } from './probe-path.js';

/**
 * Checks the collections named by the user, and those of declared resources, unless they are in `taken`. A named path
 * that is not a list is noted; a declared one keeps its declaration.
 */
export async function exploreNamed(
  known: DeclaredService,
  taken: readonly string[],
  client: Client,
): Promise<Exploration> {
  const isNew = (path: string) => !taken.some((other) => isSamePath(other, path));
  const resources = known.resources.filter(({ collection }) => !isTemplated(collection) && isNew(collection));
  const paths = (known.collections ?? []).filter(
    (path) => isNew(path) && !known.resources.some(({ collection }) => isSamePath(collection, path)),
  );
  const names = chooseDistinctNames(paths);
  for (const [path, query] of Object.entries(known.collectionQueries ?? {})) addNeededQuery(client, query, path, false);
  const queries = findQueriesOnce(known, client);
  const declared = await mapConcurrently(resources, (resource) => exploreResource(resource, known, client, queries));
  const named = await mapConcurrently(paths, (path, index) =>
    probeNamed(path, names[index] ?? path, known, client, { queries, named: paths }),
  );
  const notes = named.map((probed, index) =>
    'trouble' in probed ? [describeTrouble(paths[index] ?? '', probed)] : [...probed.notes],
  );
  const listed = named.filter((probed) => 'collection' in probed);
  const found = [...declared.flatMap((one) => one.found), ...(await nestNamed(listed, client))];
  return {
    found: [...found, ...(await exploreNested(found, known, client))],
    notes: [...declared.flatMap((one) => one.notes), ...notes.flat()],
  };
}

/** Declared collections below items: an item that exists may link to them. */
async function exploreNested(found: readonly FoundCollection[], known: DeclaredService, client: Client) {
  const nested = known.resources.filter(({ collection }) => isTemplated(collection));
  if (nested.length === 0) return [];
  const below = await mapConcurrently(found, (one) => exploreBelow(one, known, client), 4);
  return below.flat().flatMap((one) => {
    const resource = nested.find(({ collection }) => isSameTemplate(collection, one.collection.path));
    return resource ? [{ ...one, collection: dropGuessedWrites(one.collection, resource) }] : [];
  });
}

const isSameTemplate = (one: string, other: string): boolean => normalizeTemplate(one) === normalizeTemplate(other);

const isSamePath = (one: string, other: string): boolean =>
  trimTrailingSlash(one).toLowerCase() === trimTrailingSlash(other).toLowerCase();

/** The response may name a parameter that is missing, but its value is the user's to say. */
function describeTrouble(path: string, { trouble, answer }: Extract<ProbeResult, { trouble: string }>): string {
  const advice = isQueryRefusal(answer) ? `; if it needs a query, name it: --collection '${path}?NAME=VALUE'` : '';
  return `--collection ${path}: ${trouble}, so it was not checked${advice}`;
}

/** A path that is missing is requested with a slash at its end, or without one. */
async function probeNamed(...[path, name, known, client, hints]: Parameters<typeof probePath>): Promise<ProbeResult> {
  const probed = await probePath(path, name, known, client, hints);
  if (!('trouble' in probed) || probed.answer?.status !== 404) return probed;
  const other = path.endsWith('/') ? trimTrailingSlash(path) : `${path}/`;
  const again = await probePath(other, name, known, client, hints);
  return 'trouble' in again ? probed : again;
}

/** The queries of links at the root, which is read only when a list is refused without one. */
function findQueriesOnce({ baseUrl }: DeclaredService, client: Client): QuerySource {
  let found: Promise<ReadonlyMap<string, string>> | undefined;
  const read = async () => {
    const { answer } = await client.send({ method: 'GET', path: '/', role: 'survey' });
    return answer ? listLinkedQueries(answer, '/', baseUrl) : new Map<string, string>();
  };
  return async (path) => {
    found ??= read();
    return chooseQueries(await found, path);
  };
}

async function exploreResource(
  resource: DeclaredResource,
  known: DeclaredService,
  client: Client,
  queries: QuerySource,
) {
  const { collection: path, name } = resource;
  const probed = await probePath(path, name, known, client, { resource, queries });
  if ('trouble' in probed) return { found: [], notes: [] };
  return { found: [{ ...probed, collection: dropGuessedWrites(probed.collection, resource) }], notes: probed.notes };
}

/** A declared creation body takes precedence over guessed writes. */
function dropGuessedWrites(collection: FoundCollection['collection'], { create }: DeclaredResource) {
  if (!create || (create.schema === undefined && create.example === undefined)) return collection;
  const { create: _create, replace: _replace, patch: _patch, ...rest } = collection;
  const facts = rest.facts.filter(({ about }) => !['create', 'replace', 'patch'].includes(about));
  return { ...rest, facts };
}
