import { isObject, type Json, parsePointer } from '../../../model/json.js';
import { getSchemaSource } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import { flattenSchema } from './flatten-schema.js';

/**
 * Returns the collection without this member in its bodies; undefined when nothing changes, or when the member is
 * required.
 */
export function omitFromBodies(collection: Collection, member: string, sent: Json): Collection | undefined {
  const { serverAssigned = [], overrides, marker, ...rest } = collection;
  if (Object.hasOwn(overrides, member) || serverAssigned.includes(member)) return undefined;
  if (!hasPath(sent, parsePointer(member))) return undefined;
  // A member that the service does not accept cannot carry the marker.
  const kept = marker === undefined || marker === member ? {} : { marker };
  return { ...rest, overrides, serverAssigned: [...serverAssigned, member], ...kept };
}

function hasPath(value: Json, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined || !isObject(value) || !Object.hasOwn(value, token)) return false;
  return rest.length === 0 || hasPath(value[token] as Json, rest);
}

/**
 * Returns the collection without this member in patches; it is still sent in creations, because it may be immutable.
 */
export function omitFromPatch(
  { create, patch, ...rest }: Collection,
  [name = '', ...below]: readonly string[],
  document: Json | undefined,
): Collection | undefined {
  const source = patch?.request?.schema === undefined ? create : patch;
  const open = flattenSchema(source?.request?.schema as Json | undefined, document);
  if (!patch || !source || below.length > 0 || !isObject(open?.properties)) return undefined;
  const { [name]: dropped, ...properties } = open.properties;
  if (dropped === undefined) return undefined;
  const required = Array.isArray(open.required) ? open.required.filter((one) => one !== name) : [];
  const { example: _, ...request } = patch.request ?? { mediaType: 'application/json' };
  const schema = { ...open, properties, required };
  return {
    ...rest,
    ...(create && { create }),
    patch: { ...patch, request: { ...request, schema, schemaFrom: getSchemaSource(source) } },
  };
}

/** Returns the collection with an omitted member in the bodies of one operation again, in each of them if `isTried`. */
export function restoreMember(
  collection: Collection,
  writing: 'create' | 'replace' | 'patch',
  { name, schema }: { readonly name: string; readonly schema: Json },
  isTried = false,
): Collection {
  const operation = collection[writing];
  const body = operation?.request?.schema;
  if (operation?.request === undefined || !isObject(body)) return collection;
  const properties = { ...(isObject(body.properties) ? body.properties : {}), [name]: schema };
  const required = [...(Array.isArray(body.required) ? body.required : []), ...(isTried ? [name] : [])];
  const request = { ...operation.request, schema: { ...body, properties, required } };
  return { ...collection, [writing]: { ...operation, request } };
}
