import { getMember } from '../../model/json.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import type { Collection } from '../../model/service/subject.js';
import type { Survey } from '../../model/service/survey.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';
import { applyDeclaration } from './apply-declaration.js';
import { isPathMatch, moveBelow } from './match-path.js';
import { linkToParents } from './nested-collections.js';

/** What is known so far: collections, contradictions, and notes about skipped paths. */
export type KnownCollections = Pick<Survey, 'collections' | 'contradictions' | 'notes'>;

/**
 * Applies declared resources to described collections, matched by path. A nested resource is included when its parent
 * items can be created.
 */
export function applyDeclarations(
  known: DeclaredService,
  described: readonly Collection[],
  nested: readonly Collection[],
): KnownCollections {
  const resources = known.resources.map(fillParentIds);
  const declared = resources.map((resource) =>
    applyDeclaration(findBaseCollection(resource, known, described, nested), resource),
  );
  const isDeclared = ({ path }: Collection) => resources.some(({ collection }) => isPathMatch(path, collection));
  const rest = [...described, ...nested].filter((collection) => !isDeclared(collection));
  const { collections, orphans } = linkToParents([...declared.map(({ collection }) => collection), ...rest], resources);
  return {
    collections,
    contradictions: declared.flatMap(({ contradictions }) => contradictions),
    notes: [...new Set(orphans)].map(
      (path) =>
        `${path}: not checked: it needs a parent item; declare a resource with a concrete path, or with parents`,
    ),
  };
}

function fillParentIds(resource: DeclaredResource): DeclaredResource {
  const { collection, item, parents = {}, actions } = resource;
  const filled = (path: string) =>
    path.replaceAll(/\{([^}]+)\}/g, (hole, name) => {
      const id = getMember(parents, String(name)) ?? getMember(parents, hole);
      return id === undefined || id.startsWith('/') ? hole : encodeURIComponent(id);
    });
  return {
    ...resource,
    collection: filled(collection),
    ...(item === undefined ? {} : { item: filled(item) }),
    ...(actions ? { actions: actions.map((action) => ({ ...action, path: filled(action.path) })) } : {}),
  };
}

function findBaseCollection(
  resource: DeclaredResource,
  known: DeclaredService,
  described: readonly Collection[],
  nested: readonly Collection[],
): Collection {
  const { collection, name } = resource;
  const same = described.find(({ path }) => trimTrailingSlash(path) === trimTrailingSlash(collection));
  if (same) return same;
  const template = nested.find(({ path }) => isPathMatch(path, collection));
  return template ? moveBelow(template, template.path, collection) : createEmptyCollection(name, collection, known);
}
