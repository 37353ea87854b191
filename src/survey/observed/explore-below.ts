import type { Client } from '../../http/exchange.js';
import { at, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Known } from '../../model/service/declared-service.js';
import type { Collection } from '../../model/service/subject.js';
import { nounOf, singular, trimmed } from '../../openapi/recognize/words.js';
import { turnPages } from '../paging/explore-list.js';
import { isReference } from '../references/detect-references.js';
import { pathsIn } from './collection-links.js';
import type { Found } from './found-collection.js';
import { probe } from './probe-path.js';

/** Most collections below the items of one, and most levels of them. */
const most = 5;
const deepest = 3;

/** Where an item was looked at, and the template of such URLs. */
interface Standing {
  readonly url: string;
  readonly template: string;
}

/** Finds the collections that the first item of a collection links to below its own URL, and what stands below those. They keep a hole where the id of the parent goes. */
export async function lookBelow(above: Found, known: Known, client: Client, depth = 1): Promise<Found[]> {
  const { collection, sample } = above;
  if (!sample || collection.itemPath === undefined || depth > deepest) return [];
  const answer = { status: 200, headers: {}, text: '', json: sample.item };
  const below = pathsIn(answer, sample.url, known.baseUrl).filter((path) => isRightBelow(path, trimmed(sample.url)));
  const id = at(sample.item, collection.id.pointer);
  const found: Found[] = [];
  for (const path of below.slice(0, most)) {
    const probed = await probe(path, nounOf(path), known, client);
    if ('trouble' in probed || probed.entries.length === 0) continue;
    const turned = await turnPages(probed.collection, probed.look, client);
    const child = { ...probed, collection: unparented(turned.collection, probed.entries, id) };
    found.push(child, ...(await lookBelow(child, known, client, depth + 1)));
  }
  const hole = `{${singular(nounOf(collection.path))}Id}`;
  const standing = { url: trimmed(sample.url), template: trimmed(collection.itemPath).replace('{id}', hole) };
  return found.map((one) => ({ ...one, collection: lifted(one.collection, standing) }));
}

const isRightBelow = (path: string, url: string): boolean =>
  path.startsWith(`${url}/`) && /^[^/{}?]+$/.test(trimmed(path).slice(url.length + 1));

/** A collection below one item as the collection below any: paths with the hole in place of the id. */
function lifted(collection: Collection, { url, template }: Standing): Collection {
  const text = JSON.stringify(collection, (key, value) =>
    (key === 'path' || key === 'itemPath') && typeof value === 'string' && value.startsWith(`${url}/`)
      ? template + value.slice(url.length)
      : value,
  );
  return JSON.parse(text) as Collection;
}

/** Without the members that name the parent: its id stands in the path, and another parent has another. */
function unparented(collection: Collection, entries: readonly Json[], id: Json | undefined): Collection {
  const names = entries.flatMap((entry) => (isObject(entry) ? Object.keys(entry) : []));
  const isParent = (name: string) =>
    isReference(name) && entries.every((entry) => isObject(entry) && String(entry[name]) === String(id));
  const parents = new Set(names.filter((name) => name !== collection.id.pointer.slice(1) && isParent(name)));
  if (parents.size === 0) return collection;
  const bodies = (['create', 'replace', 'patch'] as const).flatMap((role) => {
    const operation = collection[role];
    const schema = operation?.request?.schema;
    if (!operation?.request || !isObject(schema)) return [];
    return [[role, { ...operation, request: { ...operation.request, schema: without(schema, parents) } }] as const];
  });
  return { ...collection, ...Object.fromEntries(bodies) };
}

function without(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const needed = Array.isArray(schema.required) ? (schema.required as string[]) : undefined;
  return {
    ...schema,
    properties: Object.fromEntries(members.filter(([name]) => !names.has(name))),
    ...(needed ? { required: needed.filter((name) => !names.has(name)) } : {}),
  };
}
