import { decodePercent } from '../../model/escapes.js';
import type { Parent } from '../../model/service/collection-parts.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { createFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { DocumentDescription } from '../../openapi/describe/describe-document.js';
import { isTemplated, trimPathSuffixes } from '../../openapi/recognize/words.js';
import { isPathMatch } from './match-path.js';

/**
 * Assigns to each collection the parents that must be created before its items: those in its path, and those that its
 * resource declares.
 */
export function linkToParents(all: readonly Collection[], resources: readonly DeclaredResource[]) {
  const related = assignParents(all, resources);
  const byName = new Map(related.map((collection) => [collection.name, collection]));
  const isReachable = (collection: Collection, depth = 0): boolean => {
    if (!isTemplated(collection.path)) return true;
    const above = byName.get(getPathParent(collection)?.collection ?? '');
    const canGive = above?.create !== undefined || above?.list !== undefined;
    return depth < 4 && canGive && above.itemPath !== undefined && isReachable(above, depth + 1);
  };
  return {
    collections: related.filter((collection) => isReachable(collection)),
    orphans: related.filter((collection) => !isReachable(collection)).map(({ path }) => path),
  };
}

/**
 * Of described collections below an item, those whose path the user named with the id of one item get that item: it is taken where
 * none can be created.
 */
export function nameExistingParents(description: DocumentDescription, { collections = [] }: DeclaredService) {
  const { collections: plain, nested } = description;
  const reachable = new Set(linkToParents([...plain, ...nested], []).collections.map(({ path }) => path));
  const named = nested.map((collection): Collection => {
    const { path, parents } = collection;
    const own = reachable.has(path) ? collections.find((other) => isPathMatch(path, other)) : undefined;
    const [above = '', place = ''] = /^.*(\{[^}]+\})/.exec(path) ?? [];
    const id = own?.split('/')[above.split('/').length - 1];
    if (id === undefined) return collection;
    return { ...collection, parents: [{ place, collection: '', existing: decodePercent(id) ?? id }, ...parents] };
  });
  return { ...description, nested: named };
}

/** The named paths that such collections have. */
export const listNamedBelow = (nested: readonly Collection[], { collections = [] }: DeclaredService): string[] =>
  collections.filter((path) =>
    nested.some((one) => one.parents.some(({ existing }) => existing !== undefined) && isPathMatch(one.path, path)),
  );

/** Assigns to each collection the parents that must be created before its items. */
export function assignParents(all: readonly Collection[], resources: readonly DeclaredResource[]): Collection[] {
  const byShape: CollectionsByShape = new Map(
    all
      .toReversed()
      .flatMap((one) =>
        [listPathAbove(one.itemPath), one.path].flatMap((path) => (path ? [[normalizePathShape(path), one]] : [])),
      ),
  );
  return all.map((collection) => addParents(collection, byShape, resources, all));
}

/** What is before the id in the path of items, which need not be below their list. */
const listPathAbove = (itemPath: string | undefined): string | undefined =>
  itemPath && /^(.*)\/\{[^{}]*\}/.exec(itemPath)?.[1];

/** The first collection of each path, and of each path of items, ignoring parameter names. */
type CollectionsByShape = ReadonlyMap<string, Collection>;

const getPathParent = ({ parents }: Collection): Parent | undefined =>
  parents.find(({ place }) => place.startsWith('{'));

function addParents(
  collection: Collection,
  byShape: CollectionsByShape,
  resources: readonly DeclaredResource[],
  all: readonly Collection[],
): Collection {
  const declared = resources.find(({ collection: path }) => isSamePath(path, collection.path))?.parents ?? {};
  const inBody = Object.entries(declared).flatMap(([place, path]): Parent[] => {
    const parent = place.startsWith('/') ? byShape.get(normalizePathShape(path)) : undefined;
    return parent ? [{ place, collection: parent.name }] : [];
  });
  const above = findPathParent(collection, byShape);
  const parents = [...above, ...inBody.filter(({ place }) => collection.overrides[place] === undefined)];
  if (parents.length === 0) return collection;
  const evidence = above.length > 0 ? collection.path : 'the profile';
  // A list must exist before its first entry can be filled.
  const lists = inBody
    .filter(({ place }) => place.endsWith('/0'))
    .map(({ place }) => [place.slice(0, -2), []] as const);
  return {
    ...collection,
    parents,
    overrides: { ...Object.fromEntries(lists), ...collection.overrides },
    facts: [
      ...collection.facts,
      ...parents.map((parent) =>
        createFact(`parent ${parent.place}`, describeParent(parent, all), 'assumed', evidence),
      ),
    ],
  };
}

/** Where nothing creates items, the parent is one that exists. */
function describeParent({ collection: name }: Parent, all: readonly Collection[]): string {
  const canCreate = all.find((one) => one.name === name)?.create !== undefined;
  return canCreate ? `one of ${name}, created first` : `one of ${name} that exists`;
}

/** The collection of the parent item in a path: everything before its last path parameter. */
function findPathParent({ path, parents }: Collection, byShape: CollectionsByShape): Parent[] {
  const [, prefix, place] = /^(.*)\/(\{[^}]+\})\/[^{}]*$/.exec(path) ?? [];
  const parent = prefix === undefined ? undefined : byShape.get(normalizePathShape(prefix));
  const { existing } = parents.find((known) => known.place === place) ?? {};
  return parent && place !== undefined
    ? [{ place, collection: parent.name, ...(existing === undefined ? {} : { existing }) }]
    : [];
}

const isSamePath = (one: string, other: string): boolean => normalizePathShape(one) === normalizePathShape(other);
const normalizePathShape = (path: string) => trimPathSuffixes(path).replace(/\{[^}]+\}/g, '{}');
