import { decodePercent } from '../../model/escapes.js';
import { getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Schema } from '../../model/service/operation.js';

export interface Member {
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** Follows `$ref`s to another schema; cycles and missing targets give an empty object. */
export function followReference(document: Json | undefined, node: Json | undefined): JsonObject {
  const seen = new Set<Json>();
  let here = node;
  while (isObject(here) && typeof here.$ref === 'string') {
    if (seen.has(here) || !here.$ref.startsWith('#')) return {};
    seen.add(here);
    here = getAtPointer(document, decodePercent(here.$ref.slice(1)));
  }
  return isObject(here) ? here : {};
}

/** The same schema with a leading `$ref` resolved; inner ones stay. */
export function openReference(document: Json | undefined, schema: Json | undefined): Schema | undefined {
  if (!isObject(schema)) return typeof schema === 'boolean' ? schema : undefined;
  return Object.keys(schema).length === 1 && '$ref' in schema ? followReference(document, schema) : schema;
}

/** The types of a schema, without `null`. */
export function listTypes(document: Json | undefined, schema: Json | undefined): string[] {
  const parts = listSchemaParts(document, schema);
  const named = parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat())) as string[];
  return [...new Set(named)].filter((type) => type !== 'null');
}

/** The members of an object schema, through `$ref`, `allOf` and alternatives. */
export function listMembers(document: Json | undefined, schema: Json | undefined): Map<string, Member> {
  const parts = listSchemaParts(document, schema);
  const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? (part.required as string[]) : [])));
  const members = parts.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : []));
  return new Map(
    members.map(([name, member]) => [
      name,
      { schema: mergeSchemaParts(document, member), isRequired: required.has(name) },
    ]),
  );
}

/** Whether a schema permits one of these types, as far as it says: one without types permits all. */
export function mayHaveType(document: Json | undefined, schema: Json | undefined, ...wanted: readonly string[]) {
  const types = listTypes(document, schema);
  return types.length === 0 || types.some((type) => wanted.includes(type));
}

export const getEntrySchema = (document: Json | undefined, schema: Json | undefined): Json | undefined =>
  listSchemaParts(document, schema).find(({ items }) => items !== undefined)?.items;

/** Merges the parts of a schema; sufficient for recognition, not for validation. */
export const mergeSchemaParts = (document: Json | undefined, schema: Json | undefined): JsonObject =>
  Object.assign({}, ...listSchemaParts(document, schema).reverse());

function listSchemaParts(document: Json | undefined, schema: Json | undefined, seen = new Set<Json>()): JsonObject[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf } = schema;
  const target = typeof $ref === 'string' ? listSchemaParts(document, followReference(document, schema), seen) : [];
  const all = Array.isArray(allOf) ? allOf.flatMap((part) => listSchemaParts(document, part, seen)) : [];
  return [schema, ...target, ...all, ...listBranches(document, schema, seen)];
}

/** An alternative to null is the schema itself; otherwise members required in one branch are optional. */
function listBranches(document: Json | undefined, { anyOf, oneOf }: JsonObject, seen: Set<Json>): JsonObject[] {
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
  const real = branches.filter((branch) => !(isObject(branch) && branch.type === 'null'));
  const parts = real.flatMap((branch) => listSchemaParts(document, branch, seen));
  return real.length === 1 ? parts : parts.map(({ required, ...part }) => part);
}
