import { isObject, type Json, parsePointer } from '../../../model/json.js';
import { getSchemaSource } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import { flattenSchema } from './flatten-schema.js';

/** A collection to which this member is never sent; undefined where that makes no difference, or where it must be sent. */
export function omitFromBodies(collection: Collection, member: string, sent: Json): Collection | undefined {
  const { serverAssigned = [], overrides, marker, ...rest } = collection;
  if (Object.hasOwn(overrides, member) || serverAssigned.includes(member)) return undefined;
  if (!hasPath(sent, parsePointer(member))) return undefined;
  // What a service does not take cannot carry the mark.
  const kept = marker === undefined || marker === member ? {} : { marker };
  return { ...rest, overrides, serverAssigned: [...serverAssigned, member], ...kept };
}

function hasPath(value: Json, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined || !isObject(value) || !Object.hasOwn(value, token)) return false;
  return rest.length === 0 || hasPath(value[token] as Json, rest);
}

/** What may be made may not be changed afterwards, for all that: a patch leaves it out, and creations go on with it. */
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
