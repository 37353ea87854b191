import { type Json, type JsonObject, omitUndefined } from '../../model/json.js';
import type { CreationForm } from '../../model/service/collection-parts.js';
import { groupBy } from '../../model/values/group-by.js';
import { type PageReading, readPageSchema } from '../recognize/page-members.js';
import { listMembers, listTypes } from '../recognize/schema-shape.js';
import {
  getPathNoun,
  isPlural,
  isQueryPath,
  isSearchPath,
  renameIdParameter,
  splitSegments,
  trimPathSuffixes,
} from '../recognize/words.js';
import type { DescribedOperation } from './described-operation.js';
import { findCreation } from './find-creation.js';
import { findDistantItemPaths, findPathBelow, getItemStem, getOperation, type PathsOfDocument } from './item-paths.js';

export interface CollectionPaths {
  readonly path: string;
  readonly itemPath?: string;
  /** Name of the path parameter with the id. */
  readonly parameter?: string;
  readonly list?: DescribedOperation;
  readonly create?: DescribedOperation;
  /** How items are created, where it is not POST of one item to the path. */
  readonly creation?: CreationForm;
  readonly read?: DescribedOperation;
  readonly head?: DescribedOperation;
  readonly replace?: DescribedOperation;
  readonly patch?: DescribedOperation;
  readonly remove?: DescribedOperation;
  readonly actions: readonly {
    readonly name: string;
    readonly path: string;
    readonly post: DescribedOperation;
    readonly get?: DescribedOperation;
    readonly remove?: DescribedOperation;
  }[];
}

/** The collections of a document, and the operations that belong to none. */
export interface ClassifiedPaths {
  readonly branches: readonly CollectionPaths[];
  readonly others: readonly DescribedOperation[];
}

/** The paths of a document, with the item paths that are not below their collections. */
interface OperationsByPath extends PathsOfDocument {
  readonly distant: ReadonlyMap<string, string>;
}

export function classifyPaths(document: JsonObject, operations: readonly DescribedOperation[]): ClassifiedPaths {
  const grouped = groupByPath(operations);
  const paths = Object.assign(grouped, { distant: findDistantItemPaths(document, grouped) });
  const taken = new Set(paths.distant.values());
  const isFree = (path: string) => !path.endsWith('}') && !taken.has(path);
  const candidates = [...new Set([...paths.keys(), ...listUnlistedStems(paths)])].filter(isFree);
  const branches = candidates.flatMap((path) => findCollectionPaths(document, path, paths) ?? []);
  const used = new Set(branches.flatMap((branch) => Object.values(branch).flatMap(collectEvidence)));
  return { branches, others: operations.filter(({ evidence }) => !used.has(evidence)) };
}

function groupByPath(operations: readonly DescribedOperation[]): PathsOfDocument {
  const paths = groupBy(operations, ({ path }) => trimPathSuffixes(path));
  const below = groupBy(paths.keys(), (path) => path.slice(0, path.search(/[/:][^/:]*$/)));
  return Object.assign(paths, { below: (path: string) => below.get(path) ?? [] });
}

function findCollectionPaths(document: JsonObject, path: string, paths: OperationsByPath): CollectionPaths | undefined {
  const itemPath = findItemPath(path, paths);
  const list = getOperation(paths, path, 'GET');
  const made = findCreation(path, itemPath, (at, method) => getOperation(paths, at, method));
  const { create, creation } = made ?? {};
  const reading =
    list && readPageSchema(document, list.operation.response?.schema as Json | undefined, getPathNoun(path));
  if (itemPath === undefined) {
    const isAlone = isStandaloneList(path, { list, create, reading }, paths);
    return isAlone ? dropUndefinedRoles({ path: list?.path ?? path, list, create, creation, actions: [] }) : undefined;
  }
  const isKnown = create !== undefined || reading === 'unknown' || typeof reading === 'object';
  if (!isKnown && !paths.distant.has(path)) return undefined;
  const on = (method: string) => getOperation(paths, itemPath, method);
  return dropUndefinedRoles({
    path: (list ?? (creation ? undefined : create))?.path ?? path,
    itemPath: renameIdParameter(paths.get(itemPath)?.[0]?.path ?? itemPath),
    parameter: /\{([^}]+)\}$/.exec(getItemStem(itemPath))?.[1],
    list,
    create,
    creation,
    read: on('GET'),
    head: on('HEAD'),
    replace: on('PUT'),
    patch: on('PATCH') ?? findUpdate(document, create, on),
    remove: on('DELETE'),
    actions: listActions(document, itemPath, paths),
  });
}

/**
 * A POST of an item without PUT and PATCH that takes members of a creation and names no 201: whether it changes the item is tried before it
 * is used.
 */
