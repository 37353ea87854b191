import type { Client } from '../../http/exchange.js';
import { decodePercent } from '../../model/escapes.js';
import { getAtPointer, getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Parent } from '../../model/service/collection-parts.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { readItemId } from '../../model/service/item-id.js';
import { isReference } from '../../model/service/reference-name.js';
import type { Collection } from '../../model/service/subject.js';
import { changeOperations } from '../../model/service/subject-collections.js';
import { chooseDistinctNames } from '../../openapi/describe/describe-document.js';
import { getPathNoun, singularize, splitSegments, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { moveBelow } from '../declared/match-path.js';
import { addExistingItems } from '../items/existing-items.js';
import { exploreList } from '../paging/explore-lists.js';
import { mapConcurrently } from '../parallel-requests.js';
import { describeView, findCandidatePaths, guessPaths, isView } from './candidate-paths.js';
import { listLinkedPaths } from './collection-links.js';
import { chooseQueries, type QuerySource } from './needed-query.js';
import { type Exploration, type FoundCollection, type ProbeResult, probePath } from './probe-path.js';

const adviseDeclaration = (mayGuess: boolean): string =>
  `name an OpenAPI document with --openapi, ${mayGuess ? '' : 'try common names with --guess, '}name collections with --collection, or declare resources in a profile`;

/** Maximum number of paths that are tried. */
const maxPaths = 30;

/** Follows the links of the service to its collections, including one level of directories. `isBroken` if its document cannot be used. */
export async function exploreService(known: DeclaredService, client: Client, isBroken: boolean): Promise<Exploration> {
  const candidates = await findCandidatePaths(known.baseUrl, client);
  // On this machine, names may be tried without being told.
  const mayGuess = known.mayGuess === true || known.isLoopback === true;
  if (!candidates) return { found: [], notes: [`GET /: no answer; ${adviseDeclaration(mayGuess)}`] };
  const guessed = mayGuess && candidates.paths.length === 0 ? await guessPaths(client) : { paths: [], notes: [] };
  const first = [...candidates.paths, ...guessed.paths].slice(0, maxPaths);
  if (first.length === 0)
    return { found: [], notes: [...guessed.notes, describeUnknown(candidates, isBroken, mayGuess)] };
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

function describeUnknown({ isPage }: { readonly isPage: boolean }, isBroken: boolean, mayGuess: boolean): string {
  const obstacle = isPage
    ? 'GET / is an HTML page, so this may be the address of a website and not of its API'
    : `${isBroken ? 'the OpenAPI document cannot be used' : 'no OpenAPI document'}, no links at GET /${mayGuess ? ', and no common name of a collection' : ''}`;
  return `the operations of the service are unknown: ${obstacle}; ${adviseDeclaration(mayGuess)}`;
}

type ProbedPath = Awaited<ReturnType<typeof probePaths>>[number];

async function probePaths(paths: readonly string[], known: DeclaredService, client: Client, queries: QuerySource) {
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

/** Maximum number of collections below the items of one, and of levels. */
const maxBelow = 5;
const maxDepth = 3;

/**
 * Finds the collections that the first item of a collection links to below its own URL, and further levels below those.
 * Their paths keep a parameter for the id of the parent.
 */
export async function exploreBelow(
  above: FoundCollection,
  known: DeclaredService,
  client: Client,
  { queries, depth = 1 }: { readonly queries?: QuerySource; readonly depth?: number } = {},
): Promise<FoundCollection[]> {
  const { collection, sample } = above;
  if (!sample || collection.itemPath === undefined || depth > maxDepth) return [];
  const answer = { status: 200, headers: {}, text: '', json: sample.item };
  const below = listLinkedPaths(answer, sample.url, known.baseUrl).filter((path) =>
    isRightBelow(path, trimTrailingSlash(sample.url)),
  );
  const id = getAtPointer(sample.item, collection.id.pointer);
  const found: FoundCollection[] = [];
  for (const path of below.slice(0, maxBelow)) {
    const probed = await probePath(path, getPathNoun(path), known, client, { queries });
    if ('trouble' in probed || probed.entries.length === 0) continue;
    const turned = await exploreList(probed.collection, probed.look, client);
    const child = { ...probed, collection: dropParentMembers(turned.collection, probed.entries, id) };
    found.push(child, ...(await exploreBelow(child, known, client, { ...(queries && { queries }), depth: depth + 1 })));
  }
  const hole = `{${singularize(getPathNoun(collection.path))}Id}`;
  const template = trimTrailingSlash(collection.itemPath).replace('{id}', hole);
  const from = `${trimTrailingSlash(sample.url)}/`;
  return found.map((one) => ({ ...one, collection: moveBelow(one.collection, from, `${template}/`) }));
}

const isRightBelow = (path: string, url: string): boolean =>
  path.startsWith(`${url}/`) && /^[^/{}?]+$/.test(trimTrailingSlash(path).slice(url.length + 1));

function dropParentMembers(collection: Collection, entries: readonly Json[], id: Json | undefined): Collection {
  const names = entries.flatMap((entry) => (isObject(entry) ? Object.keys(entry) : []));
  const isParent = (name: string) =>
    isReference(name) && entries.every((entry) => isObject(entry) && String(getMember(entry, name)) === String(id));
  const parents = new Set(names.filter((name) => name !== collection.id.pointer.slice(1) && isParent(name)));
  if (parents.size === 0) return collection;
  const bodies = changeOperations(collection, ['create', 'replace', 'patch'], (operation) => {
    const { request } = operation;
    if (!isObject(request?.schema)) return undefined;
    return { ...operation, request: { ...request, schema: omitProperties(request.schema, parents) } };
  });
  return { ...collection, ...bodies };
}

function omitProperties(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const needed = Array.isArray(schema.required) ? (schema.required as string[]) : undefined;
  return {
    ...schema,
    properties: Object.fromEntries(members.filter(([name]) => !names.has(name))),
    ...(needed ? { required: needed.filter((name) => !names.has(name)) } : {}),
  };
}

/**
 * Of collections that the user named below one item, as `/albums/7/photos`, the id becomes a parameter where the items of a named
 * collection have that address. The run then creates its own album; where it can create none, it takes the one that was named.
 */
export async function nestNamed(found: readonly FoundCollection[], client: Client): Promise<FoundCollection[]> {
  return Promise.all(
    found.map(async (one) => {
      const above = found.filter((other) => other !== one && isAbove(other, one)).sort(compareDepth);
      if (above.length === 0) return one;
      const { collection } = await exploreList(one.collection, one.look, client);
      return { ...one, collection: above.reduce((child, parent) => placeBelow(child, parent, one), collection) };
    }),
  );
}

/** The segments of an item path up to the id. */
const listStem = ({ collection: { itemPath = '' } }: FoundCollection): string[] =>
  splitSegments(itemPath.slice(0, itemPath.lastIndexOf('}') + 1));

const compareDepth = (one: FoundCollection, other: FoundCollection): number =>
  listStem(other).length - listStem(one).length;

function isAbove(above: FoundCollection, { collection: { path } }: FoundCollection): boolean {
  const stem = listStem(above);
  const segments = splitSegments(path);
  return (
    stem.length > 0 &&
    stem.length < segments.length &&
    stem.every((part, index) => part === segments[index] || part.startsWith('{'))
  );
}

/** Replaces the id of one item above in all paths; the collection is that of the deepest one first. */
function placeBelow(
  child: FoundCollection['collection'],
  above: FoundCollection,
  { collection: { path }, entries }: FoundCollection,
): FoundCollection['collection'] {
  const { collection: parent, entries: siblings } = above;
  const segments = splitSegments(path).slice(0, listStem(above).length);
  const id = decodePercent(segments.at(-1) ?? '') ?? '';
  const place = `{${singularize(getPathNoun(parent.path))}Id}`;
  const template = `/${[...segments.slice(0, -1), place].join('/')}/`;
  const listed = siblings.map((entry) => readItemId(entry, parent)).find((one) => String(one) === id);
  const parents: Parent[] = [{ place, collection: parent.name, existing: id }, ...child.parents];
  const moved = moveBelow(dropParentMembers(child, entries, listed ?? id), `/${segments.join('/')}/`, template);
  return { ...moved, parents, standing: addExistingItems(child, entries).standing };
}
