import type { Client } from '../../http/exchange.js';
import { getAtPointer, getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import type { Collection } from '../../model/service/subject.js';
import { getPathNoun, singularize, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { exploreList } from '../paging/explore-list.js';
import { isReference } from '../references/detect-references.js';
import { listLinkedPaths } from './collection-links.js';
import type { FoundCollection } from './found-collection.js';
import type { QuerySource } from './needed-query.js';
import { probePath } from './probe-path.js';

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
  const standing = {
    url: trimTrailingSlash(sample.url),
    template: trimTrailingSlash(collection.itemPath).replace('{id}', hole),
  };
  return found.map((one) => ({ ...one, collection: replaceParentId(one.collection, standing) }));
}

const isRightBelow = (path: string, url: string): boolean =>
  path.startsWith(`${url}/`) && /^[^/{}?]+$/.test(trimTrailingSlash(path).slice(url.length + 1));

/** Replaces the id of the parent in all paths of a collection by a parameter. */
export function replaceParentId(
  collection: Collection,
  { url, template }: { readonly url: string; readonly template: string },
): Collection {
  const text = JSON.stringify(collection, (key, value) =>
    (key === 'path' || key === 'itemPath') && typeof value === 'string' && value.startsWith(`${url}/`)
      ? template + value.slice(url.length)
      : value,
  );
  return JSON.parse(text) as Collection;
}

/** Removes members that contain the parent id, because it is in the path and differs for each parent. */
export function dropParentMembers(collection: Collection, entries: readonly Json[], id: Json | undefined): Collection {
  const names = entries.flatMap((entry) => (isObject(entry) ? Object.keys(entry) : []));
  const isParent = (name: string) =>
    isReference(name) && entries.every((entry) => isObject(entry) && String(getMember(entry, name)) === String(id));
  const parents = new Set(names.filter((name) => name !== collection.id.pointer.slice(1) && isParent(name)));
  if (parents.size === 0) return collection;
  const bodies = (['create', 'replace', 'patch'] as const).flatMap((role) => {
    const operation = collection[role];
    const schema = operation?.request?.schema;
    if (!operation?.request || !isObject(schema)) return [];
    return [
      [role, { ...operation, request: { ...operation.request, schema: omitProperties(schema, parents) } }] as const,
    ];
  });
  return { ...collection, ...Object.fromEntries(bodies) };
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