function findUpdate(
  document: JsonObject,
  create: DescribedOperation | undefined,
  on: (method: string) => DescribedOperation | undefined,
): DescribedOperation | undefined {
  const post = on('POST');
  if (!post || post === create || post.unusable || on('PUT') || !on('GET')) return undefined;
  const listNames = ({ operation: { request } }: DescribedOperation) => [
    ...listMembers(document, request?.schema as Json | undefined).keys(),
  ];
  const known = create ? listNames(create) : [];
  const names = listNames(post);
  const isUpdate = names.length > 0 && names.every((name) => known.includes(name));
  return isUpdate && !post.operation.statuses.includes(201) ? post : undefined;
}

/** Paths of collections without operations of their own, whose items are created under an id that the client chooses. */
const listUnlistedStems = (paths: OperationsByPath): string[] =>
  [...paths.keys()].flatMap((path) => {
    const stem = /^(.*\/[^/{}]+)\/\{[^}]+\}$/.exec(path)?.[1];
    const isNamed = ['PUT', 'POST'].some((method) => getOperation(paths, path, method));
    const isTaken = [...paths.distant.values()].includes(path);
    return stem !== undefined && isNamed && !isTaken && !paths.has(stem) ? [stem] : [];
  });

interface ListCandidate {
  readonly list: DescribedOperation | undefined;
  readonly create: DescribedOperation | undefined;
  readonly reading: PageReading | undefined;
}

/** Whether a list without item paths is a collection, and not a search, an index or a view of another one. */
function isStandaloneList(path: string, { list, create, reading }: ListCandidate, paths: OperationsByPath): boolean {
  if (!list || (list.unusable !== undefined && !create) || isIndexPath(path) || isSearchPath(path)) return false;
  // Beside an id parameter, a fixed segment names a part of the collection: `/orders/recent` beside `/orders/{id}`.
  if (findItemPath(path.slice(0, path.lastIndexOf('/')), paths) !== undefined && !create) return false;
  if (typeof reading === 'object') return true;
  return (
    reading === 'unknown' &&
    create !== undefined &&
    isPlural(getPathNoun(path)) &&
    !singletonPattern.test(getPathNoun(path))
  );
}

const singletonPattern =
  /^(settings|preferences|options|features|permissions|capabilities|stats|statistics|metrics|analytics)$/i;

/** An index of the resources is not a resource. */
const isIndexPath = (path: string): boolean => /^(\{.*|api|v\d[\d.]*|)$/i.test(splitSegments(path).at(-1) ?? '');

const findItemPath = (path: string, paths: OperationsByPath): string | undefined =>
  findPathBelow(path, paths) ?? paths.distant.get(path);

function listActions(document: JsonObject, itemPath: string, paths: OperationsByPath): CollectionPaths['actions'] {
  const stem = getItemStem(itemPath);
  return paths.below(stem).flatMap((path) => {
    const name = path === itemPath ? undefined : /^[/:]([^/{}:]+)$/.exec(path.slice(stem.length))?.[1];
    const post = name === undefined ? undefined : getOperation(paths, path, 'POST');
    const get = getOperation(paths, path, 'GET');
    if (name === undefined || !post || post.unusable || findItemPath(path, paths)) return [];
    const reading = get && readPageSchema(document, get.operation.response?.schema as Json | undefined, name);
    if (isSearchPath(path) || isQueryPath(path) || isStandaloneList(path, { list: get, create: post, reading }, paths))
      return [];
    if (reading === 'no-page' && isTextListResponse(document, get, name)) return [];
    return [
      {
        name,
        path: renameIdParameter(post.path),
        post: normalizeIdInPath(post),
        ...pickRecordOperations({ get, remove: getOperation(paths, path, 'DELETE') }),
      },
    ];
  });
}

const pickRecordOperations = (found: Partial<Record<'get' | 'remove', DescribedOperation | undefined>>) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([role, one]) => (one ? [[role, normalizeIdInPath(one)] as const] : [])),
  ) as Partial<Record<'get' | 'remove', DescribedOperation>>;

/** A plural that returns texts or numbers is a list, and not an action on the item. */
function isTextListResponse(document: JsonObject, get: DescribedOperation | undefined, name: string): boolean {
  const schema = get?.operation.response?.schema as Json | undefined;
  const own = listMembers(document, schema).get(name)?.schema ?? schema;
  return isPlural(name) && listTypes(document, own).includes('array');
}

const normalizeIdInPath = (described: DescribedOperation): DescribedOperation => ({
  ...described,
  operation: { ...described.operation, path: renameIdParameter(described.path) },
});

const itemRoles = ['read', 'head', 'replace', 'patch', 'remove'] as const;

function dropUndefinedRoles(branch: { [K in keyof CollectionPaths]: CollectionPaths[K] | undefined }): CollectionPaths {
  const onItem = itemRoles.map((role) => [role, branch[role] && normalizeIdInPath(branch[role])] as const);
  return omitUndefined({ ...branch, ...Object.fromEntries(onItem) }) as CollectionPaths;
}

function collectEvidence(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectEvidence);
  if (typeof value !== 'object' || value === null) return [];
  const { evidence, post, get } = value as { evidence?: string; post?: DescribedOperation; get?: DescribedOperation };
  return [evidence, post?.evidence, get?.evidence].filter((found): found is string => found !== undefined);
}
