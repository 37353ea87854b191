import { isObject, type Json, type JsonObject } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { resolveReference } from '../../items/unique-values.js';

/**
 * Merges the leading `$ref` and `allOf` of a schema into one object. Returns undefined for schemas with alternatives,
 * because a single member cannot be changed in them.
 */
export function flattenSchema(schema: Json | undefined, document: Json | undefined, depth = 0): JsonObject | undefined {
  if (schema === undefined || schema === true) return {};
  if (!isObject(schema) || depth > 8 || schema.oneOf !== undefined || schema.anyOf !== undefined) return undefined;
  const { $ref, allOf, ...own } = schema;
  const parts: (Json | undefined)[] = Array.isArray(allOf) ? [...allOf] : [];
  if (typeof $ref === 'string') parts.unshift(resolveReference($ref, document));
  let whole: JsonObject = own;
  for (const part of parts) {
    const base = flattenSchema(part, document, depth + 1);
    if (base === undefined) return undefined;
    const properties = { ...listMembers(base), ...listMembers(whole) };
    const required = [...new Set([...listRequired(base), ...listRequired(whole)])];
    whole = {
      ...base,
      ...whole,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
    };
  }
  return whole;
}

/** The flat schema of an object, and those of its members; undefined for a member with alternatives. */
interface FlatObject {
  readonly schema: JsonObject | undefined;
  readonly members: ReadonlyMap<string, JsonObject | undefined>;
}

const flatObjects = new WeakMap<object, FlatObject>();

/** Flattens a schema and its members, once for each schema of a document. */
export function flattenObject(given: Json | undefined, document: Json | undefined): FlatObject {
  const known = isObject(given) ? flatObjects.get(given) : undefined;
  if (known) return known;
  const schema = flattenSchema(given, document);
  const entries = Object.entries(listMembers(schema));
  const flat = { schema, members: new Map(entries.map(([name, part]) => [name, flattenSchema(part, document)])) };
  if (isObject(given)) flatObjects.set(given, flat);
  return flat;
}

export const listMembers = (schema: JsonObject | undefined): JsonObject =>
  isObject(schema?.properties) ? schema.properties : {};

export const listRequired = (schema: JsonObject | undefined): string[] =>
  Array.isArray(schema?.required) ? (schema.required as string[]) : [];

/**
 * Whether patches have members that may refer to other items: a generated value of them is refused, and with it all other
 * members of the patch.
 */
export function mayPatchReferences({ patch }: Pick<Collection, 'patch'>, document: Json | undefined): boolean {
  const names = Object.keys(listMembers(flattenSchema(patch?.request?.schema as Json | undefined, document)));
  return names.some((name) => /[a-z](Ids?|_ids?|Refs?|_refs?|Uuid|_uuid)$/.test(name));
}
