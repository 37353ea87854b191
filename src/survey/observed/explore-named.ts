import type { Client } from '../../http/exchange.js';
import type { Known, KnownResource } from '../../model/service/declared-service.js';
import { distinctNames } from '../../openapi/describe/describe-document.js';
import { isTemplated, trimmed } from '../../openapi/recognize/words.js';
import { sideBySide } from '../parallel-requests.js';
import type { Found, Surroundings } from './found-collection.js';
import { probe } from './probe-path.js';

/**
 * Looks at the collections that the caller named, and at those of declared resources, as far as `taken` does not have
 * them. A named one that is no list is noted; a declared one is left to what is declared of it.
 */
export async function lookAtNamed(known: Known, taken: readonly string[], client: Client): Promise<Surroundings> {
  const isNew = (path: string) => !taken.some((other) => isSame(other, path));
  const resources = known.resources.filter(({ collection }) => !isTemplated(collection) && isNew(collection));
  const paths = (known.collections ?? []).filter(
    (path) => isNew(path) && !known.resources.some(({ collection }) => isSame(collection, path)),
  );
  const names = distinctNames(paths);
  const declared = await sideBySide(resources, (resource) => ofResource(resource, known, client));
  const named = await sideBySide(paths, (path, index) => probe(path, names[index] ?? path, known, client));
  const notes = named.map((probed, index) =>
    'trouble' in probed
      ? [`--collection ${paths[index]}: ${probed.trouble}, so it was not looked at`]
      : [...probed.notes],
  );
  return {
    found: [...declared.flatMap(({ found }) => found), ...named.filter((probed) => 'collection' in probed)],
    notes: [...declared.flatMap((one) => one.notes), ...notes.flat()],
  };
}

const isSame = (one: string, other: string): boolean => trimmed(one).toLowerCase() === trimmed(other).toLowerCase();

async function ofResource(resource: KnownResource, known: Known, client: Client): Promise<Surroundings> {
  const { collection: path, name } = resource;
  const probed = await probe(path, name, known, client, resource);
  if ('trouble' in probed) return { found: [], notes: [] };
  return { found: [{ ...probed, collection: undeclared(probed.collection, resource) }], notes: probed.notes };
}

/** Where the body of a creation is declared, nothing that was guessed stands in its way. */
function undeclared(collection: Found['collection'], { create }: KnownResource): Found['collection'] {
  if (!create || (create.schema === undefined && create.example === undefined)) return collection;
  const { create: _create, replace: _replace, patch: _patch, ...rest } = collection;
  const facts = rest.facts.filter(({ about }) => !['create', 'replace', 'patch'].includes(about));
  return { ...rest, facts };
}
