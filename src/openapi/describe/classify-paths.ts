import type { Json, JsonObject } from '../../model/json.js';
import { type Reading, readPage } from '../recognize/page-members.js';
import { membersOf, typesOf } from '../recognize/schema-shape.js';
import { bared, isPlural, isQuestion, nounOf, segmentsOf, withId } from '../recognize/words.js';
import type { Described } from './described-operation.js';

/** A path that looks like a collection, with everything that stands at and below it. */
export interface Branch {
  readonly path: string;
  readonly itemPath?: string;
  /** Name of the path parameter that holds the id. */
  readonly parameter?: string;
  readonly list?: Described;
  readonly create?: Described;
  readonly read?: Described;
  readonly head?: Described;
  readonly replace?: Described;
  readonly patch?: Described;
  readonly remove?: Described;
  readonly actions: readonly {
    readonly name: string;
    readonly path: string;
    readonly post: Described;
    readonly get?: Described;
  }[];
}

/** The collections of a document, and the operations that belong to none. */
export interface Roles {
  readonly branches: readonly Branch[];
  readonly others: readonly Described[];
}

interface Paths extends ReadonlyMap<string, readonly Described[]> {
  /** Paths that are one segment, or one custom method (`:name`), longer than this one; a search among all would not scale. */
  below(path: string): readonly string[];
}

/** Finds out which paths are collections, items and actions. */
export function rolesIn(document: JsonObject, operations: readonly Described[]): Roles {
  const paths = byPath(operations);
  const candidates = [...paths.keys()].filter((path) => !endsInParameter(path));
  const branches = candidates.flatMap((path) => branchAt(document, path, paths) ?? []);
  const taken = new Set(branches.flatMap((branch) => Object.values(branch).flatMap(describedIn)));
  return { branches, others: operations.filter(({ evidence }) => !taken.has(evidence)) };
}

function byPath(operations: readonly Described[]): Paths {
  const paths = new Map<string, Described[]>();
  for (const described of operations) {
    const path = bared(described.path);
    const there = paths.get(path);
    if (there) there.push(described);
    else paths.set(path, [described]);
  }
  const below = groupedByStem([...paths.keys()]);
  return Object.assign(paths, { below: (path: string) => below.get(path) ?? [] });
}

function groupedByStem(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const stem = path.slice(0, path.search(/[/:][^/:]*$/));
    const group = groups.get(stem);
    if (group) group.push(path);
    else groups.set(stem, [path]);
  }
  return groups;
}

function branchAt(document: JsonObject, path: string, paths: Paths): Branch | undefined {
  const itemPath = itemPathOf(path, paths);
  const list = at(paths, path, 'GET');
  const create = creationAt(path, itemPath, paths);
  const reading = list && readPage(document, list.operation.response?.schema as Json | undefined, nounOf(path));
  if (itemPath === undefined) {
    const isAlone = isListAlone(path, { list, create, reading }, paths);
    return isAlone ? clean({ path: list?.path ?? path, list, create, actions: [] }) : undefined;
  }
  if (typeof reading !== 'object' && !create && reading !== 'unknown') return undefined;
  const on = (method: string) => at(paths, itemPath, method);
  return clean({
    path: (list ?? create)?.path ?? path,
    itemPath: withId(paths.get(itemPath)?.[0]?.path ?? itemPath),
    parameter: /\{([^}]+)\}$/.exec(itemPath)?.[1],
    list,
    create,
    read: on('GET'),
    head: on('HEAD'),
    replace: on('PUT'),
    patch: on('PATCH'),
    remove: on('DELETE'),
    actions: actionsUnder(document, itemPath, paths),
  });
}

/** A question that is asked with POST makes nothing, unless what was made can be fetched or removed below. */
function creationAt(path: string, itemPath: string | undefined, paths: Paths): Described | undefined {
  const keeps = itemPath !== undefined && ['GET', 'DELETE'].some((method) => at(paths, itemPath, method));
  return isQuestion(path) && !keeps ? undefined : at(paths, path, 'POST');
}

