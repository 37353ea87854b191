import type { Parent } from '../../model/service/collection-parts.js';
import type { KnownResource } from '../../model/service/declared-service.js';
import { fact } from '../../model/service/facts.js';
import type { Collection } from '../../model/service/subject.js';
import { bared, isTemplated } from '../../openapi/recognize/words.js';

/** Collections that can be reached, and the paths of those that cannot. */
interface Reached {
  readonly collections: readonly Collection[];
  readonly orphans: readonly string[];
}

/** Tells each collection what must be made before one of its items can be: what its path stands below, and what its resource declares. */
export function belowParents(all: readonly Collection[], resources: readonly KnownResource[]): Reached {
  const related = relatedIn(all, resources);
  const byName = new Map(related.map((collection) => [collection.name, collection]));
  const isReachable = (collection: Collection, depth = 0): boolean => {
    if (!isTemplated(collection.path)) return true;
    const above = byName.get(parentInPath(collection)?.collection ?? '');
    return depth < 4 && above?.create !== undefined && above.itemPath !== undefined && isReachable(above, depth + 1);
  };
  return {
    collections: related.filter((collection) => isReachable(collection)),
    orphans: related.filter((collection) => !isReachable(collection)).map(({ path }) => path),
  };
}

/** Each collection with what must be made before one of its items can be. */
export function relatedIn(all: readonly Collection[], resources: readonly KnownResource[]): Collection[] {
  const byShape: ByShape = new Map([...all].reverse().map((collection) => [shapeOf(collection.path), collection]));
  return all.map((collection) => withParents(collection, byShape, resources));
}

/** The first collection of each path, whatever its holes are called. */
type ByShape = ReadonlyMap<string, Collection>;

const parentInPath = ({ parents }: Collection): Parent | undefined =>
  parents.find(({ place }) => place.startsWith('{'));

function withParents(collection: Collection, byShape: ByShape, resources: readonly KnownResource[]): Collection {
  const declared = resources.find(({ collection: path }) => isSamePath(path, collection.path))?.parents ?? {};
  const inBody = Object.entries(declared).flatMap(([place, path]): Parent[] => {
    const parent = place.startsWith('/') ? byShape.get(shapeOf(path)) : undefined;
    return parent ? [{ place, collection: parent.name }] : [];
  });
  const above = aboveOf(collection, byShape);
  const parents = [...above, ...inBody.filter(({ place }) => collection.overrides[place] === undefined)];
  if (parents.length === 0) return collection;
  const evidence = above.length > 0 ? collection.path : 'the profile';
  return {
    ...collection,
    parents,
    facts: [
      ...collection.facts,
      ...parents.map((parent) =>
        fact(`parent ${parent.place}`, `one of ${parent.collection}, made first`, 'assumed', evidence),
      ),
    ],
  };
}

/** The collection whose item a path stands below: everything before its last hole. */
function aboveOf({ path }: Collection, byShape: ByShape): Parent[] {
  const [, prefix, place] = /^(.*)\/(\{[^}]+\})\/[^{}]*$/.exec(path) ?? [];
  const parent = prefix === undefined ? undefined : byShape.get(shapeOf(prefix));
  return parent && place !== undefined ? [{ place, collection: parent.name }] : [];
}

/** Whether two paths are the same, whatever their holes are called. */
const isSamePath = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other);
const shapeOf = (path: string) => bared(path).replace(/\{[^}]+\}/g, '{}');
