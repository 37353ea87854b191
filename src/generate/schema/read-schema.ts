import { decodePercent } from '../../model/escapes.js';
import { getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Schema } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';

/** The document in which `$ref`s resolve, and the requested direction. */
export interface SchemaSource {
  readonly root: Json;
  readonly schema: Schema;
  readonly direction: 'request' | 'response';
}

/** Returns the unresolved target of a local `$ref`; undefined when it does not exist. */
export function resolveReference(source: SchemaSource, ref: unknown): Schema | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  const pointer = decodePercent(ref.slice(1));
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  const found = getAtPointer(source.root, pointer) ?? getAtPointer(source.schema, pointer);
  return typeof found === 'boolean' || isObject(found) ? found : undefined;
}

/** A document as the source of the schemas of its requests. */
export const sourceOf = (document: Json | undefined): SchemaSource => ({
  root: document ?? null,
  schema: {},
  direction: 'request',
});

/** Lists the schemas that apply together with `raw`: itself, and those of `$ref` and `allOf`. */
export function listSchemaParts(source: SchemaSource, raw: unknown, seen: Set<unknown> = new Set()): JsonObject[] {
  if (!isObject(raw) || seen.has(raw)) return [];
  seen.add(raw);
  const parts = [raw];
  for (const part of [resolveReference(source, raw.$ref), ...(Array.isArray(raw.allOf) ? raw.allOf : [])])
    parts.push(...listSchemaParts(source, part, seen));
  return parts;
}

/** Lists the members of `raw` that do not exist in the direction. */
export function listHiddenMembers(source: SchemaSource, raw: JsonObject): string[] {
  const flag = source.direction === 'request' ? 'readOnly' : 'writeOnly';
  const hidden: string[] = [];
  for (const { properties } of listSchemaParts(source, raw))
    for (const [name, member] of isObject(properties) ? Object.entries(properties) : [])
      if (listSchemaParts(source, member).some((part) => part[flag] === true)) hidden.push(name);
  return hidden;
}

const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Converts keywords of OpenAPI 3.0 and older drafts to 2020-12, one level deep. */
export function upgradeSchema(raw: JsonObject): JsonObject {
  const { type, nullable, ...rest } = raw;
  const schema: Record<string, Json | undefined> = rest;
  const types = [type ?? []].flat().filter((name) => typeNames.includes(name as string));
  if (types.length > 0) schema.type = types;
  upgradeBound(schema, 'minimum', 'exclusiveMinimum');
  upgradeBound(schema, 'maximum', 'exclusiveMaximum');
  if (Array.isArray(schema.items)) {
    schema.prefixItems = schema.items as Json;
    schema.items = schema.additionalItems;
  }
  if (isObject(schema.dependencies)) {
    const entries = Object.entries(schema.dependencies);
    const names = entries.filter(([, value]) => Array.isArray(value));
    const schemas = entries.filter(([, value]) => !Array.isArray(value));
    if (names.length > 0) schema.dependentRequired = Object.fromEntries(names);
    if (schemas.length > 0) schema.dependentSchemas = Object.fromEntries(schemas);
  }
  if (schema.contentEncoding === 'base64') schema.format ??= 'byte';
  return (nullable === true ? allowNull(schema, types) : schema) as JsonObject;
}

function upgradeBound(schema: Record<string, Json | undefined>, bound: string, flag: string): void {
  const isExclusive = schema[flag];
  if (typeof isExclusive !== 'boolean') return;
  schema[flag] = isExclusive ? schema[bound] : undefined;
  if (isExclusive) schema[bound] = undefined;
}

/** OpenAPI 3.0 ignores `nullable` beside a `$ref`, but authors intend it. */
function allowNull(schema: Record<string, Json | undefined>, types: readonly Json[]) {
  const values = schema.enum;
  const open = Array.isArray(values) && !values.includes(null) ? { ...schema, enum: [...values, null] } : schema;
  if (types.length > 0) return { ...open, type: [...new Set([...types, 'null'])] };
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
  return isComposed ? { anyOf: [open, { type: 'null' }] } : open;
}

/**
 * Merges the leading `$ref` and `allOf` of a schema into one object. Returns undefined for schemas with alternatives,
 * because a single member cannot be changed in them.
 */
export function flattenSchema(schema: Json | undefined, document: Json | undefined, depth = 0): JsonObject | undefined {
  if (schema === undefined || schema === true) return {};
  if (!isObject(schema) || depth > 8 || schema.oneOf !== undefined || schema.anyOf !== undefined) return undefined;
  const { $ref, allOf, ...own } = schema;
  const parts: (Json | undefined)[] = Array.isArray(allOf) ? [...allOf] : [];
  if (typeof $ref === 'string') parts.unshift(resolveReference(sourceOf(document), $ref));
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