interface Seen {
  readonly list: Described | undefined;
  readonly create: Described | undefined;
  readonly reading: Reading | undefined;
}

/** Whether a list without items of its own is a collection, and no search, index or view of another one. */
function isListAlone(path: string, { list, create, reading }: Seen, paths: Paths): boolean {
  if (!list || (list.unusable !== undefined && !create) || isIndex(path) || isSearch(path)) return false;
  if (isBesideItems(path, paths) && !create) return false;
  if (typeof reading === 'object') return true;
  return reading === 'unknown' && create !== undefined && isPlural(nounOf(path)) && !oneOfAKind.test(nounOf(path));
}

const oneOfAKind =
  /^(settings|preferences|options|features|permissions|capabilities|stats|statistics|metrics|analytics)$/i;

/** What lists the resources of a service is none of them. */
const isIndex = (path: string): boolean => /^(\{.*|api|v\d[\d.]*|)$/i.test(segmentsOf(path).at(-1) ?? '');

const isSearch = (path: string): boolean =>
  segmentsOf(path).some((segment) =>
    /^[_$]?(search|find|query|lookup|autocomplete|suggest|suggestions)$/i.test(segment),
  );

/** Where an id may stand as well, a word names a part of the collection: `/orders/recent` beside `/orders/{id}`. */
const isBesideItems = (path: string, paths: Paths): boolean =>
  itemPathOf(path.slice(0, path.lastIndexOf('/')), paths) !== undefined;

/** The item path below a collection; of several the one with most methods. */
function itemPathOf(path: string, paths: Paths): string | undefined {
  const below = paths.below(path).filter((other) => /^\/\{[^}]+\}$/.test(other.slice(path.length)));
  return below.sort((a, b) => (paths.get(b)?.length ?? 0) - (paths.get(a)?.length ?? 0))[0];
}

function actionsUnder(document: JsonObject, itemPath: string, paths: Paths): Branch['actions'] {
  return paths.below(itemPath).flatMap((path) => {
    const name = /^[/:]([^/{}:]+)$/.exec(path.slice(itemPath.length))?.[1];
    const post = name === undefined ? undefined : at(paths, path, 'POST');
    const get = at(paths, path, 'GET');
    if (name === undefined || !post || post.unusable || itemPathOf(path, paths)) return [];
    const reading = get && readPage(document, get.operation.response?.schema as Json | undefined, name);
    if (isSearch(path) || isQuestion(path) || isListAlone(path, { list: get, create: post, reading }, paths)) return [];
    if (reading === 'no-page' && listsTexts(document, get, name)) return [];
    return [{ name, path: withId(post.path), post: placed(post), ...(get ? { get: placed(get) } : {}) }];
  });
}

/** A plural that answers texts or numbers is a list of them, and nothing that is done to the item. */
function listsTexts(document: JsonObject, get: Described | undefined, name: string): boolean {
  const schema = get?.operation.response?.schema as Json | undefined;
  const own = membersOf(document, schema).get(name)?.schema ?? schema;
  return isPlural(name) && typesOf(document, own).includes('array');
}

function at(paths: Paths, path: string, method: string): Described | undefined {
  return paths.get(path)?.find(({ operation }) => operation.method === method);
}

const placed = (described: Described): Described => ({
  ...described,
  operation: { ...described.operation, path: withId(described.path) },
});

const itemRoles = ['read', 'head', 'replace', 'patch', 'remove'] as const;

function clean(branch: { [K in keyof Branch]: Branch[K] | undefined }): Branch {
  const onItem = itemRoles.map((role) => [role, branch[role] && placed(branch[role])] as const);
  const all = Object.entries({ ...branch, ...Object.fromEntries(onItem) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as Branch;
}

const endsInParameter = (path: string): boolean => path.endsWith('}');

function describedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(describedIn);
  if (typeof value !== 'object' || value === null) return [];
  const { evidence, post, get } = value as { evidence?: string; post?: Described; get?: Described };
  return [evidence, post?.evidence, get?.evidence].filter((found): found is string => found !== undefined);
}
